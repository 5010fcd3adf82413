//! The seven features.

use serde::{Deserialize, Serialize};

use super::legal_words::mentions;
use crate::{Features, Page};

/// The seven measures of a page, as T. Jungblut chose them
/// (*Extracting articles from crawled HTML sites*, 2013).
///
/// Lengths count Unicode scalar values. They are measured on the text as extracted, so they change
/// when the extractor does, and a model belongs to the extractor it was trained with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SevenFeatures {
    /// Length of the extracted text.
    pub text_length: u32,
    /// Whether the URL ends with `/`; `None` when the URL is unknown.
    pub url_ends_with_slash: Option<bool>,
    /// Length of the title.
    pub title_length: u32,
    /// Number of newlines in the extracted text.
    pub newlines: u32,
    /// Whether the text has one of the legal words; see [`super::legal_words`].
    pub text_mentions_imprint: bool,
    /// Whether the title has one of them.
    pub title_mentions_imprint: bool,
    /// Number of upper-case letters in the extracted text.
    pub upper_case: u32,
}

impl SevenFeatures {
    /// The names of the features, in the order of [`SevenFeatures::values`].
    pub const NAMES: [&'static str; 7] = [
        "text_length",
        "url_ends_with_slash",
        "title_length",
        "newlines",
        "text_mentions_imprint",
        "title_mentions_imprint",
        "upper_case",
    ];

    /// Measures a page with these legal words.
    pub fn measure(page: &Page<'_>, words: &[&str]) -> Self {
        let of_text =
            |wanted: fn(&char) -> bool| saturating(page.text.chars().filter(wanted).count());
        Self {
            text_length: of_text(|_| true),
            url_ends_with_slash: page.url.map(|url| url.ends_with('/')),
            title_length: saturating(page.title.chars().count()),
            newlines: of_text(|c| *c == '\n'),
            text_mentions_imprint: mentions(page.text, words),
            title_mentions_imprint: mentions(page.title, words),
            upper_case: of_text(|c| c.is_uppercase()),
        }
    }

    /// The measures by name.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "measures of a page are far below 2^24"
    )]
    pub(crate) fn named(&self) -> Features {
        let values = self.values().map(|value| value as f32);
        Features::named(Self::NAMES.into_iter().zip(values))
    }

    /// The measures as numbers; `NaN` for unknown ones.
    pub fn values(&self) -> [f64; 7] {
        [
            f64::from(self.text_length),
            self.url_ends_with_slash
                .map_or(f64::NAN, |slash| f64::from(u8::from(slash))),
            f64::from(self.title_length),
            f64::from(self.newlines),
            f64::from(u8::from(self.text_mentions_imprint)),
            f64::from(u8::from(self.title_mentions_imprint)),
            f64::from(self.upper_case),
        ]
    }
}

fn saturating(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::perceptron::legal_words::imprint;

    fn measure(url: Option<&str>, title: &str, text: &str) -> SevenFeatures {
        let page = Page {
            url,
            title,
            text,
            ..Page::default()
        };
        SevenFeatures::measure(&page, &imprint(&["de"]))
    }

    #[test]
    fn lengths_count_characters_not_bytes() {
        let features = measure(None, "Öl", "Ärger\n\nÜber");
        assert_eq!(features.title_length, 2);
        assert_eq!(features.text_length, 11);
        assert_eq!(features.newlines, 2);
        assert_eq!(features.upper_case, 2);
    }

    #[test]
    fn legal_words_count_apart_in_text_and_title() {
        let features = measure(None, "Impressum", "Angaben gemäß § 5");
        assert!(features.title_mentions_imprint);
        assert!(!features.text_mentions_imprint);
        let features = measure(None, "Kontakt", "Es gelten unsere AGB.");
        assert!(!features.title_mentions_imprint);
        assert!(features.text_mentions_imprint);
    }

    #[test]
    fn an_unknown_url_is_neither_with_nor_without_a_slash() {
        let with = |url| measure(url, "", "").url_ends_with_slash;
        assert_eq!(with(Some("https://a.example/politik/")), Some(true));
        assert_eq!(with(Some("https://a.example/politik")), Some(false));
        assert_eq!(with(None), None);
        assert!(measure(None, "", "").values()[1].is_nan());
    }
}
