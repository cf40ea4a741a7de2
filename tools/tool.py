"""Make a tool of a function: the signature is the schema, the docstring is the manual."""

from __future__ import annotations

import difflib
import inspect
import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_type_hints

from pydantic import BaseModel, ConfigDict, Field, ValidationError, create_model

from tkg.kg.errors import KgError, UsageError

SYNONYMS: dict[str, str] = {
    "entity": "subject",
    "name": "subject",
    "subjects": "subject",
    "q": "query",
    "text": "query",
    "k": "limit",
    "top_k": "limit",
    "since": "after",
    "from": "after",
    "until": "before",
    "to": "before",
    "turn_id": "id",
    "source": "id",
}
"""Names that models use for a parameter when they do not remember ours."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A function with the description a model reads.

    Attributes:
        name: The function's name.
        description: Its docstring up to `Args:`.
        args: Its parameters after the first, as a model.
        run: The function; its first parameter (the memory) is not shown to the model.
        writes: Whether it changes the memory; such a tool is offered only where that is allowed.
    """

    name: str
    description: str
    args: type[BaseModel]
    run: Callable[..., BaseModel]
    writes: bool = False

    def call(self, memory: object, arguments: Mapping[str, Any] | str) -> str:
        """Run the tool on what the model asked for.

        Returns:
            The result as JSON, or one sentence on what was wrong with the call: the model reads
            it and may try again, so neither case is an exception.
        """
        try:
            args = self.args.model_validate(self._read(arguments))
            return self.run(memory, **dict(args)).model_dump_json(exclude_none=True)
        except ValidationError as error:
            return _explained(error, self.args)
        except KgError as error:
            return f"Error: {error} {error.hint}".strip()

    def openai(self) -> dict[str, Any]:
        """Describe the tool as OpenAI's chat API and those like it take it."""
        return {"type": "function", "function": self.schema()}

    def schema(self) -> dict[str, Any]:
        """Describe the tool: its name, what it is for, and its parameters as a JSON schema."""
        return {
            "name": self.name,
            "description": self.description,
            "parameters": _lean(self.args.model_json_schema()),
        }

    def _read(self, arguments: Mapping[str, Any] | str) -> dict[str, Any]:
        """Undo what models do to arguments: JSON in strings, empty optionals, other names."""
        given = unpacked(arguments)
        if not isinstance(given, dict):
            raise UsageError("The arguments are not a JSON object.", hint=_known(self.args))
        named: dict[str, Any] = {}
        for said, packed in given.items():
            name, value = self._meant(said), unpacked(packed)
            if self._left_out(name, value):
                continue
            if name in named:
                raise UsageError(f"{name!r} is given twice, once as {said!r}.", hint="Give one.")
            named[name] = value
        return named

    def _meant(self, said: str) -> str:
        """Return the parameter that a name means.

        Raises:
            UsageError: None. What is not understood must not be left out in silence: the result
                would answer another question.
        """
        names = self.args.model_fields
        if said in names:
            return said
        if (name := SYNONYMS.get(said, "")) in names:
            return name
        near = difflib.get_close_matches(said, names, 1, 0.6)
        perhaps = f"; perhaps {near[0]!r}" if near else ""
        raise UsageError(f"There is no argument {said!r}{perhaps}.", hint=_known(self.args))

    def _left_out(self, name: str, value: object) -> bool:
        return value in ("", None, [], {}) and not self.args.model_fields[name].is_required()


def _lean(schema: Any) -> Any:
    """Return a schema without what a model reads twice or need not read: titles, null defaults.

    >>> _lean({"title": "Q", "default": None, "anyOf": [{"type": "string"}, {"type": "null"}]})
    {'type': 'string'}
    """
    if isinstance(schema, list):
        return [_lean(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    kept = {
        name: _lean(value)
        for name, value in schema.items()
        if not (name == "title" and isinstance(value, str)) and (name, value) != ("default", None)
    }
    given = [part for part in kept.get("anyOf", ()) if part != {"type": "null"}]
    if len(given) == 1:  # what may be left out need not say that it may be null too
        kept = {**given[0], **{name: value for name, value in kept.items() if name != "anyOf"}}
    return kept


def unpacked(value: Any) -> Any:
    """Return what a string of JSON holds, where it holds a list or an object; else the value."""
    if not isinstance(value, str) or not value.strip().startswith(("{", "[")):
        return value
    try:
        return json.loads(value)
    except json.JSONDecodeError:
        return value


def tool(function: Callable[..., BaseModel], *, writes: bool = False) -> Tool:
    """Make a tool of a function whose first parameter is the memory.

    Args:
        function: What it runs; every other parameter is described in its docstring.
        writes: Whether it changes the memory.

    Raises:
        TypeError: A parameter is missing from the docstring. The model would have to guess it.
    """
    summary, _, args_section = inspect.cleandoc(function.__doc__ or "").partition("\nArgs:\n")
    described = dict(re.findall(r"^ {4}(\w+): (.+(?:\n {8}.+)*)", args_section, re.MULTILINE))
    hints = get_type_hints(function)
    fields: dict[str, Any] = {}
    for parameter in list(inspect.signature(function).parameters.values())[1:]:
        if parameter.name not in described:
            raise TypeError(f"`{function.__name__}` does not describe `{parameter.name}`.")
        default = ... if parameter.default is parameter.empty else parameter.default
        description = re.sub(r"\s+", " ", described[parameter.name])
        fields[parameter.name] = (hints[parameter.name], Field(default, description=description))
    args = create_model(function.__name__, __config__=ConfigDict(extra="forbid"), **fields)
    return Tool(function.__name__, summary.strip(), args, function, writes)


def _explained(error: ValidationError, args: type[BaseModel]) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    wrong = "is missing" if first["type"] == "missing" else f"cannot be that: {first['msg']}"
    return f"Error: {where!r} {wrong}. {_known(args)}"


def _known(args: type[BaseModel]) -> str:
    """Say which arguments there are, and which of them are needed."""
    names = (f"{n} (needed)" if f.is_required() else n for n, f in args.model_fields.items())
    return f"Arguments: {', '.join(names)}."
