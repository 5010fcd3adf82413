//! Titles taken apart.

/// What sites put between the parts of a title. A colon is no such mark: it stands inside
/// headlines.
const SEPARATORS: [&str; 9] = [
    " | ", " - ", " – ", " — ", " · ", " • ", " » ", " « ", " :: ",
];

/// The parts of a title, in lower case, without punctuation around them: "Impressum – WELT" is
/// `impressum` and `welt`.
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

/// The words of a text, in lower case.
pub(crate) fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(str::to_lowercase)
}

/// Number of words; where none are parted, as in Chinese and Japanese, two characters are taken for one.
pub(crate) fn word_count(text: &str) -> usize {
    let (mut words, mut unparted, mut in_word) = (0, 0, false);
    for c in text.chars() {
        let is_unparted =
            matches!(c, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '\u{e00}'..='\u{eff}');
        let is_word = c.is_alphanumeric() && !is_unparted;
        unparted += usize::from(is_unparted);
        words += usize::from(is_word && !in_word);
        in_word = is_word;
    }
    words + unparted.div_ceil(2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_title_falls_apart_at_the_marks_between_its_parts() {
        assert_eq!(parts("Impressum – WELT"), ["impressum", "welt"]);
        assert_eq!(parts("Just a moment..."), ["just a moment"]);
        assert_eq!(parts(" | "), Vec::<String>::new());
    }

    #[test]
    fn a_colon_stays_inside_a_headline() {
        let headline = "Datenschutz: Was Nutzer jetzt wissen müssen";
        assert_eq!(parts(headline), [headline.to_lowercase()]);
    }
}
