//! Names of persons, told from everything else that stands where an author should.

use url::Url;

use super::text::{clean, letters};

/// Persons out of one byline or list at most.
const MANY: usize = 20;
/// Longest name, in characters and in words.
const LONGEST: usize = 60;
const MOST_WORDS: usize = 7;
/// Longest initial or short form that ends in a full stop: `Jr.`, `S.`
const INITIAL: usize = 3;
/// Letters of a host's name from which on it is worth a comparison.
const HOST_LETTERS: usize = 4;
/// What stands before a name in a byline.
const PREFIXES: [&str; 16] = [
    "by ",
    "by: ",
    "by:",
    "von ",
    "von: ",
    "von:",
    "author: ",
    "autor: ",
    "autorin: ",
    "written by ",
    "text: ",
    "words by ",
    "story by ",
    "par ",
    "door ",
    "por ",
];
/// What stands between two names.
const SEPARATORS: [&str; 13] = [
    " and ", " And ", " AND ", " und ", " UND ", " & ", ";", " | ", " / ", " et ", " y ", "|",
    " - ",
];
/// Words that end the name of a company.
const COMPANY_ENDS: [&str; 7] = [" inc", " inc.", " gmbh", " ltd", " llc", " ag", " corp"];
/// Words of organisations and of what else is said in place of a name.
const NOT_OF_PERSONS: [&str; 36] = [
    "admin",
    "administrator",
    "agencies",
    "agency",
    "anonymous",
    "author",
    "autor",
    "desk",
    "e.v",
    "e.v.",
    "editor",
    "editorial",
    "email",
    "guest",
    "magazin",
    "magazine",
    "minute",
    "minutes",
    "minuten",
    "n/a",
    "news",
    "newsdesk",
    "newsroom",
    "none",
    "online",
    "online-redaktion",
    "redaktion",
    "reports",
    "service",
    "services",
    "staff",
    "stiftung",
    "team",
    "unknown",
    "verlag",
    "webmaster",
];
/// News agencies that write themselves in lower case: they stand where an author does, and say who wrote it.
const AGENCIES: [&str; 8] = ["afp", "ap", "apa", "dpa", "epd", "kna", "sda", "sid"];
/// Lower-case words inside names.
const PARTICLES: [&str; 17] = [
    "von", "van", "de", "der", "den", "zu", "zur", "da", "di", "del", "della", "dos", "du", "la",
    "le", "bin", "al",
];

/// The site a page belongs to: its name stands where an author should more often than any other.
#[derive(Debug, Default)]
pub(super) struct Outlet {
    /// Its name as written.
    spelt: Option<String>,
    /// Letters of its name.
    name: Option<String>,
    /// Letters of its host, without `www`, as a whole and without the last label.
    hosts: Vec<String>,
}

impl Outlet {
    pub(super) fn new(name: Option<&str>, url: Option<&Url>) -> Self {
        let host = url
            .and_then(Url::host_str)
            .map(|host| host.trim_start_matches("www."));
        let without_end = host
            .and_then(|host| host.rsplit_once('.'))
            .map(|(host, _)| host);
        let label = without_end.map(|host| host.rsplit('.').next().unwrap_or(host));
        let hosts = [host, without_end, label]
            .into_iter()
            .flatten()
            .map(letters);
        Self {
            spelt: name.map(str::to_owned),
            name: name.map(letters).filter(|name| !name.is_empty()),
            hosts: hosts.filter(|host| host.len() >= HOST_LETTERS).collect(),
        }
    }

    /// Whether a text spells the name of the outlet.
    fn is_named(&self, text: &str) -> bool {
        self.name.as_deref() == Some(letters(text).as_str())
    }

    /// A title without the outlet's name as its last words, whatever mark stands before them.
    pub(super) fn cut_off<'a>(&self, title: &'a str) -> &'a str {
        let Some(name) = self.spelt.as_deref() else {
            return title;
        };
        let rest = title.strip_suffix(name).map(str::trim_end);
        let marked = rest.filter(|rest| {
            let head = rest.trim_end_matches(is_separator);
            head.len() < rest.len() && !head.trim().is_empty()
        });
        marked.map_or(title, |rest| rest.trim_end_matches(is_separator).trim_end())
    }

    /// Whether a part of a title is the name of the outlet or of its host, with or without `www` or `.com`.
    pub(super) fn is_called(&self, part: &str) -> bool {
        let part = letters(part);
        let bare = part.strip_prefix("www").unwrap_or(&part);
        let mut names = self.name.iter().chain(&self.hosts);
        names.any(|name| {
            part == *name || bare == name || part.strip_suffix("com") == Some(name.as_str())
        })
    }

    /// Whether a name is that of the outlet, or holds it. A name that is just the host's may be that of a person who owns it.
    fn is(&self, name: &str) -> bool {
        let spelt = letters(name);
        let is_host = |host: &String| {
            spelt.contains(host.as_str()) && (spelt != *host || !name.contains(' '))
        };
        self.is_named(name) || self.hosts.iter().any(is_host)
    }
}

fn is_separator(c: char) -> bool {
    matches!(
        c,
        '|' | '-' | '–' | '—' | '·' | '»' | '•' | ':' | '：' | '｜' | '/' | '<'
    )
}

