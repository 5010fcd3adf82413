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
    since: int | str = 0,
) -> Iterator[Row]:
    """Read the article versions of a database, with the fields and in the order of `gleaner export`.

    The database is opened at once; its rows are read 500 at a time.

    Parameters
    ----------
    database_url : str
        URL of the database, as printed by `gleaner database`.
    site, language, story : str or iterable of str, optional
        Only these ids of sites, ISO 639-1 codes or ids of stories.
    latest : bool, default False
        Only the newest version of each article; one that has moved is at its new URL.
    leaders : bool, default False
        Only the first of the copies of an article.
    published_since, published_until : datetime, optional
        Only articles published at or after the one time and before the other. Datetimes must have a time zone.
    without_opt_outs : str or iterable of str, optional
        Leave out texts with these opt-outs: `tdm`, `ai`, `noindex`, `noarchive`, `nosnippet`.
    since : str, default 0
        Only what was added or changed after this cursor: the `next_cursor` of a manifest.

    Returns
    -------
    iterator of dict
        The rows; times are datetimes.

    Raises
    ------
    ValueError
        If the database cannot be reached or has another schema, or was restored from a backup older than the cursor.
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
            "since": str(since),
        },
    )
    return _each(rows)


def _list(names: Iterable[str]) -> list[str]:
    return [names] if isinstance(names, str) else list(names)


def _each(rows: Articles) -> Iterator[Row]:
    while (batch := rows.batch()) is not None:
        yield from map(with_times, json.loads(batch))
