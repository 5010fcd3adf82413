//! What rules and models look at: a page with its address and its title taken apart, once.

use std::ops::Deref;

use url::Url;

use crate::path::{self, Path};
use crate::{Page, title};

/// A page with its address and its title taken apart.
#[derive(Debug)]
pub struct Evidence<'a> {
    page: Page<'a>,
    address: Option<(Url, Path)>,
    /// The parts of the title: see [`title::parts`].
    pub(crate) title_parts: Vec<String>,
    /// The words that name the site: the labels of its host and the name it gives itself.
    pub(crate) site: Vec<String>,
    /// The parts of the title that say more than the name of the site.
    pub(crate) own_title: Vec<String>,
}

impl<'a> Evidence<'a> {
    /// Takes a page apart.
    pub fn of(page: &Page<'a>) -> Self {
        let address = page.url.and_then(|url| {
            let url = Url::parse(url).ok().filter(Url::has_host)?;
            let path = Path::of(&url);
            Some((url, path))
        });
        let host = address.as_ref().and_then(|(url, _)| url.host_str());
        let name = page.metadata.and_then(|data| data.site_name.as_deref());
        let named = [host, name].into_iter().flatten();
        let site: Vec<String> = named.flat_map(title::words).collect();
        let title_parts = title::parts(page.title);
        Self {
            page: *page,
            own_title: title::own(&title_parts, &site),
            address,
            title_parts,
            site,
        }
    }

    /// The address taken apart; `None` without one, or where what stands for one names no host: some
    /// collections give their pages made-up addresses.
    pub(crate) fn address(&self) -> Option<(&Url, &Path)> {
        self.address.as_ref().map(|(url, path)| (url, path))
    }

    /// Whether the page calls itself an article, in its JSON-LD or its `og:type`.
    pub(crate) fn calls_itself_article(&self) -> bool {
        let og_type = |metadata: &extract::Metadata| metadata.og_type.as_deref() == Some("article");
        self.has_article_data() || self.metadata.is_some_and(og_type)
    }

    /// Whether an article is among the things the page describes in JSON-LD.
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

    /// The first of these types that the page has in its JSON-LD.
    pub(crate) fn schema_type(&self, wanted: &[&str]) -> Option<&'a str> {
        self.schema_types().find(|name| wanted.contains(name))
    }

    fn schema_types(&self) -> impl Iterator<Item = &'a str> {
        let types = self.page.metadata.map(|metadata| &metadata.schema_types);
        types.into_iter().flatten().map(String::as_str)
    }

    /// `og:type`; empty where there is none.
    pub(crate) fn og_type(&self) -> &'a str {
        let metadata = self.page.metadata;
        metadata
            .and_then(|metadata| metadata.og_type.as_deref())
            .unwrap_or_default()
    }

    /// The headline, or the title where there is none.
    pub(crate) fn headline(&self) -> &'a str {
        let metadata = self.page.metadata;
        metadata
            .and_then(|metadata| metadata.title.as_deref())
            .unwrap_or(self.page.title)
    }

    /// The part of the path that is one of these and has something below it: a further part, or a query that is more than
    /// a page number.
    pub(crate) fn below(&self, wanted: &[&str]) -> Option<&str> {
        let (url, path) = self.address()?;
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
