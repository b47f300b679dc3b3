"""Questions that a referee types, each answered in a line or a few from a part of the referee's view.

`table` has every enquiry with its forms and the function that answers it; `reading` finds which one a text
asks. Nothing here reckons a second time what a part of the view has, and nothing here does anything. Players
have none of it.
"""
