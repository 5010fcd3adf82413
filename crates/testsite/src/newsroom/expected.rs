//! What a good crawler finds in the newsroom as it is today.

use super::{
    article::{Article, ArticleMeta},
    history::ArticleStatus,
    other_pages::{self, LiveBlog},
    pages,
    site::{OtherPage, SITES},
    site_day::SiteDay,
    state::State,
    traps::{CLOSED_HOST, FOREIGN_HOST},
};

/// What to find and what to leave alone. URLs are absolute and canonical.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Expected {
    /// Articles that a crawl from the home pages must find, including live blogs.
    pub articles: Vec<ExpectedArticle>,
    /// Pages of articles after the first: URL, and URL of the article. They are in no other list of pages.
    pub continuations: Vec<(String, String)>,
    /// Pages that are HTML but not articles: URL, and type as in `page_type` of the article record. Many look like an article.
    pub not_articles: Vec<(String, &'static str)>,
    /// URL prefixes that robots.txt forbids to `Gleaner`. No request is tolerated except for a robots.txt.
    pub disallowed: Vec<String>,
    /// Crawler traps.
    pub traps: Vec<Trap>,
    /// Prefixes of hosts that are linked but belong to no seed. No request is tolerated.
    pub foreign: Vec<String>,
}

/// An article with its gold text and metadata.
#[derive(Debug, Clone, PartialEq)]
pub struct ExpectedArticle {
    /// Canonical URL.
    pub url: String,
    /// Id of the site in the seeds.
    pub site: String,
    /// ISO 639-1 of the text.
    pub language: String,
    /// Headline, without the site's suffix.
    pub title: String,
    /// The paragraph below the headline that summarises the article.
    pub standfirst: String,
    /// Paragraphs, subheadings, list items and quotes in reading order, without standfirst and captions.
    pub paragraphs: Vec<String>,
    /// `standfirst` and `paragraphs`, separated by blank lines.
    pub text: String,
    /// Persons; empty for agency copy.
    pub authors: Vec<String>,
    /// Name of the section on the site.
    pub section: String,
    /// `article` or `live_blog`.
    pub page_type: &'static str,
    /// Group of articles with the same agency text, whole, abridged or under another title.
    pub copy_of: Option<String>,
    /// Number of the event of `data/events.toml` that it reports.
    pub event: Option<usize>,
    /// URLs of its further pages, whose paragraphs are among `paragraphs` and in `text`.
    pub parts: Vec<String>,
    /// Whether the page ends at a paywall; `text` is the part before it.
    pub truncated: bool,
    /// Number of entries of a live blog: its `paragraphs`, newest first, one each. 0 for other articles.
    pub entries: usize,
}

/// A crawler trap: endless or useless URLs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trap {
    /// The kind of trap, for messages.
    pub name: &'static str,
    /// A request belongs to the trap if its URL contains this: a prefix, or the mark of a session id.
    pub pattern: String,
    /// Maximum number of requests that a careful crawler makes to it in one run.
    pub at_most: usize,
}

impl Trap {
    /// Whether a request to `url` falls into this trap.
    pub fn catches(&self, url: &str) -> bool {
        url.contains(&self.pattern)
    }
}

impl Expected {
    /// What to expect of all sites together.
    pub(crate) fn of(state: &State) -> Self {
        let mut out = Self {
            disallowed: vec![state.url(CLOSED_HOST, "/")],
            foreign: vec![state.url(FOREIGN_HOST, "/")],
            ..Self::default()
        };
        for site in SITES.iter() {
            out.add(&SiteDay::new(state, site));
        }
        out
    }

    fn add(&mut self, day: &SiteDay) {
        let site = day.site;
        for meta in (0..day.history.count).filter_map(|number| day.meta(number)) {
            self.add_article(day, meta);
        }
        for page in &site.other_pages {
            let url = day.url(&page.path);
            match page.page_type.as_str() {
                "live_blog" => self.articles.push(live_blog(day, page)),
                page_type => self.not_articles.push((url, page_type)),
            }
        }
        let is_forbidden = |path: &str| site.forbidden.iter().any(|f| path.starts_with(&f.prefix));
        for (path, page_type) in pages::inventory(day) {
            if !is_forbidden(&path) {
                self.not_articles.push((day.url(&path), page_type));
            }
        }
        let forbidden = site.forbidden.iter();
        self.disallowed
            .extend(forbidden.map(|forbidden| day.url(&forbidden.prefix)));
        self.traps.extend(site.traps.iter().map(|trap| Trap {
            name: &trap.name,
            pattern: if trap.pattern.starts_with('/') {
                day.url(&trap.pattern)
            } else {
                trap.pattern.clone()
            },
            at_most: trap.at_most,
        }));
    }

    fn add_article(&mut self, day: &SiteDay, meta: ArticleMeta) {
        if meta.status == ArticleStatus::Withdrawn {
            return;
        }
        let url = day.url(&meta.path);
        let article = article(day, &Article::new(day.site, meta));
        let parts = article.parts.iter();
        self.continuations
            .extend(parts.map(|part| (part.clone(), url.clone())));
        self.articles.push(article);
    }
}

fn article(day: &SiteDay, article: &Article) -> ExpectedArticle {
    let (site, meta) = (day.site, &article.meta);
    let paragraphs = article.paragraphs();
    let standfirst = article.story.standfirst.clone();
    ExpectedArticle {
        url: day.url(&meta.path),
        site: site.id.clone(),
        language: site.language.code().to_owned(),
        title: meta.title.clone(),
        text: format!("{standfirst}\n\n{}", paragraphs.join("\n\n")),
        standfirst,
        paragraphs,
        authors: meta.author.iter().cloned().collect(),
        section: meta.section.to_owned(),
        page_type: "article",
        copy_of: meta.copy_group.clone(),
        event: meta.event(),
        parts: day
            .further_pages(meta)
            .iter()
            .map(|path| day.url(path))
            .collect(),
        truncated: article.full_words.is_some(),
        entries: 0,
    }
}

fn live_blog(day: &SiteDay, page: &OtherPage) -> ExpectedArticle {
    let LiveBlog {
        standfirst,
        entries,
        ..
    } = LiveBlog::new(day, page);
    let paragraphs: Vec<_> = entries.into_iter().map(|entry| entry.text).collect();
    ExpectedArticle {
        url: day.url(&page.path),
        site: day.site.id.clone(),
        language: day.site.language.code().to_owned(),
        title: other_pages::title(day, page),
        text: format!("{standfirst}\n\n{}", paragraphs.join("\n\n")),
        standfirst,
        entries: paragraphs.len(),
        paragraphs,
        authors: Vec::new(),
        section: day
            .site
            .sections()
            .get(page.topic)
            .cloned()
            .unwrap_or_default(),
        page_type: "live_blog",
        copy_of: None,
        event: None,
        parts: Vec::new(),
        truncated: false,
    }
}
