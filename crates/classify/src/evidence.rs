//! What rules and models look at: a page with its address and its title taken apart, once.

use std::ops::Deref;

use url::Url;

use crate::path::Path;
use crate::{Page, title};

/// A page with its address and its title taken apart.
#[derive(Debug)]
pub struct Evidence<'a> {
    page: Page<'a>,
    address: Option<(Url, Path)>,
    /// The parts of the title: see [`title::parts`].
    pub(crate) title: Vec<String>,
}

impl<'a> Evidence<'a> {
    /// Takes a page apart.
    pub fn of(page: &Page<'a>) -> Self {
        Self {
            page: *page,
            address: page.url.and_then(|url| {
                let url = Url::parse(url).ok().filter(Url::has_host)?;
                let path = Path::of(&url);
                Some((url, path))
            }),
            title: title::parts(page.title),
        }
    }

    /// The page itself.
    pub(crate) fn page(&self) -> &Page<'a> {
        &self.page
    }

    /// The address taken apart; `None` without one, or where what stands for one names no host: some
    /// collections give their pages made-up addresses.
    pub(crate) fn address(&self) -> Option<(&Url, &Path)> {
        self.address.as_ref().map(|(url, path)| (url, path))
    }

    /// The words that name the site: the labels of its host and the name it gives itself.
    pub(crate) fn site_words(&self) -> Vec<String> {
        let host = self.address().and_then(|(url, _)| url.host_str());
        let name = self
            .page
            .metadata
            .and_then(|metadata| metadata.site_name.as_deref());
        let words = |text: Option<&'a str>| title::words(text.unwrap_or_default()).collect();
        let mut all: Vec<String> = title::words(host.unwrap_or_default()).collect();
        all.append(&mut words(name));
        all
    }
}

impl<'a> Deref for Evidence<'a> {
    type Target = Page<'a>;

    fn deref(&self) -> &Self::Target {
        &self.page
    }
}
