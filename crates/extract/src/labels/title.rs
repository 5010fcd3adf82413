//! Finds the title of a page in its text, with or without the name of the site.

use crate::metadata::letters;
use crate::title_marks::{DASHES, SEPARATORS};
use html::{Tag, TextDocument};

/// Minimum words of a part of a title that is the headline.
const MIN_HEADLINE_WORDS: usize = 4;
/// Maximum number of blocks of a page that are searched.
pub(crate) const MAX_BLOCKS: usize = 2_000;
/// Minimum words of a heading that is a headline and not a name.
pub(crate) const MIN_HEADING_WORDS: u32 = 3;
/// Minimum words of the title of another article in a link that is not a heading.
pub(crate) const MIN_TITLE_WORDS: u32 = 5;

/// The first block whose text is the title of the page, or a part of it.
pub(crate) fn title_block(document: &TextDocument) -> Option<usize> {
    title_blocks(document).next()
}

/// The headline below `title`, if that block has a short part of the title, such as the name of the site.
pub(crate) fn title_below(document: &TextDocument, title: usize) -> Option<usize> {
    let is_headline =
        |block: usize| word_count(document.text_of(&document.blocks[block])) >= MIN_HEADLINE_WORDS;
    if is_headline(title) {
        return None;
    }
    let mut below = title_blocks(document).skip_while(|block| *block <= title);
    below.find(|block| is_headline(*block))
}

/// The blocks whose text is the title of the page, or a part of it.
fn title_blocks(document: &TextDocument) -> impl Iterator<Item = usize> {
    let titles = variants(&document.title);
    let initials: Vec<char> = titles.iter().filter_map(|title| initial(title)).collect();
    let blocks = document.blocks.iter().enumerate();
    let with_title = blocks.filter(move |(_, block)| {
        let text = document.text_of(block);
        // marks and blanks are few, so most texts differ even without their letters
        let possible = text.len() <= 2 * document.title.len()
            && initial(text).is_some_and(|c| initials.contains(&c));
        possible && titles.contains(&letters(text))
    });
    with_title.map(|(at, _)| at)
}

/// The block of the headline: an `<h1>` of several words, otherwise the block with the title.
pub(crate) fn headline_block(document: &TextDocument) -> Option<usize> {
    heading_block(document).or_else(|| title_block(document))
}

/// The block of an `<h1>` at the start or end of the title, whatever separates it from the name of the site.
pub(crate) fn heading_in_title(document: &TextDocument) -> Option<usize> {
    let block = heading_block(document)?;
    let heading = letters(document.text_of(&document.blocks[block]));
    let title = letters(&document.title);
    let is_in_title = title.starts_with(&heading) || title.ends_with(&heading);
    (is_in_title && !heading.is_empty()).then_some(block)
}

/// The first block of several words in an `<h1>`.
pub(crate) fn heading_block(document: &TextDocument) -> Option<usize> {
    let in_heading = |element| {
        document
            .ancestors(element)
            .any(|around| around.tag == Tag::H1)
    };
    let mut blocks = document.blocks.iter().take(MAX_BLOCKS);
    blocks.position(|block| block.words >= MIN_HEADING_WORDS && in_heading(block.element))
}

/// A heading without the mark of a link to itself: "¶", or "#" after a blank.
pub(crate) fn without_permalink(heading: &str) -> &str {
    let heading = heading.trim_end_matches(['¶', ' ']);
    heading.strip_suffix(" #").map_or(heading, str::trim_end)
}

/// The first letter or digit, in lower case.
fn initial(text: &str) -> Option<char> {
    let first = text.chars().find(|c| c.is_alphanumeric())?;
    first.to_lowercase().next()
}

/// The letters of all texts that count as the title. Empty without a title.
///
/// Source: boilerpipe's `DocumentTitleMatchClassifier`.
fn variants(title: &str) -> Vec<String> {
    if title.len() > 2_000 {
        return Vec::new();
    }
    let title = title.replace('\u{a0}', " ").trim().to_lowercase();
    let mut variants = vec![title.as_str()];
    for separators in [
        &['|', '»', '-'][..],
        &['|', '»', ':'],
        &['|', '»', ':', '(', ')'],
        &['|', '»', ':', '(', ')', '-'],
        &['|', '»', ',', ':', '(', ')', '-'],
    ] {
        let parts = title.split(separators).map(str::trim);
        variants.extend(parts.max_by_key(|part| part.len()));
    }
    for separator in SEPARATORS {
        let parts = title.split(separator).map(str::trim);
        variants.extend(parts.filter(|part| word_count(part) >= MIN_HEADLINE_WORDS));
    }
    // without the last or the first part: "Headline - Site", "Site - Headline"
    for dash in DASHES {
        variants.extend(title.rsplit_once(dash).map(|(before, _)| before));
        variants.extend(title.split_once(dash).map(|(_, after)| after));
    }
    let mut variants: Vec<String> = variants.into_iter().map(letters).collect();
    variants.retain(|variant| !variant.is_empty());
    variants.sort_unstable();
    variants.dedup();
    variants
}

