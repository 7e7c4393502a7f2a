"""Figures of a document as SVG, drawn with the plotting library."""
