//! Removes boxes that are not part of the article: boxes around a form, and whole articles below the first.
//!
//! Their blocks resemble those of an article, especially a short one. Only the box around them distinguishes them.

use std::ops::Range;
use std::sync::LazyLock;

use html::{Element, Tag, TextDocument};
use memchr::memmem;

use crate::element_names::{AncestorSearch, names};
use crate::labels::title::{MIN_HEADING_WORDS, heading_block, headline_block};
use crate::labels::{Filter, Label, Labels, Mode, content_words};
use crate::lexicon::Phrases;
use text::words;

/// Maximum words of a box around a form.
const MAX_BOX_WORDS: u32 = 60;
/// Minimum words of a sentence.
const MIN_SENTENCE_WORDS: u32 = 12;
/// Maximum blocks of a box around a form.
const MAX_FORM_BLOCKS: usize = 6;
/// Number of elements whose names may mark a sign-up form: the form and those around it.
const SIGN_UP_LEVELS: usize = 3;
/// Maximum number of elements from a form outwards that may be its box.
const MAX_BOX_LEVELS: usize = 16;
/// Maximum blocks of an article before its headline.
const MAX_BLOCKS_ABOVE_HEADLINE: usize = 6;
/// Minimum words of content that remain.
const MIN_WORDS_LEFT: u32 = 15;

/// Parts of the names of forms to subscribe to a newsletter.
static SIGN_UP: LazyLock<Phrases> = LazyLock::new(|| Phrases::in_any_case(words::sign_up::CLASSES));

/// Step that removes boxes around a form and later articles.
pub(crate) const LEAVE_OUT: Filter = Filter {
    name: "drop boxes",
    apply: leave_out,
};

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let mut boxes = forms(document);
    if !boxes.is_empty() {
        let headline = headline_block(document);
        boxes.retain(|blocks| headline.is_none_or(|at| !blocks.contains(&at)));
    }
    boxes.extend(later_articles(document));
    let mut left = content_words(&labels.runs);
    for blocks in boxes {
        let inside = content_words(&labels.runs[labels.runs_of(&blocks)]);
        if left < inside + MIN_WORDS_LEFT {
            continue;
        }
        left -= inside;
        labels.set(&blocks, Label::Boilerplate);
    }
}

/// Whether the block exists and begins inside an element.
fn is_inside(document: &TextDocument, at: usize, element: u32) -> bool {
    let inside = document.elements[element as usize].source;
    let block = document.blocks.get(at);
    block.is_some_and(|block| (inside.start..inside.end).contains(&block.offset))
}

/// The boxes around forms: for each form the largest with few words and blocks.
fn forms(document: &TextDocument) -> Vec<Range<usize>> {
    if document.counts.forms == 0 {
        return Vec::new();
    }
    let elements = 0..u32::try_from(document.elements.len()).unwrap_or(u32::MAX);
    let forms = elements.filter(|at| document.elements[*at as usize].tag == Tag::Form);
    // forms of shops have no text either, and are beside the text of the page
    let mut sign_ups = AncestorSearch::new(document, SIGN_UP_LEVELS, |element| {
        is_called_sign_up(document, element)
    });
    let mut boxes: Vec<Range<usize>> = Vec::new();
    for form in forms {
        let own = document.blocks_within(document.elements[form as usize].source);
        if own.is_empty() && sign_ups.find(form).is_none() {
            continue;
        }
        let around = box_around_form(document, form);
        boxes.extend(around.filter(|blocks| boxes.last() != Some(blocks)));
    }
    boxes
}

/// Whether an element is named after subscribing to a newsletter.
fn is_called_sign_up(document: &TextDocument, element: &Element) -> bool {
    let mut names = names(document, element);
    names.any(|name| SIGN_UP.are_in(name))
}

