"""The article record and the verdict of a page, with the field names of exports."""

from __future__ import annotations

from datetime import datetime
from typing import Any, Generic, TypeVar, overload

T = TypeVar("T")


class _Record:
    """A JSON object with its fields as attributes."""

    __slots__ = ("_record",)
    _record: dict[str, Any]

    def __init__(self, record: dict[str, Any]) -> None:
        self._record = record

    def to_dict(self) -> dict[str, Any]:
        """Return the fields as a dict of JSON values; times are strings."""
        return dict(self._record)

    @property
    def is_article(self) -> bool:
        """Whether the crawler would keep the page as an article."""
        return self._record["page_type"] in ("article", "live_blog")

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self._record == other._record

    __hash__ = None  # type: ignore[assignment]


class _Field(Generic[T]):
    """A field of the record with the name of the attribute."""

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, record: None, owner: type) -> _Field[T]: ...
    @overload
    def __get__(self, record: _Record, owner: type) -> T: ...
    def __get__(self, record: _Record | None, owner: type) -> _Field[T] | T:
        return self if record is None else self.value(record._record.get(self.name))

    def value(self, value: Any) -> T:
        return value  # type: ignore[no-any-return]


class _Time(_Field["datetime | None"]):
    def value(self, value: Any) -> datetime | None:
        return None if value is None else datetime.fromisoformat(value.replace("Z", "+00:00"))


class Article(_Record):
    """The article record of a page. Fields that the page does not have are None or an empty list."""

    __slots__ = ()

    id = _Field["str | None"]()
    """SHA-256 of the normalised URL, as in exports; None without a URL."""
    url = _Field["str | None"]()
    url_canonical = _Field["str | None"]()
    source_domain = _Field["str | None"]()
    source_name = _Field["str | None"]()
    title = _Field["str | None"]()
    title_page = _Field["str | None"]()
    description = _Field["str | None"]()
    text = _Field[str]()
    """The text in NFC without the headline, with an empty line between paragraphs."""
    authors = _Field["list[str]"]()
    agencies = _Field["list[str]"]()
    organizations = _Field["list[str]"]()
    date_published = _Time()
    date_published_tz = _Field["int | None"]()
    date_published_precision = _Field["str | None"]()
    date_published_source = _Field["str | None"]()
    date_modified = _Time()
    language = _Field["str | None"]()
    language_score = _Field["float | None"]()
    section = _Field["str | None"]()
    tags = _Field["list[str]"]()
    image_url = _Field["str | None"]()
    images = _Field["list[dict[str, str | None]]"]()
    page_type = _Field[str]()
    """`article`, `live_blog`, `section` and so on; `error` if the page could not be read."""
    news_score = _Field["float | None"]()
    label_source = _Field[str]()
    is_free = _Field["bool | None"]()
    is_truncated = _Field["bool | None"]()
    live_entries = _Field["list[dict[str, Any]]"]()
    license = _Field["str | None"]()
    field_sources = _Field["dict[str, str] | None"]()
    word_count = _Field[int]()
    char_count = _Field[int]()
    content_hash = _Field["str | None"]()
    blocks = _Field["list[dict[str, Any]] | None"]()
    """The text as typed blocks; None unless requested with `blocks=True`."""
    extractor = _Field[str]()
    extractor_version = _Field[str]()
    schema_version = _Field[int]()
    error = _Field["str | None"]()
    """Why the page could not be read; None if it could."""

    def __repr__(self) -> str:
        return f"<Article {self.page_type} {self.title!r} {self.url or ''}>"


class Verdict(_Record):
    """The type of a page, and the reason."""

    __slots__ = ()

    page_type = _Field[str]()
    """`article`, `live_blog`, `section` and so on; `error` if the page could not be read."""
    news_score = _Field["float | None"]()
    """Score of the model from 0 (not news) to 1 (news), even if a rule decided."""
    reason = _Field[str]()
    label_source = _Field[str]()
    """What decided the type: `model:NAME` or `rule:NAME`."""
    features = _Field["dict[str, float] | None"]()

    def __repr__(self) -> str:
        return f"<Verdict {self.page_type}: {self.reason}>"
