"""Patterns over tokens, and the chart that finds every way they fit.

A pattern is a line of words: `in|within LENGTH`. Lower case is the word itself, upper case is
a sort of value, `|` separates choices, a trailing `?` makes an element optional.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tkg.temporal.context import Context
from tkg.temporal.lexer import Token
from tkg.temporal.value import Value

Reader = Callable[..., Value | None]
"""Reads the values of a pattern's upper-case elements. None: not a time after all."""

LIMIT = 400
"""Most values kept at one place; nobody says a phrase that needs more."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One way of saying when.

    Attributes:
        name: For `explain` and failing tests.
        pattern: What is said.
        read: What it means.
    """

    name: str
    pattern: str
    read: Reader


@dataclass(frozen=True, slots=True)
class Item:
    """A value found between two tokens.

    Attributes:
        start: First token.
        end: Token after the last.
        value: What it means.
        rule: Who read it.
        parts: The items it was made of.
    """

    start: int
    end: int
    value: Value
    rule: str
    parts: tuple[Item, ...] = ()


@dataclass(slots=True)
class Node:
    """A place in the tree of patterns."""

    edges: dict[str, Node] = field(default_factory=dict)
    done: list[Rule] = field(default_factory=list)


def plant(rules: Iterable[Rule]) -> Node:
    """Build the tree of all patterns."""
    root = Node()
    for rule in rules:
        _grow(root, _choices(rule.pattern), rule)
    return root


def _grow(node: Node, choices: Sequence[Sequence[str]], rule: Rule) -> None:
    """Put a rule at the end of every path; what paths share is walked once."""
    if not choices:
        node.done.append(rule)
        return
    for edge in choices[0]:
        if edge and edge not in node.edges:
            node.edges[edge] = Node()
        _grow(node.edges[edge] if edge else node, choices[1:], rule)


def _choices(pattern: str) -> list[list[str]]:
    """Return the words that may stand at each place, "" where none has to.

    >>> _choices("the? DAY")
    [['the', ''], ['DAY']]
    """
    choices = []
    for element in pattern.split():
        optional = element.endswith("?") and len(element) > 1
        words = element.removesuffix("?").split("|") if optional else element.split("|")
        choices.append([*words, ""] if optional else words)
    return choices


class Chart:
    """All values found in a run of tokens, built from its last token to its first."""

    def __init__(self, root: Node, tokens: Sequence[Token], context: Context) -> None:
        """Prepare an empty chart."""
        self.root = root
        self.tokens = tokens
        self.context = context
        self.at: list[list[Item]] = [[] for _ in range(len(tokens) + 1)]

    def fill(self, lexical: Callable[[Sequence[Token], int, Context], Iterable[Item]]) -> None:
        """Find every value, later starts first, so that each is there when it is needed."""
        for start in range(len(self.tokens) - 1, -1, -1):
            found = self.at[start]
            seen: set[Any] = set()
            for item in lexical(self.tokens, start, self.context):
                found.append(item)
            self.grow(self.root.edges.get(self.tokens[start].word), start + 1, start, (), seen)
            for item in found:  # grows while it is read
                if len(found) > LIMIT:
                    break
                for cat in item.value.cats:
                    node = self.root.edges.get(cat)
                    if node is not None:
                        self.grow(node, item.end, start, (item,), seen)

    def grow(
        self, node: Node | None, end: int, start: int, parts: tuple[Item, ...], seen: set[Any]
    ) -> None:
        """Follow the patterns that begin so, adding what is complete."""
        if node is None:
            return
        for rule in node.done:
            self.complete(rule, end, start, parts, seen)
        if end >= len(self.tokens) or not node.edges:
            return
        self.grow(node.edges.get(self.tokens[end].word), end + 1, start, parts, seen)
        for item in self.at[end]:
            for cat in item.value.cats:
                child = node.edges.get(cat)
                if child is not None:
                    self.grow(child, item.end, start, (*parts, item), seen)

    def complete(
        self, rule: Rule, end: int, start: int, parts: tuple[Item, ...], seen: set[Any]
    ) -> None:
        """Read a whole match and keep it unless the same was read before."""
        value = rule.read(self.context, *(part.value for part in parts))
        if value is None:
            return
        key = (end, rule.name, value if not hasattr(value, "make") else parts)
        if key not in seen:
            seen.add(key)
            self.at[start].append(Item(start, end, value, rule.name, parts))
