"""Hex maps: Text Mapper's texts in and out (`textmapper`, `lines`), and drawings as SVG.

A `sheet` says what of a land is seen and marked; `plot` and `way_paths` where it lies; `icons` and `style`
how it looks. `land`, `labels` and `marks` draw it in layers: a screen stacks them (`land.land_layer`,
`marks.marks_layer`), `paper` puts them into one document with a title and a legend.
"""
