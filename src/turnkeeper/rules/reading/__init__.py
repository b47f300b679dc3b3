"""From a file's text to the model and back.

Source, decoding, differences, options, positions, the JSON Schema.
"""
