//! The states of a site.

use serde::Serialize;

use crate::text::names;

names! {
    /// The state of a site, as commands, reader and metrics name it. Those of a host whose crawl ended early are also the reasons for its
    /// cooldown.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
    #[serde(rename_all = "snake_case")]
    pub enum SiteState {
        /// It has articles.
        Ok => "ok",
        /// It was never crawled.
        New => "new",
        /// It was crawled, and none of its pages has been extracted.
        Unread => "unread",
        /// None of its extracted pages is an article.
        Empty => "empty",
        /// A person paused it.
        Paused => "paused",
        /// It is no longer crawled; its articles stay.
        Removed => "removed",
        /// Its deletion is not finished.
        Forgotten => "forgotten",
        /// It is known only from imported pages.
        Imported => "imported",
        /// Its quota of requests is used up.
        Rationed => "rationed",
        /// It asks for a longer delay than the settings accept.
        Slow => "slow",
        /// It asks to retry later.
        Busy => "busy",
        /// It refuses, or demands proof that the client is human.
        Blocked => "blocked",
        /// Its robots.txt forbids its front page.
        Disallowed => "disallowed",
        /// Its address is not public.
        Private => "private",
        /// It does not answer, or its robots.txt cannot be fetched.
        Unreachable => "unreachable",
        /// Its answers are errors.
        Failing => "failing",
        /// The crawl of it failed.
        Broken => "broken",
        /// Its front page is missing.
        Gone => "gone",
        /// Its front page redirects to another site.
        Moved => "moved",
    }
}

/// What a state asks of a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// Nothing: it is crawled when it is due.
    Well,
    /// Nothing: it is not crawled, as somebody wished, or it waits for its quota.
    Resting,
    /// Attention: nothing can be fetched although it should be.
    Trouble,
}

impl SiteState {
    /// What it asks of a person.
    pub fn standing(self) -> Standing {
        match self {
            Self::Ok | Self::New | Self::Unread | Self::Empty => Standing::Well,
            Self::Paused | Self::Removed | Self::Forgotten | Self::Imported | Self::Rationed => {
                Standing::Resting
            }
            Self::Slow
            | Self::Busy
            | Self::Blocked
            | Self::Disallowed
            | Self::Private
            | Self::Unreachable
            | Self::Failing
            | Self::Broken
            | Self::Gone
            | Self::Moved => Standing::Trouble,
        }
    }
}
