//! What distinguishes the news sites, read from `data/sites.toml`; and the paths of requests.

use std::sync::LazyLock;

use serde::Deserialize;

use super::texts;
use crate::{language::Language, markup::BodyMarkup};

/// A news site: its names, paths and peculiarities.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Site {
    /// Host name without `.localhost`, and id in the seeds.
    pub(crate) id: String,
    pub(crate) name: String,
    pub(crate) motto: String,
    pub(crate) country: String,
    pub(crate) language: Language,
    /// Index among the sites; part of every seed.
    #[serde(skip)]
    pub(crate) index: usize,
    /// The id of the first article.
    pub(crate) first_id: usize,
    pub(crate) paths: Paths,
    /// Feeds named in the seeds. Others are to be discovered.
    pub(crate) seed_feeds: Vec<String>,
    /// Path of an article: `{section}`, `{date}`, `{slug}` and `{id}` are filled in.
    pub(crate) article: String,
    /// Path of an article that moved; if there is none, the slug gets a suffix.
    pub(crate) moved: Option<String>,
    /// Path of the print or AMP variant of an article: `{id}` or `{path}` is filled in.
    pub(crate) variant: Option<String>,
    /// Metadata of pages that are not articles.
    #[serde(default)]
    pub(crate) metadata: Metadata,
    #[serde(default)]
    pub(crate) etag: EntityTag,
    /// Whether responses have `Last-Modified`.
    #[serde(default = "yes")]
    pub(crate) last_modified: bool,
    /// Whether responses reserve the rights of text and data mining.
    #[serde(default)]
    pub(crate) reserves_rights: bool,
    #[serde(default)]
    pub(crate) encoding: Encoding,
    /// The article that ends at a paywall.
    pub(crate) paywalled_article: Option<usize>,
    pub(crate) pagination: Option<Pagination>,
    pub(crate) feed: Option<Feed>,
    #[serde(default)]
    pub(crate) sitemaps: Sitemaps,
    /// robots.txt: `{home}` and `{delay}` are filled in.
    pub(crate) robots: Option<String>,
    pub(crate) markup: BodyMarkup,
    #[serde(default)]
    pub(crate) traps: Vec<CrawlerTrap>,
    #[serde(default)]
    pub(crate) failing: Vec<Failing>,
    #[serde(default)]
    pub(crate) forbidden: Vec<Forbidden>,
    #[serde(default)]
    pub(crate) redirects: Vec<Redirect>,
    #[serde(default)]
    pub(crate) notices: Vec<Notice>,
    /// Further links of the home page.
    #[serde(default)]
    pub(crate) links: Vec<HomeLink>,
    #[serde(default)]
    pub(crate) other_pages: Vec<OtherPage>,
}

fn yes() -> bool {
    true
}

/// Paths of the pages that every site has. A `*` is a slug.
#[derive(Debug, Deserialize)]
pub(crate) struct Paths {
    pub(crate) section: String,
    pub(crate) tag: String,
    pub(crate) author: String,
    /// The finite list of all articles.
    pub(crate) archive: String,
    /// Name of the parameter that counts pages.
    pub(crate) page: String,
    pub(crate) search: String,
    pub(crate) imprint: String,
    pub(crate) privacy: String,
    pub(crate) terms: String,
    pub(crate) contact: String,
    pub(crate) login: String,
}

/// The format of a page's metadata.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Metadata {
    #[default]
    None,
    JsonLd,
    OpenGraph,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum EntityTag {
    None,
    Weak,
    #[default]
    Strong,
}

/// The encoding of pages.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
pub(crate) enum Encoding {
    #[default]
    #[serde(rename = "utf-8")]
    Utf8,
    #[serde(rename = "windows-1252")]
    Windows1252,
}

/// The one article of a site that has several pages; it is not agency copy and never changes.
#[derive(Debug, Deserialize)]
pub(crate) struct Pagination {
    pub(crate) article: usize,
    pub(crate) pages: usize,
    /// Path of the pages after the first: `{path}` and `{page}` are filled in.
    pub(crate) address: String,
    /// Whether each page is its own canonical page; otherwise the first page is.
    #[serde(default)]
    pub(crate) own_canonical: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Feed {
    pub(crate) path: String,
    pub(crate) media_type: String,
}

/// Paths of sitemaps.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Sitemaps {
    pub(crate) index: Option<String>,
    /// Files of the index; `*` is their number, from 1.
    pub(crate) articles: Option<String>,
    /// Whether these files are compressed.
    #[serde(default)]
    pub(crate) gzip: bool,
    /// Google News.
    pub(crate) news: Option<String>,
    #[serde(default)]
    pub(crate) news_in_index: bool,
}

#[derive(Debug, Deserialize)]
pub(crate) struct CrawlerTrap {
    pub(crate) name: String,
    /// Text of the link into the trap.
    pub(crate) title: String,
    pub(crate) path: String,
    /// The text that its URLs contain.
    pub(crate) pattern: String,
    /// Maximum number of requests tolerated.
    pub(crate) at_most: usize,
}

