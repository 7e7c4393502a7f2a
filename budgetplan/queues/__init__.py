"""What is reviewed, in which order: files for those who judge, and a manifest for those who plan."""
