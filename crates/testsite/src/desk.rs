//! One site on one day: what templates and lists ask.

use crate::{
    article::{Article, Brief},
    edition::{Edition, Fate},
    site::Site,
    state::State,
};

/// The view of a site that answers one request.
#[derive(Debug)]
pub(crate) struct Desk<'a> {
    pub(crate) state: &'a State,
    pub(crate) site: &'static Site,
    pub(crate) edition: Edition,
}

impl<'a> Desk<'a> {
    pub(crate) fn new(state: &'a State, site: &'static Site) -> Self {
        Self {
            state,
            site,
            edition: Edition::new(&state.settings, site, state.day()),
        }
    }

    /// Absolute URL of a path on this site.
    pub(crate) fn url(&self, path: &str) -> String {
        self.state.url(self.site.id, path)
    }

    /// What there is to say of an article, withdrawn or not; `None` when the number was never given.
    pub(crate) fn brief(&self, number: usize) -> Option<Brief> {
        (number < self.edition.count)
            .then(|| Brief::new(&self.state.settings, self.site, &self.edition, number))
    }

    /// Whether an article was not withdrawn.
    pub(crate) fn stands(&self, number: usize) -> bool {
        self.edition.fate(number) != Fate::Withdrawn
    }

    /// Numbers of the articles that stand today, newest first.
    pub(crate) fn newest_numbers(&self) -> impl Iterator<Item = usize> {
        (0..self.edition.count)
            .rev()
            .filter(|number| self.stands(*number))
    }

    /// Articles that stand today, newest first. Lazy: each is made when asked for.
    pub(crate) fn newest(&self) -> impl Iterator<Item = Brief> {
        self.newest_numbers()
            .filter_map(|number| self.brief(number))
    }

    /// Three articles of the first day, for the box of related ones: path and title. They stay the
    /// same from day to day, even where they move or go, so that an article's page changes only with
    /// its text.
    pub(crate) fn related(&self, brief: &Brief) -> Vec<(String, String)> {
        let count = self.state.settings.articles_per_site.max(1);
        [3, 7, 4]
            .into_iter()
            .map(|step| (brief.number + step) % count)
            .filter(|number| *number != brief.number)
            .filter_map(|number| self.brief(number))
            .map(|other| (other.first_path(self.site), other.title))
            .collect()
    }

    /// The keywords of an article with the paths of their pages.
    pub(crate) fn tag_links(&self, article: &Article) -> Vec<(String, String)> {
        let path = |tag: &String| (tag.clone(), self.site.tag_path(tag));
        article.tags.iter().map(path).collect()
    }
}
