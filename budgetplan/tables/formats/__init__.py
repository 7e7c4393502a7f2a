"""Files of one table each: text, workbooks, Parquet, arrays, JSON."""
