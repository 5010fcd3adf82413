//! Crawlers known to gather texts for AI, to train it or to answer with it. A site that shuts them out by name says
//! something about AI, though nothing to us.

use store::RobotsTxt;
use url::Url;

use crate::robots::Rules;

/// Product tokens as their operators publish or once published them. Crawlers of general search are none of them.
const AGENTS: [&str; 23] = [
    "GPTBot",
    "ClaudeBot",
    "anthropic-ai",
    "Claude-Web",
    "CCBot",
    "Google-Extended",
    "Applebot-Extended",
    "Meta-ExternalAgent",
    "FacebookBot",
    "Bytespider",
    "Amazonbot",
    "cohere-ai",
    "cohere-training-data-crawler",
    "Diffbot",
    "omgili",
    "omgilibot",
    "Webzio-Extended",
    "ImagesiftBot",
    "PanguBot",
    "Timpibot",
    "PerplexityBot",
    "ChatGPT-User",
    "OAI-SearchBot",
];

/// Different sets of rules that are kept. Files have one for all, or two or three; one with more is a joke or an attack.
const MAX_SETS: usize = 8;

/// What a robots.txt says to such crawlers by name: sets of rules, and whom each is meant for.
#[derive(Debug, Default)]
pub(crate) struct AiAgents(Vec<(Rules, Vec<&'static str>)>);

impl AiAgents {
    /// Reads the groups. A crawler that has none of its own is not in it: what is said to all is not about AI.
    pub(crate) fn parse(robots_txt: &RobotsTxt) -> Self {
        let lines = robots_txt
            .body
            .split(|&byte| byte == b'\n' || byte == b'\r');
        let named: Vec<String> = lines.filter_map(agent).collect();
        let is_named = |name: &str| {
            named
                .iter()
                .any(|line| starts_with_ignoring_case(line, name))
        };
        let mut sets: Vec<(Rules, Vec<&'static str>)> = Vec::new();
        for name in AGENTS.into_iter().filter(|name| is_named(name)) {
            let rules = Rules::read(robots_txt, name);
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

    /// Those that may not read an address, set by set.
    pub(crate) fn disallowed(&self, url: &Url) -> impl Iterator<Item = &'static str> {
        let sets = self.0.iter().filter(|(rules, _)| !rules.check(url).allowed);
        sets.flat_map(|(_, names)| names.iter().copied())
    }
}

/// The agent that a line names.
fn agent(line: &[u8]) -> Option<String> {
    let line = std::str::from_utf8(line).ok()?;
    let (key, value) = line.split_once(':')?;
    let key = key.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}');
    let is_agent = ["user-agent", "useragent", "user agent"]
        .iter()
        .any(|spelling| key.eq_ignore_ascii_case(spelling));
    is_agent.then(|| value.trim().to_owned())
}

fn starts_with_ignoring_case(text: &str, start: &str) -> bool {
    text.get(..start.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shut_out(robots_txt: &str, path: &str) -> Vec<&'static str> {
        let txt = RobotsTxt {
            fetched_at: chrono::Utc::now(),
            status: Some(200),
            body: robots_txt.as_bytes().to_vec(),
        };
        let url = Url::parse("https://a.example").unwrap().join(path).unwrap();
        AiAgents::parse(&txt).disallowed(&url).collect()
    }

    #[test]
    fn crawlers_shut_out_by_name_are_told_by_path() {
        let file = "User-agent: *\nDisallow: /intern\n\nUser-agent: gptbot\nUser-agent: CCBot\nDisallow: /\n\nUser-agent: ClaudeBot\nDisallow: /plus/\n";
        assert_eq!(shut_out(file, "/a"), ["GPTBot", "CCBot"]);
        assert_eq!(shut_out(file, "/plus/a"), ["GPTBot", "CCBot", "ClaudeBot"]);
    }

    #[test]
    fn what_is_said_to_all_is_not_about_ai() {
        assert!(shut_out("User-agent: *\nDisallow: /\n", "/a").is_empty());
        assert!(shut_out("User-agent: GPTBot\nDisallow:\n", "/a").is_empty());
        assert!(shut_out("User-agent: Googlebot\nDisallow: /\n", "/a").is_empty());
        assert!(shut_out("", "/a").is_empty());
    }

    #[test]
    fn a_file_of_many_rules_is_kept_once_for_all_it_speaks_to() {
        let agents: String = AGENTS.map(|name| format!("User-agent: {name}\n")).concat();
        let rules: Vec<String> = (0..5_000).map(|n| format!("Disallow: /{n}/\n")).collect();
        let txt = RobotsTxt {
            fetched_at: chrono::Utc::now(),
            status: Some(200),
            body: (agents + &rules.concat()).into_bytes(),
        };
        let agents = AiAgents::parse(&txt);
        assert_eq!(agents.0.len(), 1);
        let url = Url::parse("https://a.example/4999/x").unwrap();
        assert_eq!(agents.disallowed(&url).count(), AGENTS.len());
    }

    #[test]
    fn every_name_is_a_product_token() {
        for name in AGENTS {
            let fits = |c: char| c.is_ascii_alphabetic() || c == '-' || c == '_';
            assert!(name.chars().all(fits), "{name}");
            let file = format!("User-agent: {name}\nDisallow: /\n");
            assert!(shut_out(&file, "/a").contains(&name), "{name}");
        }
    }
}
