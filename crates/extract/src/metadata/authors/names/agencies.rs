//! News agencies, recognised by their names in bylines.

use crate::metadata::text::letters;
use text::words;

/// The agency at the start of a name in a byline, as written: `Reuters Staff`, `Associated Press in Madrid`.
pub(in crate::metadata) fn agency(name: &str) -> Option<&str> {
    if name.len() > 200 {
        return None;
    }
    let name = name.trim_matches(|c: char| !c.is_alphanumeric());
    let ends = name.match_indices([' ', '/']).map(|(at, _)| at).take(4);
    let ends = std::iter::once(name.len()).chain(ends);
    ends.into_iter().find_map(|end| {
        let (head, tail) = name.split_at(end);
        let follows = tail.trim_start_matches([' ', '/']);
        let word = follows.split(' ').next().unwrap_or_default();
        let ends = tail.is_empty()
            || tail.starts_with('/')
            || words::agencies::AFTER.contains(&word.to_lowercase().as_str());
        (ends && is_agency(head)).then_some(head)
    })
}

fn is_agency(name: &str) -> bool {
    words::agencies::SMALL.contains(&name)
        || words::agencies::SMALL
            .iter()
            .any(|small| is_in_capitals(name, small))
        || words::agencies::CAPITALS.contains(&name)
        || words::agencies::NAMES.contains(&letters(name).as_str())
}

fn is_in_capitals(name: &str, small: &str) -> bool {
    name.len() == small.len() && small.chars().flat_map(char::to_uppercase).eq(name.chars())
}

#[cfg(test)]
mod tests {
    use super::agency;

    #[test]
    fn agencies_are_distinguished_from_words_and_persons() {
        for (name, found) in [
            ("dpa", Some("dpa")),
            ("DPA", Some("DPA")),
            ("(dpa/lby)", Some("dpa")),
            ("AFP", Some("AFP")),
            ("Reuters Staff", Some("Reuters")),
            ("Associated Press in Madrid", Some("Associated Press")),
            ("Keystone-SDA", Some("Keystone-SDA")),
            ("TT", Some("TT")),
            ("ТАСС", Some("ТАСС")),
            ("РИА Новости", Some("РИА Новости")),
            ("Agerpres", Some("Agerpres")),
            ("Petra", None),
            ("tt", None),
            ("Ap", None),
            ("Bloomberg Erika", None),
            ("", None),
        ] {
            assert_eq!(agency(name), found, "{name}");
        }
    }
}
