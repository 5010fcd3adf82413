//! Edits of the HTML of pages, tag by tag and text by text. The rest of a page stays as it is.

/// A tag of a page.
pub(crate) struct Tag<'a> {
    /// In lower case.
    pub(crate) name: &'a str,
    pub(crate) is_end: bool,
    pub(crate) source: &'a str,
}

impl Tag<'_> {
    /// Whether its source contains this text, in any case.
    pub(crate) fn has(&self, text: &str) -> bool {
        let mut windows = self.source.as_bytes().windows(text.len());
        windows.any(|window| window.eq_ignore_ascii_case(text.as_bytes()))
    }
}

/// A part of a page.
pub(crate) enum Piece<'a> {
    /// What is between tags.
    Text(&'a str),
    /// A tag, and the text of its script or style with the end tag.
    Tag(Tag<'a>, &'a str),
}

/// The edit of a tag.
pub(crate) enum Edit {
    Keep,
    /// Removes it, and the raw text of its element if there is any.
    Drop,
    /// Replaces it with a tag of this name without attributes.
    Rename(&'static str),
}

/// Calls `take` with the parts of a page in order; together they are the page. The text of scripts and styles has no tags.
pub(crate) fn pieces(html: &str, mut take: impl FnMut(Piece<'_>)) {
    let (mut text, mut at) = (0, 0);
    while let Some(found) = html[at..].find('<') {
        let start = at + found;
        let after = &html[start + 1..];
        let is_end = after.starts_with('/');
        let after = after.strip_prefix('/').unwrap_or(after);
        let is_letter = |byte: &u8| byte.is_ascii_alphanumeric();
        let longest = 12; // name of an element, in bytes
        let letters = after.bytes().take(longest + 1);
        let length = letters.take_while(is_letter).count();
        at = start + 1;
        if !(1..=longest).contains(&length) {
            continue;
        }
        let name = after[..length].to_ascii_lowercase();
        let end = html[start..].find('>');
        let end = end.map_or(html.len(), |end| start + end + 1);
        let raw = !is_end && matches!(name.as_str(), "script" | "style");
        at = if raw { raw_end(html, end, &name) } else { end };
        take(Piece::Text(&html[text..start]));
        let tag = Tag {
            name: &name,
            is_end,
            source: &html[start..end],
        };
        take(Piece::Tag(tag, &html[end..at]));
        text = at;
    }
    take(Piece::Text(&html[text..]));
}

/// The page with its tags edited.
pub(crate) fn rewritten(html: &str, edit: impl Fn(&Tag<'_>) -> Edit) -> String {
    let mut made = String::with_capacity(html.len());
    pieces(html, |piece| match piece {
        Piece::Text(text) => made.push_str(text),
        Piece::Tag(tag, raw) => match edit(&tag) {
            Edit::Keep => {
                made.push_str(tag.source);
                made.push_str(raw);
            }
            Edit::Drop => {}
            Edit::Rename(name) => {
                made.push_str(if tag.is_end { "</" } else { "<" });
                made.push_str(name);
                made.push('>');
                made.push_str(raw);
            }
        },
    });
    made
}

/// The end of the end tag of an element with raw text, or of the page.
fn raw_end(html: &str, from: usize, name: &str) -> usize {
    let mut at = from;
    while let Some(found) = html[at..].find("</") {
        let after = &html.as_bytes()[at + found + 2..];
        let same = after
            .get(..name.len())
            .is_some_and(|it| it.eq_ignore_ascii_case(name.as_bytes()));
        if same {
            let close = html[at + found..].find('>');
            return close.map_or(html.len(), |close| at + found + close + 1);
        }
        at += found + 2;
    }
    html.len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_pieces_of_a_page_are_the_page() {
        for html in [
            "",
            "<",
            "a < b <é> <h1",
            "<p>x<script>'<p>'</script ><style>a>b",
            "<title>a</title><scriptü",
        ] {
            let mut whole = String::new();
            pieces(html, |piece| match piece {
                Piece::Text(text) => whole += text,
                Piece::Tag(tag, raw) => {
                    whole += tag.source;
                    whole += raw;
                }
            });
            assert_eq!(whole, html);
        }
    }
}
