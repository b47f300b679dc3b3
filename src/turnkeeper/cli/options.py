"""Options that many commands share, declared once."""

from __future__ import annotations

from typing import Annotated

from cyclopts import Parameter

CampaignOption = Annotated[
    str,
    Parameter(
        name=["--campaign", "-c"],
        help="The campaign's file; else TURNKEEPER_CAMPAIGN, else the only one in this folder.",
        show_default=False,
    ),
]
Json = Annotated[
    bool, Parameter(name="--json", negative=(), help="Write JSON, for programs.", show_default=False)
]
RulesOption = Annotated[
    str, Parameter(name="--rules", help="The id of a built-in rule set, or a file (.toml).")
]
OptionsOption = Annotated[
    tuple[str, ...],
    Parameter(
        name="--option",
        negative=(),
        help="An option of the rule set to switch on; can be said again. `rules show` lists them.",
        show_default=False,
    ),
]
Words = Annotated[str, Parameter(show_default=False)]
