//! The site a page belongs to, by its name and its host.

use url::Url;

use crate::metadata::text::letters;

/// Minimum letters of a host name that is compared.
const HOST_LETTERS: usize = 4;

/// The outlet of a page. Its name is the most frequent wrong author.
#[derive(Debug, Default)]
pub(in crate::metadata) struct Outlet {
    /// Its name.
    spelt: Option<String>,
    /// Letters of its name.
    name: Option<String>,
    /// Letters of its host without `www`, complete and without the last label.
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

    /// Whether a text is the name of the outlet.
    pub(in crate::metadata) fn is_named(&self, text: &str) -> bool {
        self.name.as_deref() == Some(letters(text).as_str())
    }

    /// A title without the outlet's name at its end, whatever the separator.
    pub(in crate::metadata) fn cut_off<'a>(&self, title: &'a str) -> &'a str {
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

    /// Whether a part of a title is the name of the outlet or its host, with or without `www` or `.com`.
    pub(in crate::metadata) fn is_called(&self, part: &str) -> bool {
        let part = letters(part);
        let bare = part.strip_prefix("www").unwrap_or(&part);
        let mut names = self.name.iter().chain(&self.hosts);
        names.any(|name| {
            part == *name || bare == name || part.strip_suffix("com") == Some(name.as_str())
        })
    }

    /// Whether a name is or contains that of the outlet. A name equal to that of the host may be that of its owner.
    pub(in crate::metadata) fn is(&self, name: &str) -> bool {
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