/// The largest box with few words and blocks around a form. The form itself may have no text.
fn box_around_form(document: &TextDocument, form: u32) -> Option<Range<usize>> {
    let mut widest = None;
    let mut element = Some(form);
    for _ in 0..MAX_BOX_LEVELS {
        let Some(outer) = element else { break };
        let blocks = document.blocks_within(document.elements[outer as usize].source);
        if blocks.len() > MAX_FORM_BLOCKS {
            break;
        }
        let words: u32 = document.blocks[blocks.clone()]
            .iter()
            .map(|block| block.words)
            .sum();
        let is_text = |at: usize| {
            document.blocks[at].words >= MIN_SENTENCE_WORDS && !is_inside(document, at, form)
        };
        // a box named after a newsletter describes it in a sentence
        let is_named = || is_called_sign_up(document, &document.elements[outer as usize]);
        if words > MAX_BOX_WORDS || blocks.clone().any(is_text) && !is_named() {
            break;
        }
        widest = Some(blocks);
        element = document.elements[outer as usize].parent;
    }
    widest.filter(|blocks| !blocks.is_empty())
}

/// The articles with a headline of their own below that of the page, as on pages with infinite scrolling.
fn later_articles(document: &TextDocument) -> Vec<Range<usize>> {
    let mut articles: Vec<(u32, usize)> = Vec::new();
    if document.counts.articles < 2 {
        return Vec::new();
    }
    for (at, block) in document.blocks.iter().enumerate() {
        let article = article_of_headline(document, block.element);
        let article = article.filter(|_| block.words >= MIN_HEADING_WORDS);
        let is_new = |article: &u32| articles.last().is_none_or(|(last, _)| last != article);
        articles.extend(article.filter(is_new).map(|article| (article, at)));
    }
    if articles.len() < 2 {
        return later_alike(document);
    }
    let is_in_title = |(_, at): &&(u32, usize)| {
        let headline = document.text_of(&document.blocks[*at]);
        memmem::find(document.title.as_bytes(), headline.as_bytes()).is_some()
    };
    let has_first_heading = |(article, _): &&(u32, usize)| {
        heading_block(document).is_some_and(|heading| is_inside(document, heading, *article))
    };
    let of_page = articles.iter().find(is_in_title);
    let Some((own, _)) = of_page.or_else(|| articles.first().filter(has_first_heading)) else {
        return Vec::new();
    };
    let end = document.elements[*own as usize].source.end;
    let starts_below =
        |(article, _): &&(u32, usize)| document.elements[*article as usize].source.start >= end;
    let below = articles.iter().filter(starts_below);
    below
        .map(|(article, _)| document.blocks_within(document.elements[*article as usize].source))
        .collect()
}

/// The dated articles with the classes of the one that has a date and the title of the page as its first heading, below it.
fn later_alike(document: &TextDocument) -> Vec<Range<usize>> {
    let whole = |element: &Element| document.blocks_within(element.source);
    let has_title = |element: &&Element| {
        let mut blocks = whole(element).take(MAX_BLOCKS_ABOVE_HEADLINE);
        let is_heading = |at: &usize| {
            let mut around = document.ancestors(document.blocks[*at].element);
            around.any(|around| around.tag.is_heading())
        };
        let heading = blocks.find(is_heading).map(|at| &document.blocks[at]);
        heading.is_some_and(|heading| {
            let text = document.text_of(heading);
            heading.words >= MIN_HEADING_WORDS && document.title.contains(text)
        })
    };
    let is_dated = |element: &&Element| {
        let mut times = document.head.times.iter();
        times.any(|time| (element.source.start..element.source.end).contains(&time.offset))
    };
    let articles = document.elements.iter();
    let mut articles = articles.filter(|e| e.tag == Tag::Article).filter(is_dated);
    let Some(own) = articles.find(has_title) else {
        return Vec::new();
    };
    let class = document.attribute(own.class);
    let alike = articles.filter(|later| {
        later.source.start >= own.source.end && document.attribute(later.class) == class
    });
    alike
        .map(whole)
        .filter(|blocks| !blocks.is_empty())
        .collect()
}

