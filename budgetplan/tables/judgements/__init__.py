"""What people judged, one row for each judgement: the logs of annotation tools before any vote."""
