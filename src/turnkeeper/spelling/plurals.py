"""Names in the singular and the plural, as far as spelling tells: ``goblins``, ``wolves``."""

from __future__ import annotations

_IN_F = ("wolves", "elves", "arves", "ieves")
_IN_IE = ("bies", "xies", "nies", "eries")
_IN_ES = ("ches", "shes", "xes", "sses")


def singular(name: str) -> str:
    """Return the name of one of a side: ``goblin`` for ``goblins``, ``wolf`` for ``wolves``.

    >>> [singular(name) for name in ("goblins", "wolves", "harpies", "witches", "hill men", "ogre")]
    ['goblin', 'wolf', 'harpy', 'witch', 'hill man', 'ogre']
    """
    folded = name.casefold()
    if folded.endswith(_IN_F):
        return name[:-3] + "f"
    if folded.endswith("ies") and not folded.endswith(_IN_IE):
        return name[:-3] + "y"
    if folded.endswith(_IN_ES):
        return name[:-2]
    if folded == "men" or folded.endswith((" men", "smen")):
        return name[:-2] + "an"
    return name[:-1] if is_plural(name) else name


def plural(name: str) -> str:
    """Return the name of several of whom one has a name; one that looks plural stays.

    >>> [plural(name) for name in ("goblin", "wolf", "harpy", "witch", "hill man", "bones")]
    ['goblins', 'wolves', 'harpies', 'witches', 'hill men', 'bones']
    """
    folded = name.casefold()
    if is_plural(name) or not folded[-1:].isalpha():
        return name
    if folded == "man" or folded.endswith((" man", "sman")):
        return name[:-2] + "en"
    if folded.endswith("f") and f"{folded[:-1]}ves".endswith(_IN_F):
        return name[:-1] + "ves"
    if folded.endswith("fe") or not folded.endswith(("y", "ch", "x", "ss")):
        return f"{name}s"
    if folded.endswith("y") and folded[-2:-1] not in "aeiou":
        return name[:-1] + "ies"
    return f"{name}s" if folded.endswith("y") else f"{name}es"


def is_plural(name: str) -> bool:
    """Return whether a name looks plural."""
    folded = name.casefold()
    return (folded.endswith("s") and not folded.endswith(("ss", "us"))) or folded.endswith("men")


def counted(count: int, name: str) -> str:
    """Return how many of a name there are.

    >>> counted(1, "goblins"), counted(3, "goblins"), counted(1, "owlbear")
    ('1 goblin', '3 goblins', '1 owlbear')
    """
    return f"{count} {singular(name) if count == 1 else name}"


def does(name: str, verb: str) -> str:
    """Return a name and its act, with the verb as the name has it.

    >>> does("rats", "enter"), does("an owlbear", "enter")
    ('rats enter', 'an owlbear enters')
    """
    return f"{name} {verb}" if is_plural(name) else f"{name} {verb}{'es' if verb.endswith('sh') else 's'}"
