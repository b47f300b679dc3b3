"""What a rule set calls a place by how dangerous it is: words for its levels, one of them for the dark."""

from msgspec import Struct

from turnkeeper.rules.model.cite import Cite
from turnkeeper.rules.model.values import NotNegative


class Danger(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A word for a ``level`` of a place. A place of no level has the ``usual`` one.

    Where the party sees nothing, a place is at least at the level of the one that is ``dark``.
    """

    rule: Cite
    level: NotNegative
    usual: bool = False
    dark: bool = False
    also: tuple[Cite, ...] = ()
