//! The site that a page belongs to, by its name and its host.

use text::spelling::{Spelling, spelled};
use url::Url;

use super::kinds::{MAX_NAME_WORDS, is_in_capitals};
use crate::metadata::text::letters;
use crate::title_marks::is_mark;

/// Second-level domains below which names are registered, as in `co.uk`.
const SECOND_LEVELS: [&str; 8] = ["co", "com", "org", "net", "gov", "ac", "or", "ne"];

/// The outlet of a page. Its name is the most common wrong author.
#[derive(Debug, Default)]
pub(in crate::metadata) struct Outlet {
    /// Its name.
    spelt: Option<String>,
    /// Letters of its name.
    name: Option<String>,
    /// Letters of its host without `www`: complete, without the last label, and of the label that was registered.
    hosts: Vec<String>,
}

impl Outlet {
    pub(in crate::metadata) fn new(name: Option<&str>, url: Option<&Url>) -> Self {
        let host = url
            .and_then(Url::host_str)
            .map(|host| host.trim_start_matches("www."));
        let without_end = host
            .and_then(|host| host.rsplit_once('.'))
            .map(|(host, _)| host);
        let label = without_end.map(|host| match host.rsplit_once('.') {
            Some((rest, end)) if SECOND_LEVELS.contains(&end) => last_label(rest),
            _ => last_label(host),
        });
        let hosts = [host, without_end, label]
            .into_iter()
            .flatten()
            .map(letters);
        Self {
            spelt: name.map(str::to_owned),
            name: name.map(letters).filter(|name| !name.is_empty()),
            hosts: hosts.filter(|host| host.len() >= 4).collect(),
        }
    }

    /// Whether a text is the name of the outlet.
    pub(in crate::metadata) fn is_named(&self, text: &str) -> bool {
        self.name.as_deref() == Some(letters(text).as_str())
    }

    /// A title without the separator and the outlet's name at its end.
    pub(in crate::metadata) fn cut_off<'a>(&self, title: &'a str) -> &'a str {
        let Some(name) = self.spelt.as_deref() else {
            return title;
        };
        let rest = title.strip_suffix(name).map(str::trim_end);
        let marked = rest.filter(|rest| {
            let head = rest.trim_end_matches(is_mark);
            head.len() < rest.len() && !head.trim().is_empty()
        });
        marked.map_or(title, |rest| rest.trim_end_matches(is_mark).trim_end())
    }

    /// Whether a part of a title is the name of the outlet or its host.
    pub(in crate::metadata) fn is_called(&self, part: &str) -> bool {
        let is_name = |part: String| {
            let mut names = self.name.iter().chain(&self.hosts);
            names.any(|name| part == *name)
        };
        spellings(part).iter().any(|part| is_name(letters(part)))
    }

    /// The name of the outlet at the start of another: `CNN` in `CNN Business`. One word not in capitals may be a first name.
    pub(super) fn leading_name<'a>(&self, name: &'a str) -> Option<&'a str> {
        let blanks = name.match_indices(' ').take(MAX_NAME_WORDS);
        let mut heads = blanks.map(|(at, _)| &name[..at]);
        heads.find(|head| (head.contains(' ') || is_in_capitals(head)) && self.is_called(head))
    }

    /// Whether a name is that of the outlet or has its host as a word or as several; one without blanks may contain it anywhere. A name
    /// of several words equal to the host may be its owner's.
    pub(in crate::metadata) fn is(&self, name: &str) -> bool {
        self.is_named(name) || spellings(name).iter().any(|name| self.has_host(name))
    }

    /// Whether a name has the host as a word or as several.
    fn has_host(&self, name: &str) -> bool {
        if !name.contains(' ') {
            let spelt = letters(name);
            return self.hosts.iter().any(|host| spelt.contains(host.as_str()));
        }
        let words = name.split(|c: char| !c.is_alphanumeric()).map(letters);
        let words: Vec<String> = words.filter(|word| !word.is_empty()).collect();
        let is_host = |host: &String| {
            let is_run = |from: usize| {
                let run = words_equal_to(&words[from..], host);
                run.is_some_and(|count| count < words.len())
            };
            (0..words.len()).any(is_run)
        };
        self.hosts.iter().any(is_host)
    }
}

/// A name in lower case, and in the two ways in which a host spells it: `grünau`, `grunau`, `gruenau`.
fn spellings(name: &str) -> Vec<String> {
    let plain = name.to_lowercase();
    if plain.is_ascii() {
        return vec![plain];
    }
    let hosts = [Spelling::Bare, Spelling::Transcribed].map(|way| spelled(&plain, way));
    [plain].into_iter().chain(hosts).collect()
}

/// The number of words at the start of some that make up a text.
fn words_equal_to(words: &[String], text: &str) -> Option<usize> {
    let mut rest = text;
    let mut used = 0;
    while !rest.is_empty() {
        rest = rest.strip_prefix(words.get(used)?.as_str())?;
        used += 1;
    }
    Some(used)
}

fn last_label(host: &str) -> &str {
    host.rsplit('.').next().unwrap_or(host)
}