fn word_count(text: &str) -> usize {
    text.split_ascii_whitespace().count()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_variant(title: &str, text: &str) -> bool {
        variants(title).contains(&letters(text))
    }

    #[test]
    fn the_headline_is_found_beside_the_name_of_the_site() {
        for title in [
            "Rat beschließt neue Brücke - Morgenblatt",
            "Rat beschließt neue Brücke | Morgenblatt",
            "Morgenblatt » Rat beschließt neue Brücke",
            "Morgenblatt - Rat beschließt neue Brücke",
            "Rat beschließt neue Brücke | Lokales | Morgenblatt",
            "Rat beschließt neue Brücke (Morgenblatt)",
        ] {
            assert!(is_variant(title, "Rat beschließt neue Brücke"), "{title}");
        }
    }

    #[test]
    fn a_hyphen_inside_a_word_does_not_separate_where_spaces_are_asked_for() {
        assert!(is_variant(
            "The E-Mail Is Fifty - Site",
            "The E-Mail is fifty"
        ));
    }

    #[test]
    fn a_headline_is_found_below_the_name_of_the_site() {
        let at = |blocks: &str| {
            let html = format!("<title>Elbkurier - Rat sperrt die Brücke</title>{blocks}");
            let document = html::parse(&html);
            let title = title_block(&document)?;
            title_below(&document, title)
        };
        let [site, headline] = ["<div>Elbkurier</div>", "<div>Rat sperrt die Brücke</div>"];
        assert_eq!(at(&format!("{site}<p>Sport</p>{site}{headline}")), Some(3));
        assert_eq!(at(&format!("{headline}{headline}")), None);
        assert_eq!(at(site), None);
    }

    #[test]
    fn a_heading_is_the_headline_if_the_title_goes_on_with_the_site() {
        let at = |title: &str| {
            let html = format!("<title>{title}</title><p>Sport</p><h1>Rat sperrt die Brücke</h1>");
            heading_in_title(&html::parse(&html))
        };
        assert_eq!(at("Rat sperrt die Brücke – bote.de"), Some(1));
        assert_eq!(at("Der Bote – Rat sperrt die Brücke"), Some(1));
        assert_eq!(at("Stadtrat – bote.de"), None);
        assert_eq!(at(""), None);
    }

    #[test]
    fn a_page_without_title_has_no_variants() {
        assert!(variants(" \u{a0} ").is_empty());
        assert!(!is_variant("Example.com - News", "com"));
    }

    #[test]
    fn soft_hyphens_and_apostrophes_do_not_hide_the_headline() {
        for (title, heading) in [
            (
                "Neue Brücke wird gebaut",
                "Neue Brü\u{ad}cke wird ge\u{ad}baut",
            ),
            ("The mayor's new bridge - Post", "The mayor’s new bridge"),
            ("The mayor’s new bridge | Post", "The mayor's new bridge"),
            ("\"Neue Brücke\" wird gebaut", "„Neue Brücke“ wird gebaut"),
        ] {
            let html = format!("<title>{title}</title><p>Sport</p><h1>{heading}</h1><p>Text");
            let document = html::parse(&html);
            assert_eq!(title_block(&document), Some(1), "{heading}");
            assert_eq!(heading_in_title(&document), Some(1), "{heading}");
        }
        let document = html::parse("<title>* * *</title><p>Sport</p><h1>* * * *</h1>");
        assert_eq!(title_block(&document), None);
        assert_eq!(heading_in_title(&document), None);
    }

    #[test]
    fn dashes_and_dots_separate_the_name_of_the_site() {
        for mark in ['–', '—', '·', '•', '|', '-', '»'] {
            let html = format!(
                "<title>Neue Brücke wird gebaut {mark} Der Bote</title><p>Sport</p><h2>Neue Brücke wird gebaut</h2><p>Text"
            );
            assert_eq!(title_block(&html::parse(&html)), Some(1), "{mark}");
        }
    }
}
