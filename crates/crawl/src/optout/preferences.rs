//! Usage preferences in robots.txt: `Content-Signal: ai-train=no` (contentsignals.org) and `Content-Usage:
//! train-ai=n` (IETF, draft-ietf-aipref-attach), each with an optional path before it.

use crate::robots::{self, Directive, Pattern};

/// Maximum number of rules, of preferences per rule, and of bytes per preference.
const MAX_RULES: usize = 200;
const MAX_PREFERENCES: usize = 16;
const MAX_BYTES: usize = 64;

/// The preferences of a robots.txt that apply to us: those of our group, else of the group `*`, and those outside
/// of any group.
#[derive(Debug, Default)]
pub(crate) struct Preferences {
    /// `Content-Signal`.
    signals: Vec<PreferenceRule>,
    /// `Content-Usage`.
    usages: Vec<PreferenceRule>,
}

#[derive(Debug)]
struct PreferenceRule {
    /// `None`: all paths.
    path: Option<Pattern>,
    preferences: Vec<String>,
}

impl Preferences {
    pub(crate) fn parse(robots_txt: &[u8], product: &str) -> Self {
        let product = product.to_ascii_lowercase();
        let text = robots::text(robots_txt);
        let has_own_group = robots::directives(&text)
            .any(|line| matches!(line, Directive::Agents(agents) if agents.contains(&product)));
        let group = if has_own_group { &product } else { "*" };
        // A preference ends the list of a group's user agents, as a rule does.
        let (mut naming, mut applies) = (false, true);
        let mut rules = Self::default();
        for line in robots::directives(&text) {
            let count = rules.signals.len() + rules.usages.len();
            let (list, value) = match line {
                Directive::Agents(agents) => {
                    applies = agents.iter().any(|agent| agent == group) || (naming && applies);
                    naming = true;
                    continue;
                }
                Directive::CrawlDelay(_) | Directive::Sitemap(_) => continue,
                Directive::Rule { .. } => {
                    naming = false;
                    continue;
                }
                Directive::Signal(value) => (&mut rules.signals, value),
                Directive::Usage(value) => (&mut rules.usages, value),
            };
            naming = false;
            if applies && count < MAX_RULES {
                list.push(rule(&String::from_utf8_lossy(value)));
            }
        }
        rules
    }

    /// The signals and the usages for a path in normal form.
    pub(crate) fn of(&self, path: &str) -> (Vec<String>, Vec<String>) {
        (
            preferred(&self.signals, path),
            preferred(&self.usages, path),
        )
    }
}

/// The preferences of the rules with the longest pattern that matches.
fn preferred(rules: &[PreferenceRule], path: &str) -> Vec<String> {
    let matches = |rule: &&PreferenceRule| {
        let pattern = rule.path.as_ref();
        pattern.is_none_or(|pattern| pattern.matches(path))
    };
    let octets = |rule: &PreferenceRule| rule.path.as_ref().map_or(0, Pattern::octets);
    let longest = rules.iter().filter(matches).map(octets).max();
    let decisive = rules.iter().filter(matches);
    decisive
        .filter(|rule| Some(octets(rule)) == longest)
        .flat_map(|rule| rule.preferences.iter().cloned())
        .take(MAX_PREFERENCES)
        .collect()
}

fn rule(value: &str) -> PreferenceRule {
    let (path, list) = match value.split_once(char::is_whitespace) {
        Some((path, list)) if path.starts_with(['/', '*']) => (path, list),
        _ => ("", value),
    };
    PreferenceRule {
        path: Pattern::parse(path.as_bytes()),
        preferences: read(list),
    }
}

/// The members of a list such as `search=yes, ai-train=no`, in lower case and without blanks.
pub(crate) fn read(list: &str) -> Vec<String> {
    list.split(',')
        .filter_map(|member| {
            let (key, value) = member.split(';').next()?.split_once('=')?;
            Some(format!("{}={}", key.trim(), value.trim()).to_ascii_lowercase())
        })
        .filter(|preference| preference.len() <= MAX_BYTES)
        .take(MAX_PREFERENCES)
        .collect()
}

/// Whether a preference refuses use for AI or for text and data mining.
pub(crate) fn refuses_ai(preference: &str) -> bool {
    preference.split_once('=').is_some_and(|(key, value)| {
        matches!(value, "n" | "no")
            && key
                .split('-')
                .any(|part| matches!(part, "ai" | "genai" | "tdm"))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(file: &str, path: &str) -> (Vec<String>, Vec<String>) {
        Preferences::parse(file.as_bytes(), "Gleaner").of(path)
    }

    #[test]
    fn signals_of_our_group_or_of_all_are_read() {
        let file = "User-Agent: Other\nContent-Signal: ai-train=yes\n\nUser-Agent: *\nContent-Signal: Search=yes, ai-train = no # yes\nAllow: /\n";
        assert_eq!(of(file, "/a").0, ["search=yes", "ai-train=no"]);
        let own = format!("{file}\nUser-agent: gleaner\nContent-Signal: search=no\n");
        assert_eq!(of(&own, "/a").0, ["search=no"]);
        assert!(of(&own, "/a").1.is_empty());
    }

    #[test]
    fn a_group_is_ours_however_its_lines_are_written() {
        for file in [
            "User-agent: Gleaner/1.0\nContent-Signal: ai-train=no\n",
            "User-agent: Gleaner (+https://a.example) # you\nContent-Signal: ai-train=no\n",
            "useragent: gleaner\nContent-Signal: ai-train=no\n",
            "User agent : Gleaner\nContent-Signal: ai-train=no\n",
            "User-agent Gleaner\nContent-Signal ai-train=no\n",
            "User-agent: Gleaner\nCrawl-delay: 5\nUser-agent: Other\nContent-Signal: ai-train=no\n",
        ] {
            let file = format!("User-agent: *\nContent-Signal: ai-train=yes\n\n{file}");
            assert_eq!(of(&file, "/a").0, ["ai-train=no"], "{file}");
            let wide: String = file.chars().flat_map(|c| [c, '\0']).collect();
            assert_eq!(of(&wide, "/a").0, ["ai-train=no"], "in UTF-16: {file}");
        }
        let other = "User-agent: GleanerNews\nContent-Signal: ai-train=no\n";
        assert!(of(other, "/a").0.is_empty());
    }

    #[test]
    fn the_longest_path_decides_what_use_is_preferred() {
        let file = "User-Agent: x\nUser-Agent: *\nContent-Usage: train-ai=n\nContent-Usage: /open/ train-ai=y\nDisallow: /intern\n";
        assert_eq!(of(file, "/a").1, ["train-ai=n"]);
        assert_eq!(of(file, "/open/a").1, ["train-ai=y"]);
    }

    #[test]
    fn a_statement_outside_of_any_group_holds_for_all() {
        assert_eq!(of("Content-Usage: ai=n\n", "/a").1, ["ai=n"]);
        let nonsense = "Content-Usage: nonsense\nContent-Signal\n";
        assert!(of(nonsense, "/a").1.is_empty());
    }

    #[test]
    fn refusals_of_ai_are_told_from_others() {
        for refusal in [
            "ai-train=no",
            "ai-input=no",
            "train-ai=n",
            "genai=n",
            "tdm=n",
        ] {
            assert!(refuses_ai(refusal), "{refusal}");
        }
        for other in ["search=no", "ai-train=yes", "train-ai=y", "maid=n", "ai"] {
            assert!(!refuses_ai(other), "{other}");
        }
    }
}
