"""The report as data: what every output format reads, and no format of its own."""
