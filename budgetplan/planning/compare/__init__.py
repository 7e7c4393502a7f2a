"""Several plans beside each other: what each brings, how far they differ, and which is for whom."""
