//! The types of pages.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// Declares the types with their names and meanings.
macro_rules! page_types {
    ($($variant:ident $name:literal $meaning:literal;)*) => {
        /// The type of a page. The serialised names are those of `page_type` in the article record.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum PageType { $(#[doc = $meaning] $variant),* }

        impl PageType {
            /// Every type, in the order of the enum.
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$variant),*];

            /// The name in the database and in every export.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $name),* }
            }
        }
    };
}

page_types! {
    Article "article" "A news article: one report, comment, interview.";
    LiveBlog "live_blog" "A report that grows entry by entry while something happens.";
    Video "video" "A page around a video.";
    Gallery "gallery" "A page around a series of pictures.";
    Audio "audio" "A page around a recording or a podcast.";
    Section "section" "The front page of a desk or topic: a list of articles.";
    Home "home" "The front page of a site.";
    Tag "tag" "A list of articles with one keyword.";
    Author "author" "A page about an author, or a list of what they wrote.";
    Search "search" "The result of a search.";
    Legal "legal" "Imprint, privacy, terms.";
    Login "login" "A form to sign in or to register.";
    Product "product" "A product for sale.";
    Forum "forum" "A discussion among readers.";
    ConsentWall "consent_wall" "A wall that asks for consent before anything is shown.";
    Challenge "challenge" "A page that wants proof that the visitor is human.";
    JsShell "js_shell" "A page whose text only scripts would load.";
    PaywallTeaser "paywall_teaser" "The opening of an article behind a paywall.";
    Error "error" "An error page, such as that of a missing page.";
    Other "other" "Anything else that is not an article.";
}

impl PageType {
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
