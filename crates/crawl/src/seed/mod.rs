//! Seeds: the sites to crawl, in our own format or in other common ones.

mod load;
mod opml;
mod rules;
mod table;

use std::ops::Range;

use serde::Deserialize;
use store::{NewUrl, Render, SeedSite, Site, Store, StoreError, UrlKind, Via};

use crate::BoxFuture;
use crate::discover::scope::channel;
use crate::url::canonical::{CanonicalUrl, UrlError};

pub use self::load::{
    SeedError, absolute as absolute_path, is_seed_file, load_seeds, read_opml, read_seeds,
};
pub use self::rules::SeedRules;

/// One site of a seed file.
#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seed {
    /// Short name for commands and exports: lower-case letters, digits and hyphens. It must never change. Default: from the home page.
    #[serde(default)]
    pub id: String,
    /// The name of the outlet. Default: the host.
    #[serde(default)]
    pub name: String,
    /// The publisher. All its outlets count once when stories are ranked. Default: the registrable domain.
    pub publisher: Option<String>,
    /// Front page.
    pub home: String,
    /// ISO 3166-1 alpha-2 code.
    pub country: Option<String>,
    /// ISO 639-1 code.
    pub language: Option<String>,
    /// RSS, Atom or JSON feeds.
    #[serde(default)]
    pub feeds: Vec<String>,
    /// Sitemaps and sitemap indexes.
    #[serde(default)]
    pub sitemaps: Vec<String>,
    /// Sitemaps with the Google News extension.
    #[serde(default)]
    pub news_sitemaps: Vec<String>,
    /// Which pages are rendered in a browser, if the build has the feature `render`: `never`, `auto`, `always`.
    #[serde(default)]
    pub render: Render,
    /// What searches may call it and other sites, as `site-tag:`; letter case does not matter.
    #[serde(default)]
    pub tags: Vec<String>,
    /// How its pages are extracted and classified.
    #[serde(default)]
    pub rules: SeedRules,
    /// Absolute path of the file that it was loaded from.
    #[serde(skip)]
    pub file: Option<String>,
    /// Whether the id was derived from the home page.
    #[serde(skip)]
    pub has_derived_id: bool,
}

/// Takes the warnings about a seed file, each with its line.
type Warn<'a> = &'a dyn Fn(u64, &str);

/// A site as listed in a seed file.
#[derive(Debug)]
struct SeedEntry {
    line: Option<u64>,
    /// Its id or its URL, for messages.
    name: String,
    seed: Result<Seed, String>,
}

impl SeedEntry {
    fn new(line: Option<u64>, name: &str, seed: Result<Seed, String>) -> Self {
        Self {
            line,
            name: name.to_owned(),
            seed,
        }
    }
}

impl Seed {
    /// A site of which only the front page is known. The default scheme is `https`.
    pub fn from_home(home: &str) -> Result<Self, UrlError> {
        let text = if home.contains("://") {
            home.to_owned()
        } else {
            format!("https://{home}")
        };
        let url = CanonicalUrl::parse(&text)?;
        let authority = url.authority();
        let named = format!(
            "{}{}",
            authority.strip_prefix("www.").unwrap_or(&authority),
            url.as_url().path()
        );
        Ok(Self {
            id: slug(&named),
            name: authority,
            home: url.to_string(),
            has_derived_id: true,
            ..Self::default()
        })
    }

    /// The seed with an id and a name from its home page, if it has none.
    fn completed(mut self) -> Result<Self, String> {
        if self.id.is_empty() || self.name.is_empty() {
            let derived = Self::from_home(&self.home);
            let derived = derived.map_err(|error| format!("`home`: {:?}: {error}", self.home))?;
            if self.id.is_empty() {
                (self.id, self.has_derived_id) = (derived.id, true);
            }
            if self.name.is_empty() {
                self.name = derived.name;
            }
        }
        Ok(self)
    }

