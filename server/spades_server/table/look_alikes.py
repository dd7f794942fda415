"""Letters of different alphabets that look the same, and names that therefore do.

The letters of Latin, Greek and Cyrillic that are drawn alike, upper and lower case each for itself: a capital eta looks
like an H, a small one like an n. What only resembles, such as a small pi and an n, is left out: nobody is to be
refused the name they have.
"""

import unicodedata

__all__ = ["look_alike"]

# Each sign of a left side is drawn like the sign in the same place of its right side.
_DRAWN_ALIKE = str.maketrans(
    # Cyrillic, Greek, and the Latin letters of phonetics, as plain Latin
    "АВЕЅІЈКМНОРСТУҮХѴԌԚԜӀ" + "аеѕіјкорсуүхѵԁһԛԝӏг" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧϹͿ" + "αγηικνορυχϲϳ" + "ɑɡıȷ",
    "ABESIJKMHOPCTYYXVGQWI" + "aesijkopcyyxvdhqwlr" + "ABEZHIKMNOPTYXCJ" + "aynikvopuxcj" + "agij",
) | str.maketrans("ΓΠΦφ", "ГПФф")  # Greek as Cyrillic: no Latin letter looks so.


def look_alike(name: str, other: str) -> bool:
    """Tell whether people might take *name* for *other*: case, width, spaces and alphabet make no difference.

    A letter that changes its look with its case is compared as it is written and as it is spelt, and either is enough:
    so names of one alphabet are the same in any case.
    """
    return _spelt(name) == _spelt(other) or _drawn(name) == _drawn(other)


def _spelt(name: str) -> str:
    return "".join(unicodedata.normalize("NFKC", name).casefold().split())


def _drawn(name: str) -> str:
    # Twice: some signs are drawn like another letter than the one that they come apart into.
    apart = unicodedata.normalize("NFKD", name.translate(_DRAWN_ALIKE))
    return "".join(apart.translate(_DRAWN_ALIKE).casefold().split())
