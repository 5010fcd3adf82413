//! `/ai.txt` (Spawning): permissions for AI training in the grammar of robots.txt, by path and by file type
//! (`Disallow: *.html`).

use store::{RobotsTxt, WellKnownFile};
use url::Url;

use crate::robots::{Decision, Rules};

/// File extensions of pages.
const PAGES: [&str; 4] = [".html", ".htm", ".xhtml", ".shtml"];

/// The rules of an ai.txt for us or for all.
#[derive(Debug, Default)]
pub(crate) struct AiTxt(Option<Rules>);

impl AiTxt {
    pub(crate) fn parse(file: &WellKnownFile, product: &str) -> Self {
        let txt = RobotsTxt {
            fetched_at: file.fetched_at,
            status: file.status,
            body: file.body.clone(),
        };
        Self(Some(Rules::parse(&txt, product)))
    }

    /// The decision about a page, if a rule matches: the longest one, as in robots.txt. A URL without an extension is matched as
    /// `.html`.
    pub(crate) fn of(&self, url: &Url) -> Option<Decision> {
        let rules = self.0.as_ref()?;
        let path = url.path();
        let decision = if PAGES.iter().any(|ending| path.ends_with(ending)) {
            rules.check(url)
        } else {
            let mut page = url.clone();
            page.set_path(&format!("{path}.html"));
            rules.check(&page)
        };
        decision.rule.is_some().then_some(decision)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made::url;

    fn rule(file: &str, path: &str) -> Option<String> {
        let file = WellKnownFile {
            name: store::WellKnown::AiTxt,
            fetched_at: chrono::Utc::now(),
            status: Some(200),
            body: file.as_bytes().to_vec(),
        };
        AiTxt::parse(&file, "Gleaner").of(&url(path))?.rule
    }

    #[test]
    fn types_of_files_and_paths_are_told_apart() {
        let file =
            "# Spawning AI\nUser-Agent: *\nDisallow: *.jpg\nDisallow: *.html\nAllow: /open/\n";
        let html = Some("Disallow: *.html (group *)".to_owned());
        assert_eq!(rule(file, "/politik/a.html"), html);
        assert_eq!(rule(file, "/politik/a"), html);
        assert_eq!(rule(file, "/open/a").unwrap(), "Allow: /open/ (group *)");
        let pictures = "User-Agent: *\nDisallow: *.jpg\nDisallow: *.png\n";
        assert_eq!(rule(pictures, "/politik/a.html"), None);
    }

    #[test]
    fn our_group_comes_before_the_star_and_silence_is_silence() {
        let file = "User-Agent: *\nDisallow: /\n\nUser-Agent: gleaner\nAllow: /\n";
        assert_eq!(rule(file, "/a").unwrap(), "Allow: / (group gleaner)");
        assert_eq!(rule("", "/a"), None);
        assert_eq!(rule("nothing of the kind", "/a"), None);
    }
}
