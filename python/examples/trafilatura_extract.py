"""`extract` and `bare_extraction` with trafilatura's names, for programs that call trafilatura.

    from trafilatura_extract import extract      # was: from trafilatura import extract

Only the options below are supported; others of trafilatura raise TypeError. Unlike in trafilatura, comments and tables are left out by
default.
"""

import json

import gleaner


def bare_extraction(
    filecontent,
    url=None,
    *,
    favor_precision=False,
    favor_recall=False,
    include_comments=False,
    include_tables=False,
    target_language=None,
    only_with_metadata=False,
    with_metadata=False,
):
    """Return a dict with the fields of trafilatura, or None if the page has no text or does not match the options."""
    mode = "precision" if favor_precision else "recall" if favor_recall else "balanced"
    include = [name for name, wanted in [("comments", include_comments), ("tables", include_tables)] if wanted]
    article = gleaner.extract(filecontent, url, mode=mode, include=include)
    is_known = article.title and article.date_published and article.url
    if not article.text or only_with_metadata and not is_known:
        return None
    if target_language and article.language != target_language:
        return None
    date = article.date_published
    return {
        "title": article.title,
        "author": "; ".join(article.authors) or None,
        "url": article.url_canonical or article.url,
        "hostname": article.source_domain,
        "description": article.description,
        "sitename": article.source_name,
        "date": date and date.strftime("%Y-%m-%d"),
        "categories": [article.section] if article.section else [],
        "tags": article.tags,
        "license": article.license,
        "language": article.language,
        "image": article.image_url,
        "pagetype": article.page_type,
        "text": article.text.replace("\n\n", "\n"),
    }


def extract(filecontent, url=None, output_format="txt", **options):
    """Return the text of a page or a line of JSON, or None if there is no text."""
    if output_format not in ("txt", "json"):
        raise ValueError(f"no output format {output_format!r}: use txt or json")
    found = bare_extraction(filecontent, url, **options)
    if found is None:
        return None
    return found["text"] if output_format == "txt" else json.dumps(found, ensure_ascii=False)
