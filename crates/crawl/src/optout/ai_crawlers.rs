//! Crawlers known to collect texts for AI, for training or for answers. A site that disallows them by name makes a
//! statement about AI, though not about us.

use std::collections::HashSet;

use store::RobotsTxt;
use url::Url;

use crate::robots::{self, Directive, Rules};

/// Product tokens that their operators publish or once published. Crawlers of general search engines are not included.
const CRAWLERS: &str = "\
    GPTBot ClaudeBot anthropic-ai Claude-Web CCBot Google-Extended Applebot-Extended \
    Meta-ExternalAgent FacebookBot Bytespider Amazonbot cohere-ai cohere-training-data-crawler \
    Diffbot omgili omgilibot Webzio-Extended ImagesiftBot PanguBot Timpibot PerplexityBot \
    ChatGPT-User OAI-SearchBot";

/// Maximum sets of different rules. Most files have one for all, or two or three.
const MAX_SETS: usize = 8;

/// The rules of a robots.txt for such crawlers: sets of rules, each with its crawlers.
#[derive(Debug, Default)]
pub(crate) struct AiCrawlers(Vec<(Rules, Vec<&'static str>)>);

impl AiCrawlers {
    /// Parses the groups. A crawler without its own group is ignored: a rule for all is not about AI.
    pub(crate) fn parse(robots_txt: &RobotsTxt) -> Self {
        let text = robots::text(&robots_txt.body);
        let named: HashSet<String> = robots::directives(&text)
            .flat_map(|line| match line {
                Directive::Agents(agents) => agents,
                _ => Vec::new(),
            })
            .collect();
        let is_named = |name: &str| named.contains(&name.to_ascii_lowercase());
        let mut sets: Vec<(Rules, Vec<&'static str>)> = Vec::new();
        for name in CRAWLERS
            .split_ascii_whitespace()
            .filter(|name| is_named(name))
        {
            let rules = Rules::parse(robots_txt, name);
            if rules.group() == "*" {
                continue;
            }
            let known = sets.iter().position(|(set, _)| set.agrees_with(&rules));
            match known {
                Some(at) => sets[at].1.push(name),
                None if sets.len() < MAX_SETS => sets.push((rules, vec![name])),
                None => {}
            }
        }
        Self(sets)
    }

    /// The crawlers that may not fetch a URL, set by set.
    pub(crate) fn disallowed(&self, url: &Url) -> impl Iterator<Item = &'static str> {
        let sets = self.0.iter().filter(|(rules, _)| !rules.check(url).allowed);
        sets.flat_map(|(_, names)| names.iter().copied())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::made::{robots_txt, url};

    fn disallowed(file: &str, path: &str) -> Vec<&'static str> {
        let txt = robots_txt(Some(200), file);
        AiCrawlers::parse(&txt).disallowed(&url(path)).collect()
    }

    #[test]
    fn crawlers_disallowed_by_name_are_found_by_path() {
        let file = "User-agent: *\nDisallow: /intern\n\nUser-agent: gptbot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: ClaudeBot\nDisallow: /plus/\n";
        assert_eq!(disallowed(file, "/a"), ["GPTBot", "CCBot"]);
        let all = ["GPTBot", "CCBot", "ClaudeBot"];
        assert_eq!(disallowed(file, "/plus/a"), all);
    }

    #[test]
    fn a_crawler_is_named_however_the_line_is_written() {
        for agent in [
            "User-agent: GPTBot/1.2",
            "User-agent GPTBot",
            "useragent: GPTBot # you",
            "\u{feff}User agent: gptbot",
            "User-agent: Googlebot, GPTBot",
        ] {
            let file = format!("{agent}\nDisallow: /\n");
            assert_eq!(disallowed(&file, "/a"), ["GPTBot"], "{agent}");
            let wide: String = file.chars().flat_map(|c| [c, '\0']).collect();
            assert_eq!(disallowed(&wide, "/a"), ["GPTBot"], "in UTF-16: {agent}");
        }
        assert!(disallowed("User-agent: GPTBots\nDisallow: /\n", "/a").is_empty());
    }

    #[test]
    fn rules_for_all_are_not_about_ai() {
        for file in [
            "User-agent: *\nDisallow: /\n",
            "User-agent: GPTBot\nDisallow:\n",
            "User-agent: Googlebot\nDisallow: /\n",
            "",
        ] {
            assert!(disallowed(file, "/a").is_empty(), "{file}");
        }
    }

    #[test]
    fn a_file_of_many_rules_is_kept_once_for_all_its_crawlers() {
        let names: Vec<&str> = CRAWLERS.split_ascii_whitespace().collect();
        let agents = names.iter().map(|name| format!("User-agent: {name}\n"));
        let rules = (0..5_000).map(|n| format!("Disallow: /{n}/\n"));
        let file: String = agents.chain(rules).collect();
        let agents = AiCrawlers::parse(&robots_txt(Some(200), file));
        assert_eq!(agents.0.len(), 1);
        assert!(agents.disallowed(&url("/4999/x")).eq(names));
    }
}
