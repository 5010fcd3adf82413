//! The standfirst: a sentence or two between headline and text that summarise the article.

use std::collections::HashSet;

use super::ContentMap;
use super::captions::{self, Caption};
use crate::element_names;
use crate::learned::features::count;
use html::{Tag, TextBlock, TextDocument};
use text::words;

/// Minimum words of a standfirst with such a class, and of one without.
const MIN_WORDS_BY_CLASS: u32 = 4;
const MIN_WORDS: u32 = 12;

/// The standfirst: blocks before the text that have a standfirst class or the text of the page's description, or are sentences right below
/// the headline.
pub(super) fn find(map: &ContentMap<'_>) -> Vec<usize> {
    let document = map.document;
    // short content blocks before the first paragraph do not end the search
    let is_text = |index: &usize| map.kept[*index] && map.block(*index).words >= MIN_WORDS;
    let first = *map.content.start();
    let first = map.content.clone().find(is_text).unwrap_or(first);
    let after_headline = map.headline.map_or(0, |headline| headline + 1);
    let range = after_headline.max(first.saturating_sub(24))..first;
    let apart = map.set_apart();
    let captions = captions::elements(document);
    let stated = descriptions(document);
    range
        .filter(|&index| {
            let block = map.block(index);
            let near = map.headline.is_some_and(|headline| index <= headline + 5);
            let possible = block.words >= MIN_WORDS_BY_CLASS
                // menus have more links
                && block.link_density() <= 0.34
                && !apart[block.element as usize]
                && captions[block.element as usize] == Caption::Not
                && !is_item_or_cell(document, block);
            possible
                && (is_called_lead(document, block)
                    || stated
                        .iter()
                        .any(|stated| are_alike(stated, document.text_of(block)))
                    || near && is_sentence(document, block))
        })
        .collect()
}

fn is_item_or_cell(document: &TextDocument, block: &TextBlock) -> bool {
    document.ancestors(block.element).any(|around| {
        matches!(
            around.tag,
            Tag::Figure | Tag::Figcaption | Tag::Li | Tag::Table | Tag::Address
        )
    })
}

fn is_called_lead(document: &TextDocument, block: &TextBlock) -> bool {
    let calls_so = |name: &str| {
        element_names::name_parts(name)
            .any(|part| element_names::is_one_of(part, words::lead::CLASSES))
    };
    element_names::names_in(document, block.inline_class).any(calls_so)
        || document
            .ancestors(block.element)
            .take(3)
            .take_while(|around| !matches!(around.tag, Tag::Body | Tag::Main | Tag::Article))
            .flat_map(|around| element_names::names(document, around))
            .any(calls_so)
}

/// Whether a block is a complete sentence, unlike bylines and dates.
fn is_sentence(document: &TextDocument, block: &TextBlock) -> bool {
    let text = document
        .text_of(block)
        .trim_end_matches(['"', '”', '“', '»', '«', ')', '’']);
    block.words >= MIN_WORDS && block.link_words == 0 && text.ends_with(['.', '!', '?', '…', '。'])
}

/// The descriptions in `<meta>`.
fn descriptions(document: &TextDocument) -> Vec<&str> {
    ["description", "og:description", "twitter:description"]
        .iter()
        .filter_map(|name| document.head.meta(name))
        .collect()
}

/// Whether two texts are nearly the same, apart from a truncated end.
fn are_alike(one: &str, other: &str) -> bool {
    let words =
        |text: &str| -> HashSet<String> { text::words_of(text).map(str::to_lowercase).collect() };
    let (one, other) = (words(one), words(other));
    let fewest = one.len().min(other.len());
    fewest >= MIN_WORDS_BY_CLASS as usize && {
        let both = one.intersection(&other).count();
        count(both) >= 0.8 * count(fewest)
    }
}