/// A page that is linked and fails.
#[derive(Debug, Deserialize)]
pub(crate) struct Failing {
    pub(crate) path: String,
    pub(crate) status: u16,
}

/// Paths that robots.txt forbids to Gleaner, and the one that is linked.
#[derive(Debug, Deserialize)]
pub(crate) struct Forbidden {
    pub(crate) prefix: String,
    pub(crate) path: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct Redirect {
    pub(crate) path: String,
    pub(crate) to: String,
    pub(crate) status: u16,
}

/// A page of one paragraph.
#[derive(Debug, Deserialize)]
pub(crate) struct Notice {
    pub(crate) path: String,
    pub(crate) title: String,
    pub(crate) text: String,
}

#[derive(Debug, Deserialize)]
pub(crate) struct HomeLink {
    pub(crate) title: String,
    /// Another host, without `.localhost`.
    pub(crate) host: Option<String>,
    pub(crate) path: String,
}

/// A page of a type other than article, such as a video, a gallery or a live blog.
#[derive(Debug, Deserialize)]
pub(crate) struct OtherPage {
    pub(crate) path: String,
    #[serde(rename = "type")]
    pub(crate) page_type: String,
    pub(crate) topic: usize,
    /// Whether it is as long as an article and has metadata, if its site has any.
    #[serde(default)]
    pub(crate) long: bool,
}

/// The five sites.
pub(crate) static SITES: LazyLock<Vec<Site>> = LazyLock::new(|| {
    #[derive(Default, Deserialize)]
    struct File {
        site: Vec<Site>,
    }
    let file: File = toml::from_str(include_str!("../../data/sites.toml")).unwrap_or_default();
    let mut sites = file.site;
    for (index, site) in sites.iter_mut().enumerate() {
        site.index = index;
    }
    sites
});

/// The site with this id.
pub(crate) fn by_id(id: &str) -> Option<&'static Site> {
    SITES.iter().find(|site| site.id == id)
}

impl Site {
    /// Names of the sections, by topic.
    pub(crate) fn sections(&self) -> &'static [String] {
        &texts::of(self.language).sections
    }

    /// Path of a section.
    pub(crate) fn section_path(&self, topic: usize) -> String {
        let name = self.sections().get(topic).map_or("", String::as_str);
        self.paths.section.replace('*', &slug(name))
    }

    /// Path of a keyword's page.
    pub(crate) fn tag_path(&self, tag: &str) -> String {
        self.paths.tag.replace('*', &slug(tag))
    }

    /// Path of a reporter's page.
    pub(crate) fn author_path(&self, author: &str) -> String {
        self.paths.author.replace('*', &slug(author))
    }

    /// The number of pages of an article.
    pub(crate) fn pages_of(&self, article: usize) -> usize {
        let paginated = self.pagination.as_ref();
        paginated
            .filter(|pagination| pagination.article == article)
            .map_or(1, |pagination| pagination.pages)
    }
}

/// Lower-case ASCII words joined by hyphens, as in URLs.
pub(crate) fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars().flat_map(char::to_lowercase) {
        match letter {
            'ä' => out.push_str("ae"),
            'ö' => out.push_str("oe"),
            'ü' => out.push_str("ue"),
            'ß' => out.push_str("ss"),
            'é' | 'ë' => out.push('e'),
            'ı' => out.push('i'),
            _ if letter.is_ascii_alphanumeric() => out.push(letter),
            '’' | '\'' | '\u{307}' => {}
            _ if out.ends_with('-') || out.is_empty() => {}
            _ => out.push('-'),
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// Path and query of a request.
#[derive(Debug)]
pub(crate) struct RequestPath<'a> {
    pub(crate) path: &'a str,
    pub(crate) query: &'a str,
}

impl<'a> RequestPath<'a> {
    pub(crate) fn new(path_and_query: &'a str) -> Self {
        let (path, query) = path_and_query
            .split_once('?')
            .unwrap_or((path_and_query, ""));
        Self { path, query }
    }

    /// Path and query.
    pub(crate) fn full(&self) -> String {
        if self.query.is_empty() {
            self.path.to_owned()
        } else {
            format!("{}?{}", self.path, self.query)
        }
    }

    /// The value of a query parameter.
    pub(crate) fn parameter(&self, name: &str) -> Option<&'a str> {
        let pairs = self
            .query
            .split('&')
            .filter_map(|pair| pair.split_once('='));
        let mut named = pairs.filter(|(key, _)| *key == name);
        named.next().map(|(_, value)| value)
    }

    /// The last number in the path.
    pub(crate) fn last_number(&self) -> Option<usize> {
        numbers(self.path).last()
    }
}

/// Every number in a text.
pub(crate) fn numbers(text: &str) -> impl Iterator<Item = usize> {
    text.split(|c: char| !c.is_ascii_digit())
        .filter_map(|digits| digits.parse().ok())
}