/// The innermost `<article>` around an element, if the element is in an `<h1>` of that article.
fn article_of_headline(document: &TextDocument, element: u32) -> Option<u32> {
    let (mut is_headline, mut element) = (false, Some(element));
    while let Some(around) = element {
        let tag = document.elements[around as usize].tag;
        is_headline |= tag == Tag::H1;
        if tag == Tag::Article {
            return is_headline.then_some(around);
        }
        element = document.elements[around as usize].parent;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    const REPORT: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the northern \
                          bank fear for their trade.</p>";

    /// The beginnings of the blocks that are kept if all blocks of a page are content at first.
    fn kept(html: &str, mode: Mode) -> Vec<String> {
        let document = parse(html);
        let mut labels = Labels::all_content(&document);
        labels.mode = mode;
        leave_out(&document, &mut labels);
        let blocks = labels.content_blocks();
        blocks
            .map(|block| {
                document
                    .text_of(&document.blocks[block])
                    .chars()
                    .take(12)
                    .collect()
            })
            .collect()
    }

    #[test]
    fn a_box_around_a_form_is_dropped() {
        let form = "<div><h4>Our newsletter</h4><p>Every morning.</p><form><p>Your address</p><input><p>We never pass it on.</p></form></div>";
        let page = format!("<h1>The old bridge is closed</h1>{REPORT}{form}{REPORT}");
        assert_eq!(
            kept(&page, Mode::Balanced),
            ["The old brid", "The council ", "The council "]
        );
        assert_eq!(kept(&page, Mode::Recall).len(), 7);
        // a form without text
        let form = form.replace(
            "<form><p>Your address</p><input><p>We never pass it on.</p>",
            "<form class=newsletter-form><input>",
        );
        let page = format!("<h1>The old bridge is closed</h1>{REPORT}{form}{REPORT}");
        assert_eq!(kept(&page, Mode::Balanced).len(), 3);
        let page = page.replace("newsletter-form", "cart");
        assert_eq!(kept(&page, Mode::Balanced).len(), 5);
        // a sentence in a box that is named as that of a form
        let pitch = "<h3>The Morning Briefing</h3><p>Start your day with what matters in the valley, every weekday morning at six.</p>";
        let box_of = |class: &str| {
            let form = format!("<div class={class}>{pitch}<form><input type=email></form></div>");
            kept(
                &format!("<h1>The old bridge is closed</h1>{REPORT}{form}{REPORT}"),
                Mode::Balanced,
            )
        };
        assert_eq!(box_of("newsletter-box").len(), 3);
        assert_eq!(box_of("c7").len(), 5);
        // text beside the form
        let page = format!(
            "<h1>The old bridge is closed</h1><div>{REPORT}{REPORT}<form><p>Your address</p></form></div>{REPORT}"
        );
        assert_eq!(kept(&page, Mode::Balanced).len(), 4);
        // old pages are entirely in a form
        let page = format!("<form><h1>The old bridge is closed</h1>{REPORT}</form>");
        assert_eq!(kept(&page, Mode::Balanced).len(), 2);
    }

    #[test]
    fn the_first_of_several_articles_is_kept() {
        let article = |n| format!("<article><h1>Headline number {n}</h1>{REPORT}</article>");
        let page = format!("{}<div>{}{}</div>", article(1), article(2), article(3));
        assert_eq!(
            kept(&page, Mode::Balanced),
            ["Headline num", "The council "]
        );
        // the page is about the second
        let page = format!(
            "<title>Headline number 2 - Example</title>{}{}{}",
            article(1),
            article(2),
            article(3)
        );
        assert_eq!(kept(&page, Mode::Balanced).len(), 4);
        // entries below a common headline
        let page = format!("<h1>All of the day</h1>{}{}", article(1), article(2));
        assert_eq!(kept(&page, Mode::Balanced).len(), 5);
        // the headlines are lesser headings
        let dated = "</h2><time datetime=2024-05-03>3 May 2024</time>";
        let lesser = page
            .replace("<h1>H", "<h2>H")
            .replace("</h1><p", &format!("{dated}<p"));
        let titled = |n| format!("<title>Headline number {n} - Example</title>{lesser}");
        let all = kept(&titled(3), Mode::Balanced).len();
        assert_eq!(kept(&titled(1), Mode::Balanced).len(), all - 3);
        let undated = titled(1).replace("time", "span");
        assert_eq!(kept(&undated, Mode::Balanced).len(), all);
        // nested articles
        let page = format!(
            "<article><h1>Headline number 1</h1>{REPORT}{}</article>",
            article(2)
        );
        assert_eq!(kept(&page, Mode::Balanced).len(), 4);
    }
}
