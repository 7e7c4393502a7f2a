"""What can be planned: each workflow from reading to the report, behind one protocol."""
