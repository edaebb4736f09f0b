"""Games as rows for other programs: CSV by the standard library, Parquet by way of the extra `records`."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from rulelang.errors import UsageError
from rulelang.experiments.measures import Measure
from rulelang.experiments.plan import Outcome

ENDINGS = (".csv", ".parquet")

Record = Mapping[str, Any]


def record_of(rules: str, outcome: Outcome, players: int, measures: Iterable[Measure], unit: int = 1) -> dict[str, Any]:
    """A game as a row: how it ended, scores and wins by seat, the order of turns, and every measure."""
    row: dict[str, Any] = {
        "rules": rules,
        "game": outcome.number,
        "seed": outcome.seed,
        "finished": outcome.finished,
        "end_reason": outcome.reason,
    }
    for seat in range(players):
        row[f"score_{seat + 1}"] = outcome.scores[seat] / unit if outcome.scores else None
    for seat in range(players):
        row[f"wins_{seat + 1}"] = seat in outcome.winners
    order = outcome.course.order if outcome.course is not None else ()
    row["turn_order"] = " ".join(str(seat + 1) for seat in order)
    for measure in measures:
        read = measure.read(outcome, unit) if outcome.finished else None
        row[measure.name.replace(" ", "_").replace("-", "_")] = None if read is None else float(read)
    return row


def write_records(path: Path, rows: Sequence[Record]) -> None:
    """Rows to a file; its name says in which form."""
    check_name(path)
    if path.suffix == ".csv":
        write_csv(path, rows)
    else:
        write_parquet(path, rows)


def check_name(path: Path) -> None:
    """Say what is wrong before anything is played."""
    if path.suffix not in ENDINGS:
        raise UsageError(f"`{path}`: records are written to a file that ends in {' or '.join(ENDINGS)}")
    if path.suffix == ".parquet" and find_spec("pyarrow") is None:
        raise UsageError("Parquet files want the extra `records`: pip install 'rulelang[records]'")


def write_csv(path: Path, rows: Sequence[Record]) -> None:
    out = io.StringIO()
    writer = csv.DictWriter(out, fieldnames=list(rows[0]) if rows else [])
    writer.writeheader()
    writer.writerows(rows)
    path.write_text(out.getvalue(), encoding="utf-8", newline="")


def write_parquet(path: Path, rows: Sequence[Record]) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    parquet.write_table(pa.Table.from_pylist([dict(row) for row in rows]), path)
