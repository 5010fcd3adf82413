//! Layers over the page that ask for consent to cookies, and other dialogs that are shown.
//!
//! Their lists of partners and cookies may be longer than the article, so that the core of the page would be in them.

use std::sync::LazyLock;

use html::{Element, Tag, TextBlock, TextDocument};
use text::words;

use crate::element_names::{NameWords, is_called, is_one_of, names};
use crate::learned::{MIN_ARTICLE_WORDS, MIN_PARAGRAPH_WORDS, MIN_PROBABILITY};

static LAYERS: LazyLock<NameWords> = LazyLock::new(|| NameWords::new(words::consent::CLASSES));

/// Sets the probabilities of the blocks in such layers to 0. A layer is named so, and stands above or below all paragraphs outside of layers,
/// if those are a text: a box between them replaces embedded content, and a page in a layer is about it.
pub(super) fn silence(document: &TextDocument, probabilities: &mut [f32]) {
    let in_layer = document.inherited(|_, element| is_layer(document, element));
    if !in_layer.contains(&true) {
        return;
    }
    let is_inside = |block: &TextBlock| in_layer[block.element as usize];
    let blocks = document.blocks.iter().zip(&*probabilities).enumerate();
    // beside a long list, paragraphs are less probable
    let paragraphs = blocks.filter(|(_, (block, probability))| {
        block.words >= MIN_PARAGRAPH_WORDS
            && block.link_words == 0
            && **probability >= MIN_PROBABILITY
            && !is_inside(block)
    });
    let paragraphs: Vec<(usize, u32)> = paragraphs
        .map(|(at, (block, _))| (at, block.words))
        .collect();
    let (Some((first, _)), Some((last, _))) = (paragraphs.first(), paragraphs.last()) else {
        return;
    };
    if paragraphs.iter().map(|(_, words)| words).sum::<u32>() < MIN_ARTICLE_WORDS {
        return;
    }
    for (at, (block, probability)) in document.blocks.iter().zip(probabilities).enumerate() {
        if is_inside(block) && !(first..=last).contains(&&at) {
            *probability = 0.0;
        }
    }
}

/// Whether an element is a dialog, or has the name of a layer that asks for consent.
fn is_layer(document: &TextDocument, element: &Element) -> bool {
    let role = document.attribute(element.role).trim();
    !matches!(element.tag, Tag::Body | Tag::Main | Tag::Article)
        && (element.tag == Tag::Dialog
            || is_one_of(role, &["dialog", "alertdialog"])
            || is_called(document, element, &LAYERS)
            || names(document, element).any(|name| is_one_of(name, words::consent::NAMES)))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the list of a layer beside a text is silenced.
    fn is_silent(page: &str) -> bool {
        let list = "<ul><li>_ck0 misst, wie oft ein Banner gezeigt wurde<li>_ck1 mesure l’affichage des bannières</ul>";
        let text = "<p>The council of the town decided on Friday to close the old bridge for two years, and the shops fear for their \
                    trade.</p>";
        let page = page.replace("LIST", list).replace("TEXT", text);
        let document = html::parse(&page);
        let mut probabilities = vec![0.8; document.blocks.len()];
        silence(&document, &mut probabilities);
        let mut both = document.blocks.iter().zip(probabilities);
        both.any(|(block, has)| document.text_of(block).starts_with("_ck0") && has == 0.0)
    }

    #[test]
    fn a_layer_above_or_below_the_text_is_silent() {
        for page in [
            "<div id=onetrust-consent-sdk><div>LIST</div></div><div>TEXTTEXT</div>",
            "<article>TEXTTEXT</article><div class=CybotCookiebotDialog>LIST</div>",
            "<div class='cmp x'>LIST</div>TEXTTEXT",
            "TEXTTEXT<div role=dialog>LIST</div>",
        ] {
            assert!(is_silent(page), "{page}");
        }
    }

    #[test]
    fn a_box_in_the_text_and_a_page_about_cookies_are_not() {
        for page in [
            "<div>TEXT<div class=gdpr-embed>LIST</div>TEXT</div>",
            "<div class=cookie-policy>TEXTTEXTLIST</div>",
            "<article class=tag-cookies>LIST</article>TEXTTEXT",
            "<div class=cmp-text>LIST</div>TEXTTEXT",
            "<div class=consent>LIST</div>TEXT",
        ] {
            assert!(!is_silent(page), "{page}");
        }
    }
}
