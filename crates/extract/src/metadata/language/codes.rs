//! Language codes: ISO 639-1.

use whatlang::Lang;

/// The languages that `whichlang` detects.
pub(super) const NARROW: [&str; 16] = [
    "ar", "zh", "de", "en", "fr", "hi", "it", "ja", "ko", "nl", "pt", "ru", "es", "sv", "tr", "vi",
];

/// Those of them that it returns for all languages of their script.
pub(super) const ONLY_OF_SCRIPT: [&str; 3] = ["ar", "hi", "ru"];

/// Pairs of ISO 639-3 codes of the detectors and ISO 639-1 codes. Norwegian is `no`, as on most of its pages.
const WIDE: &str = "afr af aka ak amh am ara ar aze az bel be ben bn bul bg cat ca ces cs cmn zh cym cy dan da deu de ell el \
    eng en epo eo est et fin fi fra fr guj gu heb he hin hi hrv hr hun hu hye hy ind id ita it jav jv jpn ja kan kn kat ka \
    khm km kor ko lat la lav lv lit lt mal ml mar mr mkd mk mya my nep ne nld nl nob no ori or pan pa pes fa pol pl por pt \
    ron ro rus ru sin si slk sk slv sl sna sn spa es srp sr swe sv tam ta tel te tgl tl tha th tuk tk tur tr ukr uk urd ur \
    uzb uz vie vi yid yi zul zu";

/// The code of a language of `whatlang`.
pub(super) fn of(language: Lang) -> &'static str {
    short(language.code())
}

/// The code of a language of `whichlang`.
pub(super) fn of_narrow(language: whichlang::Lang) -> &'static str {
    short(language.three_letter_code())
}

fn short(long: &'static str) -> &'static str {
    let mut words = WIDE.split_ascii_whitespace();
    while let (Some(known), Some(short)) = (words.next(), words.next()) {
        if known == long {
            return short;
        }
    }
    long
}

/// The primary language of a tag: `de` for `de-AT` or `de_AT`. Corrects obsolete codes and country codes in place of languages.
pub(super) fn primary(claim: &str) -> Option<String> {
    let primary = claim
        .trim()
        .split(['-', '_', ',', ' '])
        .next()?
        .to_ascii_lowercase();
    let primary = match primary.as_str() {
        "iw" => "he",
        "in" => "id",
        "ji" => "yi",
        "nb" => "no",
        "cz" => "cs",
        "dk" => "da",
        "gr" => "el",
        "jp" => "ja",
        "cn" => "zh",
        "ua" => "uk",
        other => other,
    };
    (primary.len() == 2 && primary.bytes().all(|b| b.is_ascii_lowercase()))
        .then(|| primary.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_a_code_of_two_letters() {
        for language in Lang::all() {
            assert_eq!(of(*language).len(), 2, "{language}");
        }
    }

    #[test]
    fn a_claim_is_read_as_its_first_part() {
        for (claim, code) in [
            ("de-AT", "de"),
            ("pt_BR", "pt"),
            ("nb-NO", "no"),
            (" DE ", "de"),
        ] {
            assert_eq!(primary(claim).as_deref(), Some(code));
        }
        assert_eq!(primary("deutsch"), None);
        assert_eq!(primary(""), None);
    }
}
