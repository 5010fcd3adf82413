//! One site on one day: what responses and templates need.

use chrono::{DateTime, Utc};

use super::{
    article::{self, Article, ArticleMeta},
    history::{ArticleStatus, History},
    site::Site,
    state::State,
    texts::{self, Texts},
};
use crate::{markup, random::mix};

/// The view of a site for one request.
#[derive(Debug)]
pub(crate) struct SiteDay<'a> {
    pub(crate) state: &'a State,
    pub(crate) site: &'static Site,
    pub(crate) history: History,
}

impl<'a> SiteDay<'a> {
    pub(crate) fn new(state: &'a State, site: &'static Site) -> Self {
        let history = History::new(&state.settings, site, state.day());
        Self {
            state,
            site,
            history,
        }
    }

    /// Absolute URL of a path on this site.
    pub(crate) fn url(&self, path: &str) -> String {
        self.state.url(&self.site.id, path)
    }

    /// When anything last changed.
    pub(crate) fn changed(&self) -> DateTime<Utc> {
        self.history.changed(&self.state.settings)
    }

    /// An article, withdrawn or not; `None` if there is none with this number.
    pub(crate) fn meta(&self, number: usize) -> Option<ArticleMeta> {
        (number < self.history.count)
            .then(|| ArticleMeta::new(&self.state.settings, self.site, &self.history, number))
    }

    /// Whether an article has not been withdrawn.
    pub(crate) fn is_present(&self, number: usize) -> bool {
        self.history.status(number) != ArticleStatus::Withdrawn
    }

    /// Numbers of today's articles, newest first.
    pub(crate) fn newest_numbers(&self) -> impl Iterator<Item = usize> {
        let numbers = (0..self.history.count).rev();
        numbers.filter(|number| self.is_present(*number))
    }

    /// Today's articles, newest first. Lazy: each is made when the iterator reaches it.
    pub(crate) fn newest(&self) -> impl Iterator<Item = ArticleMeta> {
        self.newest_numbers().filter_map(|number| self.meta(number))
    }

    /// Numbers of a section's articles, newest first.
    pub(crate) fn in_section(&self, topic: usize) -> Vec<usize> {
        let settings = &self.state.settings;
        let is_in = |number: &usize| article::topic(settings, self.site, *number) == topic;
        self.newest_numbers().filter(is_in).collect()
    }

    /// Names of the site's reporters.
    pub(crate) fn reporters(&self) -> Vec<String> {
        article::reporters(&self.state.settings, self.site)
    }

    /// Three articles of the first day, for the box of related ones: path and title. They stay the same from day to day,
    /// even if they move or are withdrawn, so that an article's page changes only with its text.
    pub(crate) fn related(&self, meta: &ArticleMeta) -> Vec<(String, String)> {
        let count = self.state.settings.articles_per_site.max(1);
        let numbers = [3, 7, 4]
            .into_iter()
            .map(|step| (meta.number + step) % count);
        numbers
            .filter(|number| *number != meta.number)
            .filter_map(|number| self.meta(number))
            .map(|other| (other.first_path, other.first_title))
            .collect()
    }

    /// Path of a page of a list; the first has no number.
    pub(crate) fn list_path(&self, path: &str, page: usize) -> String {
        let name = &self.site.paths.page;
        match (page, path.contains('?')) {
            (0 | 1, _) => path.to_owned(),
            (_, true) => format!("{path}&{name}={page}"),
            (_, false) => format!("{path}?{name}={page}"),
        }
    }

    /// Path of a page of an article.
    pub(crate) fn page_path(&self, meta: &ArticleMeta, page: usize) -> String {
        match &self.site.pagination {
            Some(pagination) if page > 1 => pagination
                .address
                .replace("{path}", &meta.path)
                .replace("{page}", &page.to_string()),
            _ => meta.path.clone(),
        }
    }

    /// Paths of all pages of an article but the first.
    pub(crate) fn further_pages(&self, meta: &ArticleMeta) -> Vec<String> {
        let pages = 2..=self.site.pages_of(meta.number);
        pages.map(|page| self.page_path(meta, page)).collect()
    }

    /// Path of the print or AMP variant of an article, if the site has variants.
    pub(crate) fn variant_path(&self, meta: &ArticleMeta) -> Option<String> {
        let pattern = self.site.variant.as_ref()?;
        let path = pattern.replace("{path}", &meta.path);
        Some(path.replace("{id}", &meta.id.to_string()))
    }
}

/// Texts for templates.
impl SiteDay<'_> {
    pub(crate) fn text<'t>(&self, german: &'t str, english: &'t str) -> &'t str {
        self.site.language.choose(german, english)
    }

    pub(crate) fn texts(&self) -> &'static Texts {
        texts::of(self.site.language)
    }

    pub(crate) fn long_date(&self, at: DateTime<Utc>) -> String {
        self.site.language.long_date(at)
    }

    pub(crate) fn short_date(&self, at: DateTime<Utc>) -> String {
        self.site.language.short_date(at)
    }

    pub(crate) fn rfc3339(&self, at: DateTime<Utc>) -> String {
        self.site.language.rfc3339(at)
    }

    /// The sections: whether each is the current one, its path and its name.
    pub(crate) fn navigation(
        &self,
        current: Option<usize>,
    ) -> impl Iterator<Item = (bool, String, &'static str)> {
        let sections = self.site.sections().iter().enumerate();
        sections.map(move |(topic, name)| {
            let path = self.site.section_path(topic);
            (current == Some(topic), path, name.as_str())
        })
    }

    /// The session id in the links of a page; each page has another one.
    pub(crate) fn session(&self, canonical: &str) -> String {
        let session = mix(self.site.first_id as u64, canonical) % 0xffff_ffff;
        format!("{session:08x}")
    }

    pub(crate) fn copyright(&self) -> String {
        let name = &self.site.name;
        self.site.language.choose(
            format!("© {name} – Alle Rechte vorbehalten. Nachdruck nur mit Genehmigung."),
            format!("© {name}. All rights reserved. No part may be reprinted without permission."),
        )
    }

    pub(crate) fn comments(&self, meta: &ArticleMeta) -> Vec<(&'static str, &'static str)> {
        self.texts().comments(meta.number)
    }
}

/// Bodies of articles as HTML.
impl SiteDay<'_> {
    /// The first two parts.
    pub(crate) fn opening(&self, article: &Article) -> String {
        let parts = article.story.parts.iter().take(2);
        markup::body(&self.site.markup, parts, Vec::new())
    }

    /// The parts after the second, with links to the article's keywords.
    pub(crate) fn rest(&self, article: &Article) -> String {
        let tag = |tag: &String| (tag.clone(), self.site.tag_path(tag));
        let links = article.tags.iter().map(tag).collect();
        markup::body(&self.site.markup, article.story.parts.iter().skip(2), links)
    }

    /// All parts, without links.
    pub(crate) fn plain_body(&self, article: &Article) -> String {
        markup::body(&self.site.markup, article.story.parts.iter(), Vec::new())
    }
}
