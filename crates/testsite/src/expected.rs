//! What a good crawler makes of the newsroom as it stands today.

use chrono::{DateTime, Utc};

/// What is there to be found, and what is to be left alone. URLs are absolute, in their canonical spelling.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Expected {
    /// Articles that a crawl from the home pages must find, live blogs included.
    pub articles: Vec<ExpectedArticle>,
    /// Pages of articles after the first: URL, and URL of the article. Neither articles nor anything else.
    pub continuations: Vec<(String, String)>,
    /// Pages that answer with HTML but are no articles. Many look like one.
    pub not_articles: Vec<ExpectedPage>,
    /// URL prefixes that robots.txt forbids to `Gleaner`. Not one request is tolerable, but for a robots.txt itself.
    pub disallowed: Vec<String>,
    /// Places to get lost in.
    pub traps: Vec<Trap>,
    /// URLs that are linked but fail, with the status of their answer.
    pub failing: Vec<(String, u16)>,
    /// Articles withdrawn since the first day; they answer 410.
    pub withdrawn: Vec<String>,
    /// Articles moved since the first day: old URL, new URL.
    pub moved: Vec<(String, String)>,
    /// Print and AMP variants: URL, and the canonical URL they name.
    pub variants: Vec<(String, String)>,
    /// Prefixes of hosts that are linked but belong to no seed. Not one request is tolerable.
    pub foreign: Vec<String>,
}

/// One article with its gold text and metadata.
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
    /// The paragraph under the headline that sums the article up.
    pub standfirst: String,
    /// Paragraphs, subheadings, list items and quotes in reading order, without standfirst and captions.
    pub paragraphs: Vec<String>,
    /// `standfirst` and `paragraphs`, separated by blank lines.
    pub text: String,
    /// Captions of pictures, without credit.
    pub captions: Vec<String>,
    /// Sentences that stand on the page but do not belong to the article: comments, teasers, consent, hidden text.
    pub outside: Vec<String>,
    /// Persons; empty for agency copy.
    pub authors: Vec<String>,
    /// The news agency named in the byline.
    pub agency: Option<String>,
    /// First publication, to the minute.
    pub published: DateTime<Utc>,
    /// Whether the page tells the minute or only the day: `minute` or `day`.
    pub published_precision: &'static str,
    /// Last change of the text; equal to `published` while there was none.
    pub modified: DateTime<Utc>,
    /// Section as the site calls it.
    pub section: String,
    /// Keywords.
    pub tags: Vec<String>,
    /// `article` or `live_blog`.
    pub page_type: &'static str,
    /// Articles of one group carry the same agency text, whole, abridged or under another title.
    pub copy_of: Option<String>,
    /// How often the text changed since the first day.
    pub revision: u32,
    /// URLs of its further pages, whose paragraphs are among `paragraphs` and in `text`.
    pub parts: Vec<String>,
    /// Whether the page ends at a paywall; `text` is what stands before it.
    pub truncated: bool,
    /// Entries of a live blog, newest first: the `paragraphs`, one each. 0 for other articles.
    pub entries: usize,
}

/// A page that is not an article.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExpectedPage {
    /// Canonical URL.
    pub url: String,
    /// Its type, in the words of `page_type` in the article record.
    pub page_type: &'static str,
}

/// URLs without end or without use.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trap {
    /// What kind of trap it is, for messages.
    pub name: &'static str,
    /// A request belongs to the trap when its URL contains this: a prefix, or the mark of a session id.
    pub pattern: String,
    /// Requests that a careful crawler may spend on it in one night.
    pub at_most: usize,
}

impl Trap {
    /// Whether a request to `url` falls into this trap.
    pub fn catches(&self, url: &str) -> bool {
        url.contains(&self.pattern)
    }
}
