"""Names that the parser takes for other words because of their accents: "Émile lives", "Zoë is".

The small model has seen few of them. A turn in which one was not taken for a name is parsed again
with a common name in its place, and keeps its own words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from spacy.tokens import Doc

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Token

PERSON, PLACE = "Anna", "Paris"
PLACING = ("in", "to", "from", "near")


def named(doc: Doc, parser: Language) -> Doc:
    """Return the parse of a turn with its accented names taken for names."""
    missed = {t.i for t in doc if _missed(t)}
    if not missed:
        return doc
    words = [_stand_in(t) if t.i in missed else t.text for t in doc]
    again = parser(Doc(doc.vocab, words=words, spaces=[bool(t.whitespace_) for t in doc]))
    return _reworded(again, [t.text for t in doc])


def _missed(token: Token) -> bool:
    """Say whether a word is written as a name, and was not taken for one.

    "Café" that opens a sentence is a noun; "Éva" hardly is.
    """
    if token.text.isascii() or not token.text.istitle() or token.pos_ == "PROPN":
        return False
    noun = token.is_sent_start and token.tag_ in ("NN", "NNS")
    return not noun or not token.text[0].isascii()


def _stand_in(token: Token) -> str:
    placed = token.i > 0 and token.nbor(-1).lower_ in PLACING
    return PLACE if placed else PERSON


def _reworded(doc: Doc, words: list[str]) -> Doc:
    """Return a parse with other words in its places."""
    same = [t.text == word for t, word in zip(doc, words, strict=True)]
    entities = [f"{t.ent_iob_}-{t.ent_type_}" if t.ent_type_ else "O" for t in doc]
    return Doc(
        doc.vocab,
        words=words,
        spaces=[bool(t.whitespace_) for t in doc],
        tags=[t.tag_ for t in doc],
        pos=[t.pos_ for t in doc],
        morphs=[str(t.morph) for t in doc],
        lemmas=[t.lemma_ if kept else word for t, kept, word in zip(doc, same, words, strict=True)],
        heads=[t.head.i for t in doc],
        deps=[t.dep_ for t in doc],
        ents=entities,
    )
