//! The user's URL patterns for a site: which URLs are articles, and which are not.

use crate::{PageType, Verdict};

/// Maximum patterns under one key.
const MAX_PATTERNS: usize = 100;
/// Maximum bytes of a pattern.
const MAX_PATTERN_BYTES: usize = 500;
const ARTICLES: &str = "articles";
const NOT_ARTICLES: &str = "not_articles";
/// The `label_source` of these rules.
const SOURCE: &str = "rule:site";

/// Patterns of path and query, in which `*` matches any text: `/story/*`, `*/quiz-*`.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct UrlRules {
    articles: Vec<String>,
    not_articles: Vec<String>,
}

/// A pattern that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{key}`: {pattern:?}: {reason}")]
#[non_exhaustive]
pub struct UrlRuleError {
    /// Its key.
    pub key: &'static str,
    /// The pattern.
    pub pattern: String,
    /// What is wrong with it.
    pub reason: String,
}

impl UrlRules {
    /// Validates the patterns of articles and of other pages. The latter prevail.
    pub fn new(articles: &[String], not_articles: &[String]) -> Result<Self, UrlRuleError> {
        check(ARTICLES, articles)?;
        check(NOT_ARTICLES, not_articles)?;
        Ok(Self {
            articles: articles.to_vec(),
            not_articles: not_articles.to_vec(),
        })
    }

    /// The pattern that decides on a URL, and its key.
    pub fn first(&self, url: &str) -> Option<(&'static str, &str)> {
        let address = path_and_query(url);
        let mut patterns = self.patterns();
        patterns.find(|(_, pattern)| is_like(address, pattern))
    }

    /// All patterns in order.
    pub fn patterns(&self) -> impl Iterator<Item = (&'static str, &str)> {
        let none = self.not_articles.iter().map(|p| (NOT_ARTICLES, p.as_str()));
        none.chain(self.articles.iter().map(|p| (ARTICLES, p.as_str())))
    }

    /// The verdict on the page at a URL, given that of rules and model: a pattern overrides them, unless the page has no
    /// readable content.
    pub fn judge(&self, url: &str, verdict: Verdict) -> Verdict {
        let Some((key, pattern)) = self.first(url).filter(|_| !is_unreadable(&verdict)) else {
            return verdict;
        };
        let page_type = match verdict.page_type {
            _ if key == NOT_ARTICLES => PageType::Other,
            known if known.is_article() => known, // a live blog stays one
            _ => PageType::Article,
        };
        Verdict {
            page_type,
            label_source: SOURCE.to_owned(),
            reason: format!(
                "the URL matches {pattern:?}, which the site's rules list under `{key}`"
            ),
            ..verdict
        }
    }
}

/// Whether the page has no readable content.
fn is_unreadable(verdict: &Verdict) -> bool {
    matches!(
        verdict.page_type,
        PageType::Error | PageType::Challenge | PageType::ConsentWall | PageType::JsShell
    ) || verdict.label_source == "rule:no-text"
}

fn check(key: &'static str, patterns: &[String]) -> Result<(), UrlRuleError> {
    for (place, pattern) in patterns.iter().enumerate() {
        let wrong = |reason: String| UrlRuleError {
            key,
            pattern: pattern.chars().take(MAX_PATTERN_BYTES).collect(),
            reason,
        };
        if place >= MAX_PATTERNS {
            return Err(wrong(format!("more than {MAX_PATTERNS} patterns")));
        }
        if pattern.len() > MAX_PATTERN_BYTES {
            return Err(wrong(format!("longer than {MAX_PATTERN_BYTES} bytes")));
        }
        if !pattern.starts_with(['/', '*']) {
            return Err(wrong(
                "a pattern covers path and query and must begin with / or *".to_owned(),
            ));
        }
    }
    Ok(())
}

/// Path and query of a URL.
fn path_and_query(url: &str) -> &str {
    let url = url.split('#').next().unwrap_or(url);
    let behind = url.split_once("://").map_or(url, |(_, behind)| behind);
    let start = behind.find(['/', '?']).unwrap_or(behind.len());
    match &behind[start..] {
        "" => "/",
        path => &path[..path.floor_char_boundary(4096)],
    }
}

