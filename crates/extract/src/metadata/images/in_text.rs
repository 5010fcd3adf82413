//! The pictures in the visible article, with their captions.

use std::sync::LazyLock;

use super::credit;
use super::file_names::is_placeholder;
use crate::lexicon::Phrases;
use crate::metadata::Image;
use crate::metadata::text::{clean, words as words_of};
use html::ImageTag;
use html::{Element, Tag, TextDocument};
use text::words;

/// Maximum number of ancestors of a picture that are checked.
const MAX_LEVELS: usize = 8;

static FOREIGN_NAMES: LazyLock<Phrases> =
    LazyLock::new(|| Phrases::in_any_case(words::images::CLASSES_OF_OTHERS));

/// The pictures between the headline and the end of the text; those outside a `<figure>` only if they are large, or have a placeholder.
pub(super) fn of(document: &TextDocument, text: &str, headline: Option<usize>) -> Vec<Image> {
    let Some(range) = range(document, text, headline) else {
        return Vec::new();
    };
    let inside = document.head.images.iter();
    let inside = inside.filter(|image| range.contains(&image.offset));
    inside.filter_map(|image| shown(document, image)).collect()
}

/// The byte range of the article in the page: from its headline, or the `<article>` around it, to the end of its last paragraph.
fn range(
    document: &TextDocument,
    text: &str,
    headline: Option<usize>,
) -> Option<std::ops::Range<u32>> {
    let mut lines = text.lines();
    let first = lines.next()?;
    let last = lines.next_back().unwrap_or(first);
    let mut blocks = document.blocks.iter();
    let start = blocks
        .find(|block| document.text_of(block) == first)?
        .offset;
    let mut blocks = document.blocks.iter().rev();
    let end = blocks
        .find(|block| document.text_of(block) == last)?
        .end_offset;
    let headline = headline.and_then(|at| document.blocks.get(at));
    let framed = headline.map(|block| {
        let mut around = document.ancestors(block.element).take(MAX_LEVELS);
        let article = around.find(|element| element.tag == Tag::Article);
        article.map_or(block.offset, |article| article.source.start)
    });
    Some(framed.map_or(start, |at| at.min(start))..end.max(start))
}

fn shown(document: &TextDocument, image: &ImageTag) -> Option<Image> {
    let is_shown = |src: &&str| !src.is_empty() && !is_placeholder(src) && !is_drawing(src);
    let urls = [image.src, image.fallback].map(|url| document.attribute(url).trim());
    let src = urls.into_iter().find(is_shown)?;
    let around = || document.ancestors(image.element).take(MAX_LEVELS);
    let figure = around().find(|element| element.tag == Tag::Figure);
    let foreign = || around().any(|element| is_foreign(document, element));
    let is_large = figure.is_some() || image.states_size || src != urls[0];
    if !is_large || foreign() {
        return None;
    }
    let caption = figure.and_then(|figure| caption(document, figure));
    let (caption, credit) = caption.map_or((None, None), |text| credit::split(&text));
    Some(Image {
        url: src.to_owned(),
        caption,
        credit,
        alt: clean(document.attribute(image.alt)),
    })
}

/// Whether the alternative text of a picture is the name of an author.
pub(super) fn is_portrait(image: &Image, authors: &[String]) -> bool {
    let alt = image.alt.as_deref().map(words_of).unwrap_or_default();
    let is_shown = |name: Vec<String>| {
        !name.is_empty()
            // `Photo of Jane Doe`
            && alt.len() <= name.len() + 2
            && alt.windows(name.len()).any(|words| words == name)
    };
    authors.iter().any(|author| is_shown(words_of(author)))
}

fn is_drawing(src: &str) -> bool {
    let path = src.split(['?', '#']).next().unwrap_or(src);
    let (_, end) = path.rsplit_once('.').unwrap_or_default();
    end.eq_ignore_ascii_case("svg") || end.eq_ignore_ascii_case("gif")
}

fn is_foreign(document: &TextDocument, element: &Element) -> bool {
    let tag = matches!(element.tag, Tag::Aside | Tag::Nav | Tag::Footer);
    let named = || {
        let mut names = [element.class, element.id].into_iter();
        names.any(|name| FOREIGN_NAMES.are_in(document.attribute(name)))
    };
    tag || !matches!(element.tag, Tag::Body | Tag::Article | Tag::Main) && named()
}

/// The caption of a `<figure>`: all its text.
fn caption(document: &TextDocument, figure: &Element) -> Option<String> {
    let mut text = String::new();
    for block in &document.blocks[document.blocks_within(figure.source)] {
        if text.len() + block.text.len() > 2_000 {
            break;
        }
        if !text.is_empty() {
            text.push('\n');
        }
        text.push_str(document.text_of(block));
    }
    (!text.trim().is_empty()).then_some(text)
}
