"""Folders written by `gleaner export`."""

from __future__ import annotations

import json
import pathlib
import re
from collections.abc import Iterator
from datetime import datetime
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
# A quotation mark inside of a text has a backslash before it.
_VERSION_ID = re.compile(rb'"version_id":"([0-9a-z]+):(\d+)"')
_AT_ONCE = 1000


def read_export(path: str | PathLike[str]) -> Export:
    """The articles of an export, by its manifest: of a version that is there twice the later one, none that was withdrawn.

    `path` is the folder, or its manifest where it has several. Parquet needs pyarrow.
    """
    place = pathlib.Path(path)
    if place.is_dir():
        manifests = sorted(place.glob("manifest*.json"))
        if len(manifests) != 1:
            names = ", ".join(manifest.name for manifest in manifests) or "none"
            raise ValueError(f"{place} should have one manifest; there are: {names}")
        place = manifests[0]
    return Export(place)


class Export:
    """The articles of an export: rows as dicts when iterated, or Arrow, or a data frame. It can be read several times."""

    def __init__(self, manifest: pathlib.Path) -> None:
        self.folder = manifest.parent
        self.manifest: Row = json.loads(manifest.read_text(encoding="utf-8"))
        """What the export holds: counts, filters, `next_cursor`."""
        self._label = manifest.name.removeprefix("manifest").removesuffix(".json")
        self.format = str(self.manifest["format"])
        if self.format != "parquet" and not self.format.startswith("jsonl"):
            raise ValueError(f"an export in {self.format} is not read by this; parquet and jsonl are")
        self._withdrawn = {(gone["id"], gone["version"]): gone["cursor"] for gone in self.manifest["withdrawn"]}

    def __iter__(self) -> Iterator[Row]:
        """Rows with the names and values of the export; times are datetimes."""
        if self.format == "parquet":
            for batch in self.to_batches():
                yield from batch.to_pylist()
            return
        kept = self._kept()
        for file, path in self._files():
            for number, line in enumerate(self._lines(path)):
                if (file, number) in kept:
                    yield with_times(json.loads(line))

    def __len__(self) -> int:
        return len(self._kept())

    def schema(self) -> pyarrow.Schema:
        """The names and types of the columns."""
        import pyarrow as pa

        return pa.ipc.open_stream(self.folder / f"schema{self._label}.arrow").schema

    def to_batches(self) -> Iterator[pyarrow.RecordBatch]:
        """Record batches, one at a time in memory."""
        import pyarrow as pa

        if self.format != "parquet":
            rows: list[Row] = []
            for row in self:
                rows.append(row)
                if len(rows) == _AT_ONCE:
                    yield pa.RecordBatch.from_pylist(rows, schema=self.schema())
                    rows = []
            if rows:
                yield pa.RecordBatch.from_pylist(rows, schema=self.schema())
            return
        import pyarrow.parquet as pq

        kept = self._kept()
        for file, path in self._files():
            number = 0
            for batch in pq.ParquetFile(path).iter_batches(_AT_ONCE):
                numbers = range(number, number + batch.num_rows)
                number += batch.num_rows
                yield batch.filter(pa.array([(file, row) in kept for row in numbers], pa.bool_()))

    def to_arrow(self) -> pyarrow.Table:
        """One table, with the types of the export's schema."""
        import pyarrow as pa

        return pa.Table.from_batches(self.to_batches(), schema=self.schema())

    def to_pandas(self) -> pandas.DataFrame:
        """One data frame."""
        return self.to_arrow().to_pandas()

    def _files(self) -> Iterator[tuple[int, pathlib.Path]]:
        for file, written in enumerate(self.manifest["files"]):
            yield file, self.folder / written["file"]

    @staticmethod
    def _lines(path: pathlib.Path) -> Iterator[bytes]:
        return Lines(str(path))

    def _kept(self) -> set[tuple[int, int]]:
        """The file and the place of each row that counts."""
        places: dict[Key, tuple[int, int]] = {}
        for file, path in self._files():
            run = _RUN.search(path.name)
            begun = int(run[1]) if run else 0
            for row, key in enumerate(self._keys(path)):
                # What came back after it was withdrawn is in a file that was begun later.
                if key not in self._withdrawn or self._withdrawn[key] <= begun:
                    places[key] = (file, row)
        return set(places.values())

    def _keys(self, path: pathlib.Path) -> Iterator[Key]:
        if self.format == "parquet":
            import pyarrow.parquet as pq

            parquet = pq.ParquetFile(path)
            if "version_id" not in parquet.schema_arrow.names:
                raise ValueError(_WITHOUT)
            for batch in parquet.iter_batches(columns=["version_id"]):
                for version_id in batch.column(0).to_pylist():
                    id, version = version_id.split(":")
                    yield id, int(version)
            return
        for line in self._lines(path):
            found = _VERSION_ID.search(line)
            if not found:
                raise ValueError(_WITHOUT)
            yield found[1].decode(), int(found[2])


_WITHOUT = "without the column version_id nobody knows which rows were replaced or withdrawn; export with it"


def with_times(row: Row) -> Row:
    """The row with datetimes where JSON has texts."""
    for name in TIMES:
        if row.get(name):
            row[name] = _time(row[name])
    for entry in row.get("live_entries") or ():
        if entry.get("at"):
            entry["at"] = _time(entry["at"])
    return row


def _time(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))