/// Single names of persons out of bylines, each once.
pub(super) fn persons<'a>(bylines: impl Iterator<Item = &'a str>, outlet: &Outlet) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for byline in bylines.filter(|byline| !outlet.is_named(byline)) {
        for name in split(byline) {
            let known = |other: &String| other.to_lowercase() == name.to_lowercase();
            if names.len() < MANY
                && is_person(&name)
                && !outlet.is(&name)
                && !names.iter().any(known)
            {
                names.push(name);
            }
        }
    }
    names
}

/// Whether a word may stand in lower case inside a name.
pub(super) fn is_particle(word: &str) -> bool {
    PARTICLES.contains(&word)
}

fn split(byline: &str) -> Vec<String> {
    let Some(mut byline) = clean(byline) else {
        return vec![];
    };
    for separator in SEPARATORS {
        byline = byline.replace(separator, "\n");
    }
    let parts = byline.split('\n').flat_map(split_at_commas);
    let bare = parts.filter_map(|name| clean(strip_prefix(name.trim())));
    bare.map(|name| trim(&name).to_owned()).collect()
}

/// `Erika Muster, Max Feld` are two; `Muster, Erika` is one; of `Erika Muster, Berlin` the first is meant.
fn split_at_commas(part: &str) -> Vec<String> {
    let parts: Vec<&str> = part.split(", ").map(str::trim).collect();
    let full = parts.iter().filter(|part| part.contains(' ')).count();
    match parts.as_slice() {
        [last, first] if full == 0 => vec![format!("{first} {last}")],
        _ if full > 0 => {
            let names = parts.iter().filter(|part| part.contains(' '));
            names.map(|name| (*name).to_owned()).collect()
        }
        _ => parts
            .iter()
            .take(1)
            .map(|name| (*name).to_owned())
            .collect(),
    }
}

fn strip_prefix(name: &str) -> &str {
    let after = |prefix: &&str| {
        let head = name.get(..prefix.len())?;
        head.eq_ignore_ascii_case(prefix)
            .then(|| name[prefix.len()..].trim_start())
    };
    PREFIXES.iter().find_map(after).unwrap_or(name)
}

/// Marks at both ends off, but for the full stop of an initial.
fn trim(name: &str) -> &str {
    let name = name.trim_matches([',', '-', ':', '·', '–', '*', ' ']);
    let last = name.rsplit(' ').next().unwrap_or(name);
    let initial = last.chars().count() <= INITIAL && name.contains(' ');
    let name = name.trim_start_matches('.');
    if initial {
        name
    } else {
        name.trim_end_matches('.')
    }
}

fn is_person(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split(' ');
    let first = name.split(' ').next().unwrap_or_default();
    let small =
        first.starts_with(char::is_lowercase) && !is_particle(first) && !AGENCIES.contains(&name);
    name.chars().count() <= LONGEST
        && name.chars().filter(|c| c.is_alphabetic()).count() >= 2
        && name.split(' ').count() <= MOST_WORDS
        && name.chars().filter(char::is_ascii_digit).count() <= 2
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.contains(['@', '<', '{', '[', '=', '#'])
        && !lower.contains("://")
        && !lower.contains("www.")
        && !small
        && !is_domain(&lower)
        && !COMPANY_ENDS.iter().any(|end| lower.ends_with(end))
        && !words.any(|word| NOT_OF_PERSONS.contains(&word))
}

/// `mdr.de` is an outlet.
fn is_domain(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(host, end)| {
        !name.contains(' ')
            && host.len() > 1
            && (2..=4).contains(&end.len())
            && end.bytes().all(|b| b.is_ascii_lowercase())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of_byline(byline: &str) -> Vec<String> {
        let url = Url::parse("https://www.bote.test/x").unwrap();
        persons(
            std::iter::once(byline),
            &Outlet::new(Some("Morgenblatt"), Some(&url)),
        )
    }

    #[test]
    fn bylines_are_split_into_names() {
        assert_eq!(
            of_byline("Von Erika Muster und Max Muster"),
            ["Erika Muster", "Max Muster"]
        );
        assert_eq!(
            of_byline("By Jane Doe, John Roe and Ann Poe"),
            ["Jane Doe", "John Roe", "Ann Poe"]
        );
        assert_eq!(of_byline("Jane Doe &amp; Jane Doe"), ["Jane Doe"]);
        assert_eq!(of_byline("Muster, Erika"), ["Erika Muster"]);
        assert_eq!(of_byline("Erika Muster, Redaktion"), ["Erika Muster"]);
        assert_eq!(of_byline("Perry Bacon Jr."), ["Perry Bacon Jr."]);
    }

    #[test]
    fn what_is_nobody_s_name_is_left_out() {
        for byline in [
            "Morgenblatt",
            "Der Bote",
            "https://x.test/author/erika",
            "erika@x.test",
            "Redaktion",
            "Email the author",
            "tal.de",
            "Bau GmbH",
            "erika.muster",
            "3 Minuten",
            "",
            "12345",
        ] {
            assert!(of_byline(byline).is_empty(), "{byline}");
        }
    }
}
