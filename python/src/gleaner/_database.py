"""The articles of a Gleaner database."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from datetime import datetime

from ._exports import Row, with_times
from ._gleaner import Articles


def articles(
    database_url: str,
    *,
    site: Iterable[str] = (),
    language: Iterable[str] = (),
    story: Iterable[str] = (),
    latest: bool = False,
    leaders: bool = False,
    published_since: datetime | None = None,
    published_until: datetime | None = None,
    without_opt_outs: Iterable[str] = (),
    since: int = 0,
) -> Iterator[Row]:
    """The article versions of a database, with the fields and in the order of `gleaner export`; times are datetimes.

    `database_url` is the one that `gleaner database` prints. The filters are those of `gleaner export`: of `latest`, only the
    newest version of each article; of `leaders`, of copies only the first; `since`, only what came or changed after that
    cursor. Datetimes have a time zone. The database is opened at once, its rows are read 500 at a time.
    """
    rows = Articles(
        database_url,
        {
            "sites": _list(site),
            "languages": _list(language),
            "stories": _list(story),
            "latest": latest,
            "leaders": leaders,
            "published_since": published_since,
            "published_until": published_until,
            "without_opt_outs": _list(without_opt_outs),
            "since": since,
        },
    )
    return _each(rows)


def _list(names: Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _each(rows: Articles) -> Iterator[Row]:
    while (batch := rows.batch()) is not None:
        yield from map(with_times, json.loads(batch))
