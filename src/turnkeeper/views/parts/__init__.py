"""The parts of the referee's view, one module each: figures, and the words for them, built from the state.

Each part is made by one function of the state and the rule book; `views.referee.glance` puts them together.
No part knows how it is drawn, and none holds what only one front end wants unless that front end asks for it.
"""
