//! The standfirst: a sentence or two between headline and text that say what it is about.

use std::collections::HashSet;

use super::Ground;
use super::captions::{self, Caption};
use crate::context;
use crate::labels::{Filter, Labels};
use html::{Tag, TextBlock, TextDocument};

/// Adds the standfirst: blocks before the text that a class calls so, that the page gives as its description, or that are
/// sentences right under the headline.
pub const LEAD: Filter = Filter {
    name: "with-lead",
    apply: add_lead,
};

/// Blocks between headline and text, at most; before the text, where no headline is found.
const FAR: usize = 24;
/// Blocks under the headline among which one may be a standfirst without being called so.
const NEAR: usize = 5;
/// Words of one that is called so, and of one that is not.
const FEW: u32 = 4;
const SOME: u32 = 12;
/// Links in more than that share of the words are a menu.
const LINKED: f32 = 0.34;
/// Elements around a block whose names count.
const AROUND: usize = 3;
/// Share of the words of one that are in the other, where text and description are the same.
const ALIKE: f32 = 0.8;

fn add_lead(document: &TextDocument, labels: &mut Labels) {
    let Some(ground) = Ground::of(document, labels) else {
        return;
    };
    // Short blocks that were kept before the text proper do not end the search.
    let is_text = |index: &usize| ground.kept[*index] && ground.block(*index).words >= SOME;
    let first = *ground.content.start();
    let first = ground.content.clone().find(is_text).unwrap_or(first);
    let after_headline = ground.headline.map_or(0, |headline| headline + 1);
    let range = after_headline.max(first.saturating_sub(FAR))..first;
    let apart = ground.set_apart();
    let captions = captions::elements(document);
    let said = descriptions(document);
    let lead: Vec<usize> = range
        .filter(|&index| {
            let block = ground.block(index);
            let near = ground
                .headline
                .is_some_and(|headline| index <= headline + NEAR);
            let possible = block.words >= FEW
                && block.link_density() <= LINKED
                && !apart[block.element as usize]
                && captions[block.element as usize] == Caption::Not
                && !is_item_or_cell(document, block);
            possible
                && (is_called_lead(document, block)
                    || said
                        .iter()
                        .any(|said| are_alike(said, document.text_of(block)))
                    || near && is_sentence(document, block))
        })
        .collect();
    ground.add(labels, lead);
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
        context::words(name).any(|part| context::is_one_of(part, words::lead::CLASSES))
    };
    context::names_in(document, block.inline_class).any(calls_so)
        || document
            .ancestors(block.element)
            .take(AROUND)
            .take_while(|around| !matches!(around.tag, Tag::Body | Tag::Main | Tag::Article))
            .flat_map(|around| context::names(document, around))
            .any(calls_so)
}

/// Whether a block is a whole sentence, as the standfirst is and bylines and dates are not.
fn is_sentence(document: &TextDocument, block: &TextBlock) -> bool {
    let text = document
        .text_of(block)
        .trim_end_matches(['"', '”', '“', '»', '«', ')', '’']);
    block.words >= SOME && block.link_words == 0 && text.ends_with(['.', '!', '?', '…', '。'])
}

/// What the page says it is about.
fn descriptions(document: &TextDocument) -> Vec<&str> {
    ["description", "og:description", "twitter:description"]
        .iter()
        .filter_map(|name| document.head.meta(name))
        .collect()
}

/// Whether two texts say the same, but for an end that is cut off.
fn are_alike(one: &str, other: &str) -> bool {
    let words = |text: &str| -> HashSet<String> {
        let words = text.split(|c: char| !c.is_alphanumeric());
        words
            .filter(|word| !word.is_empty())
            .map(str::to_lowercase)
            .collect()
    };
    let (one, other) = (words(one), words(other));
    let fewest = one.len().min(other.len());
    fewest >= FEW as usize && {
        let both = one.intersection(&other).count();
        ratio(both) >= ALIKE * ratio(fewest)
    }
}

fn ratio(count: usize) -> f32 {
    f32::from(u16::try_from(count).unwrap_or(u16::MAX))
}
