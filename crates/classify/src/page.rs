//! What the classifier is told of a page.

/// What the classifier is told of a page. Everything it says, it says from this.
#[derive(Debug, Clone, Copy, Default)]
pub struct Page<'a> {
    /// The address, after redirects; `None` when unknown.
    pub url: Option<&'a str>,
    /// The status the server answered with; `None` for a page from a file.
    pub http_status: Option<u16>,
    /// The text of `<title>`, whitespace folded; empty when there is none.
    pub title: &'a str,
    /// The extracted text, paragraphs apart by newlines.
    pub text: &'a str,
    /// The page itself, for rules that look behind a page without text;
    /// may be left empty, and those rules then stay silent.
    pub html: &'a str,
    /// How many blocks of text the page has, content or not; `None` when unknown.
    pub blocks: Option<usize>,
    /// What the page says of itself.
    pub metadata: Option<&'a extract::Metadata>,
    /// How its text is spread; `None` when unknown.
    pub shape: Option<&'a extract::Shape>,
}

impl<'a> Page<'a> {
    /// The page as crate `extract` read it. Training and reading both come through here, so that
    /// the model meets the same measures in both.
    pub fn new(
        url: Option<&'a str>,
        http_status: Option<u16>,
        html: &'a str,
        extraction: &'a extract::Extraction,
    ) -> Self {
        let metadata = &extraction.metadata;
        Self {
            url,
            http_status,
            title: metadata.title_page.as_deref().unwrap_or_default(),
            text: &extraction.text,
            html,
            blocks: Some(extraction.blocks),
            metadata: Some(metadata),
            shape: Some(&extraction.shape),
        }
    }
}
