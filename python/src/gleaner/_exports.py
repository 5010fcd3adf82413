"""Folders written by `gleaner export`."""

from __future__ import annotations

import json
import pathlib
import re
from collections.abc import Iterator
from datetime import datetime
from itertools import islice
from os import PathLike
from typing import TYPE_CHECKING, Any

from ._gleaner import Lines

if TYPE_CHECKING:
    import pandas
    import pyarrow

Row = dict[str, Any]
Key = tuple[str, int]

TIMES = ("date_published", "date_modified", "date_crawled", "date_first_seen", "date_last_seen", "date_gone")
_RUN = re.compile(r"-(\d+)-(\d+)\.[a-z.]+$")
# Quotation marks inside strings are escaped, so this cannot match within a text.
_VERSION_ID = re.compile(rb'"version_id":"([0-9a-z]+):(\d+)"')
_BATCH_ROWS = 1000


def read_export(path: str | PathLike[str]) -> Export:
    """Open an export of articles by its manifest.

    If a version appears twice, the later row counts. Withdrawn versions are left out. Parquet requires pyarrow.

    Parameters
    ----------
    path : str or path-like
        The folder of the export.

    Returns
    -------
    Export

    Raises
    ------
    ValueError
        If the folder has no manifest, or the format is neither Parquet nor JSONL.
    """
    folder = pathlib.Path(path)
    if not (folder / "manifest.json").exists():
        raise ValueError(f"{folder} has no manifest.json, so it is not an export")
    return Export(folder)


class Export:
    """The articles of an export. Iterate over it for rows as dicts, or convert it to Arrow or pandas. It can be read repeatedly."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.manifest: Row = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
        """The manifest of the export: files, counts, filters and `next_cursor`."""
        self.format = str(self.manifest["format"])
        if self.format != "parquet" and not self.format.startswith("jsonl"):
            raise ValueError(f"an export in {self.format} is not supported; use parquet or jsonl")
        self._withdrawn = {(gone["id"], gone["version"]): gone["cursor"] for gone in self.manifest["withdrawn"]}

    def __iter__(self) -> Iterator[Row]:
        """Iterate over the rows as dicts with the fields of the export; times are datetimes."""
        if self.format == "parquet":
            for batch in self.to_batches():
                yield from batch.to_pylist()
            return
        kept = self._kept()
        for file, path in self._files():
            for number, line in enumerate(Lines(str(path))):
                if (file, number) in kept:
                    yield with_times(json.loads(line))

    def __len__(self) -> int:
        return len(self._kept())

    def schema(self) -> pyarrow.Schema:
        """Return the names and types of the columns as a `pyarrow.Schema`."""
        import pyarrow as pa

        return pa.ipc.open_stream(self.folder / "schema.arrow").schema

    def to_batches(self) -> Iterator[pyarrow.RecordBatch]:
        """Iterate over `pyarrow.RecordBatch` objects, with one at a time in memory."""
        import pyarrow as pa

        if self.format != "parquet":
            rows = iter(self)
            while some := list(islice(rows, _BATCH_ROWS)):
                yield pa.RecordBatch.from_pylist(some, schema=self.schema())
            return
        import pyarrow.parquet as pq

        kept = self._kept()
        for file, path in self._files():
            number = 0
            for batch in pq.ParquetFile(path).iter_batches(_BATCH_ROWS):
                numbers = range(number, number + batch.num_rows)
                number += batch.num_rows
                yield batch.filter(pa.array([(file, row) in kept for row in numbers], pa.bool_()))

    def to_arrow(self) -> pyarrow.Table:
        """Return all rows as a `pyarrow.Table` with the schema of the export."""
        import pyarrow as pa

        return pa.Table.from_batches(self.to_batches(), schema=self.schema())

    def to_pandas(self) -> pandas.DataFrame:
        """Return all rows as a `pandas.DataFrame`."""
        return self.to_arrow().to_pandas()

    def _files(self) -> Iterator[tuple[int, pathlib.Path]]:
        for file, written in enumerate(self.manifest["files"]):
            yield file, self.folder / written["file"]

    def _kept(self) -> set[tuple[int, int]]:
        """The file number and row number of each valid row."""
        places: dict[Key, tuple[int, int]] = {}
        for file, path in self._files():
            run = _RUN.search(path.name)
            begun = int(run[1]) if run else 0
            for row, key in enumerate(self._keys(path)):
                # A version that came back after its withdrawal is in a file that was begun later.
                if key not in self._withdrawn or self._withdrawn[key] <= begun:
                    places[key] = (file, row)
        return set(places.values())

    def _keys(self, path: pathlib.Path) -> Iterator[Key]:
        if self.format == "parquet":
            import pyarrow.parquet as pq

            parquet = pq.ParquetFile(path)
            if "version_id" not in parquet.schema_arrow.names:
                raise ValueError(_NO_VERSION_ID)
            for batch in parquet.iter_batches(columns=["version_id"]):
                for version_id in batch.column(0).to_pylist():
                    id, version = version_id.split(":")
                    yield id, int(version)
            return
        for line in Lines(str(path)):
            found = _VERSION_ID.search(line)
            if not found:
                raise ValueError(_NO_VERSION_ID)
            yield found[1].decode(), int(found[2])


_NO_VERSION_ID = "without the column version_id, replaced or withdrawn rows cannot be identified; export with it"


def with_times(row: Row) -> Row:
    """Convert the times of a row from strings to datetimes, in place."""
    for name in TIMES:
        if row.get(name):
            row[name] = _time(row[name])
    for entry in row.get("live_entries") or ():
        if entry.get("at"):
            entry["at"] = _time(entry["at"])
    return row


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
