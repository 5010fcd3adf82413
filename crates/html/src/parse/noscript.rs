//! Pages whose text is for readers without scripts: forums that write their posts into `<noscript>`.

use memchr::memmem;

/// A page with less text than this, in bytes, has none worth the name.
pub(crate) const LITTLE: usize = 200;
/// What `<noscript>` must have more, in bytes: a request to switch scripts on is no text either.
pub(crate) const ENOUGH: usize = 500;

/// The page with a plain element of the same length in place of each `<noscript>`, so that all offsets stay; `None` if
/// it has none.
pub(crate) fn opened(html: &str) -> Option<String> {
    memmem::find(html.as_bytes(), b"<noscript")?;
    let opened = html.replace("<noscript", "<div     ");
    Some(opened.replace("</noscript", "</div     "))
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn a_page_without_text_is_read_as_by_readers_without_scripts() {
        let post = "word ".repeat(120);
        let page = |shown: &str| format!("<body>{shown}<noscript><p>{post}</p></noscript>");
        let document = parse(&page(""));
        assert_eq!(document.text_of(&document.blocks[0]), post.trim());
        assert_eq!(document.blocks[0].offset, 19);
        assert_eq!(parse(&page(&format!("<p>{post}</p>"))).blocks.len(), 1);
        let asked = "<body><p>Loading</p><noscript>Please enable JavaScript</noscript>";
        assert_eq!(parse(asked).blocks.len(), 1);
    }
}