    /// The site that has its home page on the same host, with or without `www.`, and is not removed.
    pub fn known<'a>(&self, store: &'a Store) -> BoxFuture<'a, Result<Option<String>, StoreError>> {
        let site = self.to_site();
        Box::pin(async move {
            let Ok(mut site) = site else {
                return Ok(None);
            };
            site.site.id.clear(); // whatever its id is
            let twin = match site.authority.strip_prefix("www.") {
                Some(bare) => bare.to_owned(),
                None => format!("www.{}", site.authority),
            };
            if let Some(owner) = store.home_host_owner(&site).await? {
                return Ok(Some(owner));
            }
            site.authority = twin;
            store.home_host_owner(&site).await
        })
    }

    fn check(&self) -> Result<(), String> {
        if self.id.is_empty() || self.id != slug(&self.id) {
            return Err(format!(
                "`id` must be lower-case letters, digits and single hyphens, for example {:?}",
                slug(&self.id)
            ));
        }
        if self.name.trim().is_empty() {
            return Err("`name` is empty".to_owned());
        }
        if let Some(publisher) = &self.publisher {
            check_publisher(publisher)?;
        }
        if self.tags.iter().any(|tag| tag.trim().is_empty()) {
            return Err("`tags` has an empty tag".to_owned());
        }
        let is_code = |text: &Option<String>, is_letter: fn(&u8) -> bool| {
            let text = text.as_deref();
            text.is_none_or(|text| text.len() == 2 && text.as_bytes().iter().all(is_letter))
        };
        if !is_code(&self.country, u8::is_ascii_uppercase) {
            return Err(
                "`country` must be two capital letters (ISO 3166-1), for example \"DE\"".to_owned(),
            );
        }
        if !is_code(&self.language, u8::is_ascii_lowercase) {
            return Err(
                "`language` must be two lower-case letters (ISO 639-1), for example \"de\""
                    .to_owned(),
            );
        }
        for (key, url) in self.addresses() {
            CanonicalUrl::parse(url).map_err(|error| format!("`{key}`: {url:?}: {error}"))?;
        }
        Ok(())
    }

    fn addresses(&self) -> impl Iterator<Item = (&'static str, &String)> {
        let home = std::iter::once(("home", &self.home));
        let feeds = self.feeds.iter().map(|url| ("feeds", url));
        let news = self.news_sitemaps.iter().map(|url| ("news_sitemaps", url));
        home.chain(feeds)
            .chain(news)
            .chain(self.sitemaps.iter().map(|url| ("sitemaps", url)))
    }

    /// The site for the store. The frontier starts with home, feeds and sitemaps.
    pub fn to_site(&self) -> Result<SeedSite, UrlError> {
        let home = CanonicalUrl::parse(&self.home)?;
        let mut start: Vec<NewUrl> = Vec::new();
        for (key, url) in self.addresses() {
            let kind = match key {
                "home" => UrlKind::Home,
                "feeds" => UrlKind::Feed,
                "news_sitemaps" => UrlKind::NewsSitemap,
                _ => UrlKind::Sitemap,
            };
            let url = CanonicalUrl::parse(url)?;
            // A URL may be listed under two keys; the first counts.
            if start.iter().any(|known| known.url == url.as_str()) {
                continue;
            }
            start.push(channel(&url, kind, Via::Seed, -1));
        }
        // in the frontier's form
        let canonical = |urls: &[String]| -> Result<Vec<String>, UrlError> {
            let urls = urls.iter();
            urls.map(|url| Ok(CanonicalUrl::parse(url)?.to_string()))
                .collect()
        };
        Ok(SeedSite {
            site: Site {
                id: self.id.clone(),
                name: self.name.clone(),
                publisher: self.publisher.clone(),
                home: home.to_string(),
                country: self.country.clone(),
                language: self.language.clone(),
                feeds: canonical(&self.feeds)?,
                sitemaps: canonical(&self.sitemaps)?,
                news_sitemaps: canonical(&self.news_sitemaps)?,
                render: self.render,
            },
            authority: home.authority(),
            domain: home.domain(),
            start,
            tags: self
                .tags
                .iter()
                .map(|tag| html::fold(tag).to_lowercase())
                .collect(),
            rules: self.rules.to_json(),
            file: self.file.clone(),
        })
    }
}

/// Checks that a publisher has one spelling: publishers are compared as text, regardless of case.
fn check_publisher(name: &str) -> Result<(), String> {
    let words = html::fold(name);
    if words.is_empty() {
        return Err("`publisher` is empty; set it or omit the key".to_owned());
    }
    if words != name {
        return Err(format!(
            "`publisher` has extra spaces; write it as {words:?}"
        ));
    }
    if name.chars().count() > MAX_PUBLISHER {
        return Err(format!(
            "`publisher` is longer than {MAX_PUBLISHER} characters; use a shorter name"
        ));
    }
    Ok(())
}

/// The address of a channel as lists of feeds spell it: with the scheme of feed readers (`feed://`, `feed:https://`), or without one.
fn channel_address(text: &str) -> String {
    let scheme = text.get(..FEED_SCHEME.len());
    let is_of_readers = scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case(FEED_SCHEME));
    let bare = if is_of_readers {
        &text[FEED_SCHEME.len()..]
    } else {
        text
    };
    let (host, _) = bare.split_once('/').unwrap_or((bare, ""));
    let is_host = |char: char| char.is_alphanumeric() || matches!(char, '.' | '-');
    match bare.strip_prefix("//") {
        Some(rest) if is_of_readers => format!("http://{rest}"),
        Some(rest) => format!("https://{rest}"),
        None if host.contains('.') && host.chars().all(is_host) => format!("https://{bare}"),
        None => bare.to_owned(),
    }
}

/// The scheme with which browsers hand a feed over to a reader.
const FEED_SCHEME: &str = "feed:";

/// The number of line ends in a part of a text.
fn count_lines(text: &str, part: Range<usize>) -> u64 {
    let part = text.get(part).unwrap_or_default();
    part.matches('\n').count() as u64
}

/// Whether a text may be the address of a site, with or without a scheme.
fn is_address(text: &str) -> bool {
    text.contains("://") || text.contains('.') || text.starts_with("localhost")
}

/// `de` of `de-AT`.
pub(crate) fn primary_language(tag: &str) -> String {
    let primary = tag.split(['-', '_']).next().unwrap_or_default();
    primary.to_ascii_lowercase()
}

/// Maximum characters of a name, as in the database.
const MAX_PUBLISHER: usize = 255;

/// Lower-case letters and digits; a run of other characters becomes a hyphen.
fn slug(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    }
    out.trim_end_matches('-').to_owned()
}

#[cfg(test)]
mod tests;