/// Whether the whole text matches the pattern. Each piece between two stars matches at its first occurrence, which is as
/// good as any later one.
fn is_like(text: &str, pattern: &str) -> bool {
    let Some((begin, rest)) = pattern.split_once('*') else {
        return text == pattern;
    };
    let (middle, end) = rest.rsplit_once('*').unwrap_or(("", rest));
    let inner = text.strip_prefix(begin);
    let Some(mut inner) = inner.and_then(|inner| inner.strip_suffix(end)) else {
        return false;
    };
    for piece in middle.split('*') {
        let Some(at) = inner.find(piece) else {
            return false;
        };
        inner = &inner[at + piece.len()..];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Features;

    fn verdict(page_type: PageType, label_source: &str) -> Verdict {
        Verdict {
            page_type,
            news_score: 0.5,
            features: Features::default(),
            label_source: label_source.to_owned(),
            reason: "so".to_owned(),
        }
    }

    fn rules() -> UrlRules {
        let others = ["/sponsored/*", "*/quiz-*", "*?print=1"].map(str::to_owned);
        UrlRules::new(&["/story/*".to_owned()], &others).unwrap()
    }

    #[test]
    fn a_pattern_matches_the_whole_of_path_and_query() {
        for (text, pattern, like) in [
            ("/a", "/a", true),
            ("/a/", "/a", false),
            ("/a/b", "/a/*", true),
            ("/a/", "/a/*", true),
            ("/x/a/b", "/a/*", false),
            ("/x/quiz-1.html", "*/quiz-*", true),
            ("/a/b/c", "/a/*/c", true),
            ("/a/c", "/a/*/c", false),
            ("/aa", "/a*a*a", false),
            ("/aba-ba", "*ba*ba", true),
            ("/aba", "*ba*ba", false),
            ("/a?id=1", "/a?id=*", true),
            ("/anything", "*", true),
            ("/a-b-c", "*-*-*", true),
            ("/a-b", "*-*-*", false),
        ] {
            assert_eq!(is_like(text, pattern), like, "{text} {pattern}");
        }
        assert_eq!(path_and_query("https://a.example"), "/");
        assert_eq!(path_and_query("https://a.example?x=1#top"), "?x=1");
        assert_eq!(
            path_and_query("https://a.example:8080/a/b?c=/d#e"),
            "/a/b?c=/d"
        );
    }

    /// The verdict on a page, and the same after the patterns.
    fn judged(path: &str, page_type: PageType, label_source: &str) -> [Verdict; 2] {
        let before = verdict(page_type, label_source);
        let after = rules().judge(&format!("https://a.example{path}"), before.clone());
        [before, after]
    }

    #[test]
    fn a_pattern_decides_before_rules_and_model_and_is_named() {
        use PageType::{Article, LiveBlog, Other, Section};
        for (path, before, expected, reason) in [
            ("/story/1", Section, Article, "\"/story/*\""),
            ("/story/1", LiveBlog, LiveBlog, "`articles`"),
            ("/story/quiz-2", Article, Other, "\"*/quiz-*\""),
            ("/sponsored/2", Article, Other, "`not_articles`"),
        ] {
            let [_, after] = judged(path, before, "model:x");
            assert_eq!(after.page_type, expected, "{path}");
            assert_eq!(after.label_source, "rule:site");
            assert!(after.reason.contains(reason), "{}", after.reason);
        }
    }

    #[test]
    fn another_url_and_an_unreadable_page_stay_as_they_are() {
        for (path, page_type, label_source) in [
            ("/x", PageType::Article, "model:x"),
            ("/story/1", PageType::Error, "rule:http-error"),
            ("/story/1", PageType::Challenge, "rule:challenge"),
            ("/story/1", PageType::Other, "rule:no-text"),
        ] {
            let [before, after] = judged(path, page_type, label_source);
            assert_eq!(before, after);
        }
    }

    #[test]
    fn patterns_are_checked() {
        let error = UrlRules::new(&["story/*".to_owned()], &[]).unwrap_err();
        assert!(
            error.to_string().starts_with("`articles`: \"story/*\""),
            "{error}"
        );
        assert!(UrlRules::new(&[], &vec!["*".to_owned(); 101]).is_err());
        assert!(UrlRules::new(&[], &["/".repeat(501)]).is_err());
    }
}
