"""From the text of a rule file to a checked rule set: `load` is the way in.

`source` reads TOML and `positions` finds where things stand in it; `extend`, `merge` and `switch` put a
difference and options over what they change; `decoding` makes the model of it and has it checked, `shape`
tells what has not its shape. `schema` is the JSON Schema for editors; `fields` and `differing` serve
forms.
"""
