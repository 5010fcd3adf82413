//! The types of pages.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The type of a page. The serialised names are those of `page_type` in the article record.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PageType {
    /// A news article: one report, comment, interview.
    Article,
    /// A report that grows entry by entry while something happens.
    LiveBlog,
    /// A page around a video.
    Video,
    /// A page around a series of pictures.
    Gallery,
    /// A page around a recording or a podcast.
    Audio,
    /// The front page of a desk or topic: a list of articles.
    Section,
    /// The front page of a site.
    Home,
    /// A list of articles with one keyword.
    Tag,
    /// A page about an author, or a list of what they wrote.
    Author,
    /// The result of a search.
    Search,
    /// Imprint, privacy, terms.
    Legal,
    /// A form to sign in or to register.
    Login,
    /// A product for sale.
    Product,
    /// A discussion among readers.
    Forum,
    /// A wall that asks for consent before anything is shown.
    ConsentWall,
    /// A page that wants proof that the visitor is human.
    Challenge,
    /// A page whose text only scripts would load.
    JsShell,
    /// The opening of an article behind a paywall.
    PaywallTeaser,
    /// An error page, such as that of a missing page.
    Error,
    /// Anything else that is not an article.
    Other,
}

impl PageType {
    /// Every type, in the order of the enum.
    pub const ALL: [Self; 20] = [
        Self::Article,
        Self::LiveBlog,
        Self::Video,
        Self::Gallery,
        Self::Audio,
        Self::Section,
        Self::Home,
        Self::Tag,
        Self::Author,
        Self::Search,
        Self::Legal,
        Self::Login,
        Self::Product,
        Self::Forum,
        Self::ConsentWall,
        Self::Challenge,
        Self::JsShell,
        Self::PaywallTeaser,
        Self::Error,
        Self::Other,
    ];

    /// The name in the database and in every export.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Article => "article",
            Self::LiveBlog => "live_blog",
            Self::Video => "video",
            Self::Gallery => "gallery",
            Self::Audio => "audio",
            Self::Section => "section",
            Self::Home => "home",
            Self::Tag => "tag",
            Self::Author => "author",
            Self::Search => "search",
            Self::Legal => "legal",
            Self::Login => "login",
            Self::Product => "product",
            Self::Forum => "forum",
            Self::ConsentWall => "consent_wall",
            Self::Challenge => "challenge",
            Self::JsShell => "js_shell",
            Self::PaywallTeaser => "paywall_teaser",
            Self::Error => "error",
            Self::Other => "other",
        }
    }

    /// Whether pages of this type have a text worth keeping as news.
    pub fn is_article(self) -> bool {
        matches!(self, Self::Article | Self::LiveBlog)
    }
}

impl fmt::Display for PageType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that is not a page type.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a page type")]
pub struct UnknownPageType(pub String);

impl FromStr for PageType {
    type Err = UnknownPageType;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|page_type| page_type.as_str() == name)
            .ok_or_else(|| UnknownPageType(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_read_back_from_its_name() {
        for page_type in PageType::ALL {
            assert_eq!(page_type.as_str().parse(), Ok(page_type));
            let json = serde_json::to_string(&page_type).unwrap();
            assert_eq!(json, format!("\"{page_type}\""));
        }
    }

    #[test]
    fn an_unknown_name_is_refused_and_named() {
        let refused = "recipe".parse::<PageType>().unwrap_err();
        assert_eq!(refused.to_string(), "`recipe` is not a page type");
    }
}
