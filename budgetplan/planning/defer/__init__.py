"""The selective classifier: which model answers, and how sure it must be."""
