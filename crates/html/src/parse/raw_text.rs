//! Finds the end of raw text (the content of scripts, styles and the like) and of comments.

use memchr::{memchr, memchr_iter, memmem};

use crate::parse::attributes::{self, is_blank};

/// The end of the content of a raw text element, and the end of its end tag (§13.2.5.12 to 14).
/// `at` is the start of the content. Both are the end of the page if there is no end tag.
pub(crate) fn raw_text_end(html: &[u8], at: usize, name: &str) -> (usize, usize) {
    let mut from = at;
    while let Some(found) = memchr(b'<', &html[from..]) {
        let tag = from + found;
        if html.get(tag + 1) == Some(&b'/') && is_name_at(html, tag + 2, name) {
            return (tag, tag_end(html, tag + 2 + name.len()));
        }
        from = tag + 1;
    }
    (html.len(), html.len())
}

/// As [`raw_text_end`], for a title. Without an end tag, the standard reads to the end of the page, so nothing is left of it.
/// Here a title that has no end tag in the head ends before the next tag.
pub(crate) fn title_end(html: &[u8], at: usize) -> (usize, usize) {
    let (end, after) = raw_text_end(html, at, "title");
    let content = &html[at..end];
    let tags = || memchr_iter(b'<', content).map(|found| at + found);
    let is_tag = |tag: usize| {
        let name = tag + 1 + usize::from(html.get(tag + 1) == Some(&b'/'));
        html.get(name).is_some_and(u8::is_ascii_alphabetic)
    };
    let leaves_head = |tag: usize| {
        is_name_at(html, tag + 1, "body")
            || (html.get(tag + 1) == Some(&b'/') && is_name_at(html, tag + 2, "head"))
    };
    if end < html.len() && !tags().any(leaves_head) {
        return (end, after);
    }
    let next = tags().find(|tag| is_tag(*tag));
    next.map_or((end, after), |tag| (tag, tag))
}

/// As [`raw_text_end`], for a script, in which `<!-- <script>` hides one end tag (§13.2.5.15 to 31).
pub(crate) fn script_end(html: &[u8], at: usize) -> (usize, usize) {
    const NAME: &str = "script";
    let (mut in_comment, mut in_inner_script) = (false, false);
    let mut from = at;
    let mut comment_seen = at; // up to here we have looked for the end of the comment
    while let Some(found) = memchr(b'<', &html[from..]) {
        let tag = from + found;
        from = tag + 1;
        if in_comment {
            if memmem::find(&html[comment_seen..tag], b"-->").is_some() {
                (in_comment, in_inner_script) = (false, false);
            }
            comment_seen = tag.saturating_sub(2).max(comment_seen);
        }
        if html.get(from) == Some(&b'/') && is_name_at(html, from + 1, NAME) {
            if !in_inner_script {
                return (tag, tag_end(html, from + 1 + NAME.len()));
            }
            in_inner_script = false;
        } else if !in_comment && html[from..].starts_with(b"!--") {
            in_comment = true;
            comment_seen = from + 1;
        } else if in_comment && is_name_at(html, from, NAME) {
            in_inner_script = true;
        }
    }
    (html.len(), html.len())
}

/// One past the end of the comment whose `<!--` ends at `at` (§13.2.5.43 to 52).
pub(crate) fn comment_end(html: &[u8], at: usize) -> usize {
    if html[at..].starts_with(b">") {
        return at + 1;
    }
    if html[at..].starts_with(b"->") {
        return at + 2;
    }
    let mut from = at;
    while let Some(found) = memchr(b'>', &html[from..]) {
        let end = from + found;
        if html[at..end].ends_with(b"--") || html[at..end].ends_with(b"--!") {
            return end + 1;
        }
        from = end + 1;
    }
    html.len()
}

fn tag_end(html: &[u8], name_end: usize) -> usize {
    attributes::skip(html, name_end).map_or(html.len(), |end| end.after)
}

fn is_name_at(html: &[u8], at: usize, name: &str) -> bool {
    let end = at + name.len();
    html.get(at..end)
        .is_some_and(|found| found.eq_ignore_ascii_case(name.as_bytes()))
        && html
            .get(end)
            .is_some_and(|&byte| is_blank(byte) || matches!(byte, b'/' | b'>'))
}

#[cfg(test)]
mod tests {
    use super::{comment_end, raw_text_end, script_end, title_end};

    #[test]
    fn raw_text_ends_at_its_own_end_tag_only() {
        let html = b"a</b></styles></STYLE >b";
        assert_eq!(raw_text_end(html, 0, "style"), (14, 23));
    }

    #[test]
    fn a_title_without_an_end_ends_before_the_next_tag() {
        for (html, ends) in [
            ("A &lt; B</title><body>", (8, 16)),
            ("A <b>B</b></title><body>", (10, 18)),
            ("A < B\n<meta name=a></head><body><p>C", (6, 6)),
            ("A<body><svg><title>B</title></svg>", (1, 1)),
            ("A</head><svg><title>B</title></svg>", (1, 1)),
            ("A < B", (5, 5)),
        ] {
            assert_eq!(title_end(html.as_bytes(), 0), ends, "{html}");
        }
    }

    #[test]
    fn a_commented_inner_script_hides_one_end_tag() {
        let html = b"<!-- <script></script> --></script>x";
        assert_eq!(script_end(html, 0), (26, 35));
        let html = b"<!-- </script>x";
        assert_eq!(script_end(html, 0), (5, 14));
    }

    #[test]
    fn a_comment_ends_as_in_the_standard() {
        for (html, end) in [
            ("> a", 1),
            ("-> a", 2),
            (" a --> b", 6),
            (" a --!> b", 7),
            (" a ---> b", 7),
            ("!> a-!>-->", 10),
            ("-!>-->", 6),
            ("--!>", 4),
            ("-->", 3),
            (" a -- b", 7),
        ] {
            assert_eq!(comment_end(html.as_bytes(), 0), end, "{html}");
        }
    }
}
