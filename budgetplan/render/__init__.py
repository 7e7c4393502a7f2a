"""Documents as HTML, PDF, JSON and CSV; each library is imported when it is used."""
