//! Splits titles.

/// Separators between the parts of a title. A colon is not one, since headlines contain it.
const SEPARATORS: [&str; 9] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " » ", " « ", " :: ",
];

/// The parts of a title, in lower case, without surrounding punctuation: "Impressum – WELT" has `impressum` and `welt`.
pub(crate) fn parts(title: &str) -> Vec<String> {
    let mut parts = vec![title];
    for separator in SEPARATORS {
        parts = parts
            .into_iter()
            .flat_map(|part| part.split(separator))
            .collect();
    }
    parts
        .into_iter()
        .map(|part| part.trim_matches(|c: char| !c.is_alphanumeric()))
        .filter(|part| !part.is_empty())
        .map(str::to_lowercase)
        .collect()
}

/// Whether one of the parts of a title is one of the phrases.
pub(crate) fn has_part<'a>(parts: &'a [String], phrases: &[&str]) -> Option<&'a str> {
    let mut parts = parts.iter().map(String::as_str);
    parts.find(|part| phrases.contains(part))
}

/// The parts beyond the name of the site: "about us" of "gazette: about us", "archiv" of "elbkurier" and "archiv".
pub(crate) fn own(parts: &[String], site: &[String]) -> Vec<String> {
    let all_name = |part: &str| words(part).all(|word| names_site(&word, site));
    let mut own = Vec::new();
    for (place, part) in parts.iter().enumerate() {
        let few = || words(part).count() <= 4 && words(part).any(|word| names_site(&word, site));
        if all_name(part) || (place > 0 && few()) {
            continue;
        }
        match part.split_once(": ") {
            Some((before, after)) if all_name(before) => own.push(after.trim().to_owned()),
            _ => own.push(part.clone()),
        }
    }
    own
}

/// Whether a word of a title names the site: `heise` is in `heise.de`.
pub(crate) fn names_site(word: &str, site: &[String]) -> bool {
    site.iter().any(|name| name == word)
        || (word.chars().count() > 3 && site.iter().any(|name| name.contains(word)))
}

/// The words of a text, in lower case.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    text::words_of(text).map(str::to_lowercase)
}

/// How many letters of an alphabet a character stands for, so that lengths mean the same in all languages: three for a Chinese or
/// Japanese character, two for a Korean syllable.
pub(crate) fn letters(c: char) -> u32 {
    match c {
        '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' => 3,
        '\u{ac00}'..='\u{d7a3}' => 2,
        _ => 1,
    }
}

/// Number of words; in scripts without blanks, such as Chinese and Japanese, two characters count as one word. The thresholds of rules
/// and features of the trees are set on it.
pub(crate) fn word_count(text: &str) -> usize {
    let (mut words, mut unspaced, mut inside) = (0, 0, false);
    for c in text.chars() {
        let is_unspaced =
            matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{e00}'..='\u{eff}');
        let is_word = c.is_alphanumeric() && !is_unspaced;
        unspaced += usize::from(is_unspaced);
        words += usize::from(is_word && !inside);
        inside = is_word;
    }
    words + unspaced.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_is_split_at_separators_but_not_at_a_colon() {
        assert_eq!(parts("Impressum – WELT"), ["impressum", "welt"]);
        assert_eq!(parts("Just a moment..."), ["just a moment"]);
        assert_eq!(parts(" | "), Vec::<String>::new());
        let headline = "Datenschutz: Was Nutzer jetzt wissen müssen";
        assert_eq!(parts(headline), [headline.to_lowercase()]);
    }

    #[test]
    fn the_site_name_is_left_out_of_the_title() {
        let headline = "Brücke: Der Rat zögert | Elbkurier Online";
        for (title, host, expected) in [
            ("Elbkurier - Archiv", "elbkurier.example", "archiv"),
            ("The Gazette: About us", "the-gazette.example", "about us"),
            (headline, "elbkurier.example", "brücke: der rat zögert"),
        ] {
            let site: Vec<String> = words(host).collect();
            assert_eq!(own(&parts(title), &site), [expected]);
        }
    }
}
