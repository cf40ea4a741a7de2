"""Options that many commands take, each worded once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Db = Annotated[Path | None, typer.Option(help="The store; else $KG_DB, else your data folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document.")]
AsOf = Annotated[str | None, typer.Option(help="As the world stood then: any words for a time.")]
KnownAt = Annotated[str | None, typer.Option(help="As it had been told by then.")]
After = Annotated[str | None, typer.Option(help="Said at or after this time.")]
Before = Annotated[str | None, typer.Option(help="Said before this time.")]
From = Annotated[str | None, typer.Option("--after", help="Not what was over by this time.")]
Until = Annotated[str | None, typer.Option("--before", help="Not what began then or later.")]
Now = Annotated[str | None, typer.Option(help="Take this as the present: any whole date.")]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Say what would be done, change nothing.")]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]
