//! The input of rules and models: a page with its parsed URL and title.

use std::ops::Deref;

use url::Url;

use crate::path::{self, Path};
use crate::title;

/// The input of the classifier.
#[derive(Debug, Clone, Copy, Default)]
pub struct Page<'a> {
    /// The URL, after redirects; `None` when unknown.
    pub url: Option<&'a str>,
    /// The HTTP status of the response; `None` for a page from a file.
    pub http_status: Option<u16>,
    /// The text of `<title>`, whitespace folded; empty when there is none.
    pub title: &'a str,
    /// The extracted text, paragraphs separated by newlines.
    pub text: &'a str,
    /// Whether a paywall cuts off the text; `None` when unknown.
    pub truncated: Option<bool>,
    /// The HTML, for rules about markup; if empty, those rules do not apply.
    pub html: &'a str,
    /// Number of text blocks of the page, content or not; `None` when unknown.
    pub blocks: Option<usize>,
    /// Its metadata.
    pub metadata: Option<&'a extract::Metadata>,
    /// Measures of the whole page; `None` when unknown.
    pub shape: Option<&'a extract::Shape>,
}

impl<'a> Page<'a> {
    /// The page as crate `extract` extracted it. Training and inference both use this, so that features are the same.
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
            truncated: extraction.truncated,
            html,
            blocks: Some(extraction.blocks),
            metadata: Some(metadata),
            shape: Some(&extraction.shape),
        }
    }
}

/// A page with its parsed URL and title.
#[derive(Debug)]
pub struct Evidence<'a> {
    page: Page<'a>,
    parsed_url: Option<(Url, Path)>,
    /// The parts of the title: see [`title::parts`].
    pub(crate) title_parts: Vec<String>,
    /// The words that name the site: the labels of its host, and its stated name.
    pub(crate) site: Vec<String>,
    /// The parts of the title beyond the name of the site.
    pub(crate) own_title: Vec<String>,
}

impl<'a> Evidence<'a> {
    /// Parses URL and title of a page.
    pub fn of(page: &Page<'a>) -> Self {
        let parsed_url = page.url.and_then(|url| {
            let url = Url::parse(url).ok().filter(Url::has_host)?;
            let path = Path::of(&url);
            Some((url, path))
        });
        let host = parsed_url.as_ref().and_then(|(url, _)| url.host_str());
        let name = page.metadata.and_then(|data| data.site_name.as_deref());
        let named = [host, name].into_iter().flatten();
        let site: Vec<String> = named.flat_map(title::words).collect();
        let title_parts = title::parts(page.title);
        Self {
            page: *page,
            own_title: title::own(&title_parts, &site),
            parsed_url,
            title_parts,
            site,
        }
    }

    /// The parsed URL; `None` without one, or without a host: some corpora have made-up URLs.
    pub(crate) fn parsed_url(&self) -> Option<(&Url, &Path)> {
        self.parsed_url.as_ref().map(|(url, path)| (url, path))
    }

    /// Whether the page declares itself an article, in JSON-LD, microdata or `og:type`.
    pub(crate) fn declares_article(&self) -> bool {
        let og_type = |metadata: &extract::Metadata| metadata.og_type.as_deref() == Some("article");
        self.has_article_data() || self.metadata.is_some_and(og_type)
    }

    /// Whether the JSON-LD or the microdata has an article.
    pub(crate) fn has_article_data(&self) -> bool {
        self.schema_types().any(|name| {
            let tail = name.len().checked_sub("article".len());
            tail.and_then(|tail| name.get(tail..))
                .is_some_and(|tail| tail.eq_ignore_ascii_case("article"))
                || matches!(
                    name,
                    "BlogPosting" | "LiveBlogPosting" | "Report" | "ClaimReview" | "Recipe"
                )
        })
    }

    /// Whether the text is that of a whole article: some 150 words, mostly in sentences. Such a page is an article whatever else stands
    /// on it, such as a player or a form.
    pub(crate) fn has_whole_text(&self) -> bool {
        let in_sentences = |shape: &extract::Shape| shape.sentences >= 0.5;
        let letters = self.text.chars().map(title::letters).sum::<u32>();
        self.shape.is_some_and(in_sentences) && letters >= 900
    }

    /// The first JSON-LD type that is one of these.
    pub(crate) fn schema_type(&self, wanted: &[&str]) -> Option<&'a str> {
        self.schema_types().find(|name| wanted.contains(name))
    }

    fn schema_types(&self) -> impl Iterator<Item = &'a str> {
        let types = self.page.metadata.map(|metadata| &metadata.schema_types);
        types.into_iter().flatten().map(String::as_str)
    }

    /// `og:type`; empty when there is none.
    pub(crate) fn og_type(&self) -> &'a str {
        let metadata = self.page.metadata;
        metadata
            .and_then(|metadata| metadata.og_type.as_deref())
            .unwrap_or_default()
    }

    /// The headline, or the title when there is none.
    pub(crate) fn headline(&self) -> &'a str {
        let metadata = self.page.metadata;
        metadata
            .and_then(|metadata| metadata.title.as_deref())
            .unwrap_or(self.page.title)
    }

    /// The path segment that is one of these and has something below it: another segment, or a query beyond a page number.
    pub(crate) fn below(&self, wanted: &[&str]) -> Option<&str> {
        let (url, path) = self.parsed_url()?;
        let (last, before) = path.segments.split_last()?;
        let is_wanted = |segment: &&String| wanted.contains(&segment.as_str());
        let queried = || is_wanted(&last) && path::queries(url).next().is_some();
        before
            .iter()
            .find(is_wanted)
            .or_else(|| queried().then_some(last))
            .map(String::as_str)
    }
}

impl<'a> Deref for Evidence<'a> {
    type Target = Page<'a>;

    fn deref(&self) -> &Self::Target {
        &self.page
    }
}
