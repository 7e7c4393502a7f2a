"""Packets of items as files of the tools in which people judge."""
