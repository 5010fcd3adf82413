//! Removes boxes that are not part of the article: boxes around a form or a button or in place of embedded content, lists of other
//! articles, and whole articles below the first.
//!
//! Their blocks resemble those of an article, especially a short one. Only the box around them distinguishes them.

use std::ops::Range;
use std::sync::LazyLock;

use foldhash::HashSet;
use html::{Element, Tag, TextBlock, TextDocument};
use memchr::memmem;

use crate::element_names::{AncestorSearch, innermost, names, tag_of};
use crate::labels::title::{MAX_BLOCKS, MIN_HEADING_WORDS, heading_block, headline_block};
use crate::labels::{Filter, Label, Labels, Mode, content_words};
use crate::learned::asides::is_note;
use crate::learned::lead_ins::{after_lead_in, begins_title};
use crate::lexicon::{Lexica, Phrases};
use crate::metadata::{LineKind, kind_of_line};
use text::words;

/// Maximum words and blocks of a box around a form or a button, and maximum words of a block in a list of other articles.
const MAX_BOX_WORDS: u32 = 60;
const MAX_BOX_BLOCKS: usize = 6;
/// Minimum words of a sentence.
const MIN_SENTENCE_WORDS: u32 = 12;
/// Maximum words of a button or a label.
const MAX_BUTTON_WORDS: u32 = 10;
/// Number of elements whose names may mark a sign-up form: the form and those around it.
const SIGN_UP_LEVELS: usize = 3;
/// Maximum number of elements from a form or a headline outwards that may be its box.
const MAX_BOX_LEVELS: usize = 16;
/// Number of elements around a block that may make it a heading.
const HEADING_LEVELS: usize = 4;
/// Maximum blocks between the headline of a later article and its date or byline.
const MAX_BLOCKS_TO_DATE: usize = 3;
/// Minimum words of the sentences above a later article: a standfirst has less.
const MIN_ARTICLE_WORDS: u32 = 40;
/// Minimum words of content that remain.
const MIN_WORDS_LEFT: u32 = 15;

/// Parts of the names of forms to subscribe to a newsletter.
static SIGN_UP: LazyLock<Phrases> = LazyLock::new(|| Phrases::in_any_case(words::sign_up::CLASSES));

/// Links that subscribe or donate.
static BUTTONS: LazyLock<HashSet<&str>> =
    LazyLock::new(|| words::asides::BUTTONS.iter().copied().collect());

/// Step that removes boxes around a form or in place of embedded content, lists of other articles, and later articles.
pub(crate) const LEAVE_OUT: Filter = Filter {
    name: "drop boxes",
    apply: leave_out,
};

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let mut boxes = forms(document);
    boxes.extend(placeholders(document, labels));
    boxes.extend(lists(document));
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

/// The boxes around forms, and around links that subscribe or donate: for each the largest with few words and blocks.
fn forms(document: &TextDocument) -> Vec<Range<usize>> {
    // forms of shops have no text either, and are beside the text of the page
    let mut sign_ups = AncestorSearch::new(document, SIGN_UP_LEVELS, |element| {
        is_called_sign_up(document, element)
    });
    let mut boxes: Vec<Range<usize>> = Vec::new();
    let elements = (0..).zip(&document.elements);
    for (form, element) in elements.filter(|(_, element)| element.tag == Tag::Form) {
        let source = element.source;
        let mut emails = document.head.emails.iter();
        let has_email = emails.any(|at| (source.start..source.end).contains(at));
        let has_text = !document.blocks_within(source).is_empty();
        if has_text || has_email || sign_ups.find(form).is_some() {
            let around = box_around(document, form, usize::from(has_email));
            boxes.extend(around.filter(|blocks| boxes.last() != Some(blocks)));
        }
    }
    let buttons = document.blocks.iter().filter(|block| {
        let text = document.text_of(block);
        block.link_words == block.words
            && block.words <= MAX_BUTTON_WORDS
            && BUTTONS.contains(text.to_lowercase().as_str())
    });
    // the box of a button has a title or a sentence above it
    let around = buttons.filter_map(|button| box_around(document, button.element, 1));
    boxes.extend(around.filter(|blocks| blocks.len() > 1));
    boxes
}

/// The boxes in place of embedded content: around a line on such content or on cookies, not in a quoted post, the largest in which each
/// sentence is on such content or a note on the page, with at least one note.
fn placeholders(document: &TextDocument, labels: &Labels) -> Vec<Range<usize>> {
    let has = |at: usize, lexicon: Lexica| {
        let hits = labels.lexicon_hits.get(at);
        hits.is_some_and(|hits| hits.has(lexicon))
    };
    let has_note = |at: usize| {
        let block = &document.blocks[at];
        block.words <= MAX_BOX_WORDS && is_note(document, block)
    };
    let is_own = |at: usize| {
        document.blocks[at].words < MIN_SENTENCE_WORDS || has(at, Lexica::EMBED) || has_note(at)
    };
    let mut boxes: Vec<Range<usize>> = Vec::new();
    for run in labels.runs.iter().filter(|run| run.is_content()) {
        let at = run.first as usize;
        let element = document.blocks[at].element;
        let is_known = boxes.last().is_some_and(|last| last.contains(&at));
        if is_known
            || !has(at, Lexica::EMBED) && !has(at, Lexica::LEGAL)
            || innermost(document, element, &[Tag::Blockquote]).is_some()
        {
            continue;
        }
        let around = document.ancestors(element).take(MAX_BOX_LEVELS);
        let around = around.map(|element| document.blocks_within(element.source));
        let widest = around
            .take_while(|blocks| blocks.len() <= MAX_BOX_BLOCKS && blocks.clone().all(is_own))
            .last();
        // single lines are no boxes
        let widest = widest.filter(|blocks| blocks.len() > 1 && blocks.clone().any(has_note));
        boxes.extend(widest);
    }
    boxes
}

/// The lists of other articles: a short line such as "More on this story", and the rest of the box that it begins or the largest element
/// right after it, if that has no long paragraph, and no more sentences than blocks that begin with a link.
fn lists(document: &TextDocument) -> Vec<Range<usize>> {
    let labels = document.blocks.iter().enumerate().filter(|(_, block)| {
        block.words <= MAX_BUTTON_WORDS
            && block.link_words == 0
            && is_label(document.text_of(block))
    });
    let lists = labels.flat_map(|(label, block)| {
        let around = document.ancestors(block.element);
        let mut around = around.map(|element| document.blocks_within(element.source));
        let own = around.find(|blocks| blocks.len() > 1);
        let own = own.filter(|blocks| blocks.start == label);
        let after = document.blocks.get(label + 1).and_then(|next| {
            let around = document.ancestors(next.element);
            let around = around.map(|element| document.blocks_within(element.source));
            around.take_while(|blocks| blocks.start > label).last()
        });
        let after = after.map(|blocks| label..blocks.end);
        own.into_iter().chain(after)
    });
    let mut lists: Vec<Range<usize>> = lists.collect();
    if lists.is_empty() {
        return lists;
    }
    // a link at the beginning of a block may begin before the line break
    let starts = document.head.anchors.iter().map(|anchor| anchor.text);
    let starts = starts.filter(|text| text.start < text.end);
    let starts: HashSet<u32> = starts
        .flat_map(|text| [text.start, text.start + 1])
        .collect();
    lists.retain(|list| {
        let blocks = &document.blocks[list.start + 1..list.end];
        let is_sentence =
            |block: &&TextBlock| block.words >= MIN_SENTENCE_WORDS && block.link_words == 0;
        let is_title =
            |block: &&TextBlock| block.link_words > 0 && starts.contains(&block.text.start);
        let titles = blocks.iter().filter(is_title).count();
        titles > 0
            && blocks.len() > 1
            && blocks.iter().filter(is_sentence).count() <= titles
            && blocks.iter().all(|block| block.words <= MAX_BOX_WORDS)
    });
    lists
}

/// Whether a text begins with a lead-in; after one of a single word, only nothing or a title follows: not `Related costs`.
fn is_label(text: &str) -> bool {
    after_lead_in(text).is_some_and(|rest| {
        let lead_in = text[..text.len() - rest.len()].split_whitespace();
        let words = lead_in.filter(|word| word.contains(char::is_alphanumeric));
        words.count() > 1 || !rest.contains(char::is_alphanumeric) || begins_title(rest)
    })
}

/// Whether an element is named after subscribing to a newsletter.
fn is_called_sign_up(document: &TextDocument, element: &Element) -> bool {
    let mut names = names(document, element);
    names.any(|name| SIGN_UP.are_in(name))
}

/// The largest box with few words and blocks around a form, which may have no text, or a button. More than `most` sentences are text,
/// unless the box is named after a newsletter.
fn box_around(document: &TextDocument, inner: u32, most: usize) -> Option<Range<usize>> {
    let is_form = tag_of(document, inner) == Tag::Form;
    let around = document.ancestors(inner).take(MAX_BOX_LEVELS);
    let boxes = around.map(|element| (element, document.blocks_within(element.source)));
    let boxes = boxes.take_while(|(element, blocks)| {
        let words = || -> u32 {
            let all = document.blocks[blocks.clone()].iter();
            all.map(|block| block.words).sum()
        };
        let is_text = |at: &usize| {
            document.blocks[*at].words >= MIN_SENTENCE_WORDS
                && !(is_form && is_inside(document, *at, inner))
        };
        blocks.len() <= MAX_BOX_BLOCKS
            && words() <= MAX_BOX_WORDS
            && (blocks.clone().filter(is_text).count() <= most
                || is_called_sign_up(document, element))
    });
    let (_, widest) = boxes.last()?;
    (!widest.is_empty()).then_some(widest)
}

/// The articles below that of the page, as with infinite scrolling. Each is the largest element around a heading like that of the page that
/// has no paragraph above the heading, and has a date or a byline near it or is an `<article>` with an `<h1>`. The page's own article is
/// more than a standfirst.
fn later_articles(document: &TextDocument) -> Vec<Range<usize>> {
    let Some((own, tag)) = own_headline(document) else {
        return Vec::new();
    };
    let article = innermost(document, document.blocks[own].element, &[Tag::Article]);
    let end = article.map_or(0, |article| article.source.end);
    let mut later: Vec<Range<usize>> = Vec::new();
    let (mut paragraph, mut words) = (None, 0);
    for (at, block) in document.blocks.iter().enumerate().skip(own + 1) {
        if later.last().is_some_and(|last| last.contains(&at)) {
            continue;
        }
        let is_like_own = block.words >= MIN_HEADING_WORDS
            && heading_tag(document, block) == Some(tag)
            && !is_in_title(document, block);
        match paragraph {
            Some(paragraph) if is_like_own && words >= MIN_ARTICLE_WORDS => {
                later.extend(article_of(document, at, paragraph, end));
            }
            // entries below a common headline, or chapters below a standfirst
            _ if is_like_own => return later,
            _ if block.words >= MIN_SENTENCE_WORDS => {
                paragraph = Some(at);
                words += block.words;
            }
            _ => {}
        }
    }
    later
}

/// The headline of the page with its tag: a heading in the title, otherwise an `<h1>` in an `<article>`.
fn own_headline(document: &TextDocument) -> Option<(usize, Tag)> {
    let blocks = document.blocks.iter().enumerate().take(MAX_BLOCKS);
    let mut headings = blocks.filter(|(_, block)| block.words >= MIN_HEADING_WORDS);
    let in_title = headings.find_map(|(at, block)| {
        let tag = heading_tag(document, block)?;
        is_in_title(document, block).then_some((at, tag))
    });
    in_title.or_else(|| {
        let first = heading_block(document)?;
        innermost(document, document.blocks[first].element, &[Tag::Article])?;
        Some((first, Tag::H1))
    })
}

/// The tag of the heading around a block.
fn heading_tag(document: &TextDocument, block: &TextBlock) -> Option<Tag> {
    let mut around = document.ancestors(block.element).take(HEADING_LEVELS);
    around.find_map(|element| element.tag.is_heading().then_some(element.tag))
}

fn is_in_title(document: &TextDocument, block: &TextBlock) -> bool {
    let text = document.text_of(block).as_bytes();
    memmem::find(document.title.as_bytes(), text).is_some()
}

/// The later article around a heading, below a paragraph of the page's own article, which ends at `end`.
fn article_of(
    document: &TextDocument,
    heading: usize,
    paragraph: usize,
    end: u32,
) -> Option<Range<usize>> {
    let around = document.ancestors(document.blocks[heading].element);
    let apart = around.take(MAX_BOX_LEVELS).take_while(|element| {
        element.source.start >= end && document.blocks_within(element.source).start > paragraph
    });
    let apart: Vec<&Element> = apart.collect();
    let blocks = document.blocks_within(apart.last()?.source);
    let has = |tag: Tag| apart.iter().any(|element| element.tag == tag);
    let is_line = |at: usize| {
        let kind = kind_of_line(&document.lines_of(&document.blocks[at]));
        at != heading && matches!(kind, Some(LineKind::Byline | LineKind::Date))
    };
    let from = blocks.start.max(heading.saturating_sub(MAX_BLOCKS_TO_DATE));
    let mut near = from..blocks.end.min(heading + 1 + MAX_BLOCKS_TO_DATE);
    let is_article = has(Tag::Article) && has(Tag::H1) || near.any(is_line);
    (is_article && blocks.end > heading + 1).then_some(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::learned::features::lexicon_hits;
    use html::parse;

    const REPORT: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the northern \
                          bank fear for their trade.</p>";

    /// The beginnings of the blocks that are kept if all blocks of a page are content at first.
    fn kept(html: &str, mode: Mode) -> Vec<String> {
        let document = parse(html);
        let mut labels = Labels::all_content(&document);
        labels.mode = mode;
        let texts = document.blocks.iter().map(|block| document.text_of(block));
        labels.lexicon_hits = texts.map(lexicon_hits).collect();
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
        assert_eq!(box_of("c7").len(), 3);
        let article = format!("<article>{REPORT}{REPORT}<form><input type=email></form></article>");
        let page = format!("<h1>The old bridge is closed</h1>{article}{REPORT}");
        assert_eq!(kept(&page, Mode::Balanced).len(), 4);
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
    fn a_box_around_a_link_that_subscribes_or_donates_is_dropped() {
        for (title, sentence, button) in [
            (
                "The morning letter",
                "Get our five best stories every day before breakfast, and nothing else.",
                "Sign me up",
            ),
            (
                "Poranny list",
                "Codziennie przed śniadaniem pięć tekstów.",
                "Zapisz się",
            ),
            (
                "朝のたより",
                "毎朝、朝食の前に五本の記事をお届けします。",
                "登録する",
            ),
            (
                "Notre journal",
                "Chaque don, même petit, nous aide.",
                "Je donne",
            ),
        ] {
            let lines = format!("<p>{sentence}</p><p><a href=/nl>{button}</a></p>");
            let page = |inside: &str| {
                let page = format!("<h1>The old bridge is closed</h1>{REPORT}{inside}{REPORT}");
                kept(&page, Mode::Balanced).len()
            };
            let boxed = format!("<div><p><b>{title}</b></p>{lines}</div>");
            assert_eq!(page(&boxed), 3, "{button}");
            assert_eq!(page(&lines), 5, "{button}");
            let other = boxed.replace(button, "The plan");
            assert_eq!(page(&other), 6, "{button}");
        }
    }

    #[test]
    fn a_box_in_place_of_embedded_content_is_dropped_as_a_whole() {
        let page = |inside: &str| {
            let page =
                format!("<h1>The old bridge is closed</h1><div>{REPORT}{inside}{REPORT}</div>");
            kept(&page, Mode::Balanced).len()
        };
        for asks in [
            "<div class=c4><h4>Allow social media content?</h4><p>This article contains content provided by a network, which may \
             set cookies and the like.</p><p>To view this content, click 'Accept'.</p></div>",
            "<figure><p>Externer Inhalt</p><p>Hier steht ein Film, den Sie mit einem Klick anzeigen und ebenso wieder ausblenden \
             können.</p><p>Daten können an Drittplattformen übermittelt werden.</p></figure>",
            "<aside><h3>Vidéo</h3><p>Pour afficher ce contenu, acceptez les cookies de ce réseau.</p><p>J’accepte</p></aside>",
        ] {
            assert_eq!(page(asks), 3, "{asks}");
        }
        for (told, count) in [
            (
                "<p>»Externe Inhalte« heißt das Feld, das die Stadt nun auf jede Seite setzt.</p>",
                4,
            ),
            (
                "<div><p>The cookies are gone.</p><p>The baker sells bread.</p></div>",
                5,
            ),
            (
                "<blockquote><p>View this post on Instagram</p><p>What a day!</p></blockquote>",
                5,
            ),
        ] {
            assert_eq!(page(told), count, "{told}");
        }
    }

    #[test]
    fn a_list_of_other_articles_is_dropped_with_its_label() {
        let page = |list: &str| {
            let page = format!("<h1>The old bridge is closed</h1>{REPORT}{list}{REPORT}");
            kept(&page, Mode::Balanced).len()
        };
        let summary = "From May on an electric ferry will cross the river at the old bridge.";
        let card = format!("<div><h4><a href=/x> Ferry in May </a></h4><p>{summary}</div>");
        let item = format!("<li><a href=/x>Die Fähre kommt</a><br>{summary}");
        let row = format!("<tr><td><a href=/x>Паром пойдёт</a> 05/04<div>{summary}</div>");
        for list in [
            format!("<section><h3>More on this story</h3>{card}{card}</section>"),
            format!("<h2>Weiterführende Artikel zum Thema</h2><ul>{item}{item}</ul>"),
            format!("<div>Другие новости города</div><table>{row}{row}</table>"),
        ] {
            assert_eq!(page(&list), 3, "{list}");
        }
        // chapters
        let long = "word ".repeat(80);
        for (chapter, count) in [
            (
                format!("<section><h3>Recommended dose by age</h3>{card}{card}</section>"),
                8,
            ),
            (
                format!("<section><h3>See also</h3><p>{long}<p><a href=/x>A link</a></section>"),
                6,
            ),
            (
                format!("<section><h3>See also</h3><p>{summary}<p>It is short.</section>"),
                6,
            ),
            (
                format!("<div><p>Read more<p><a href=/x>A ferry</a>{REPORT}{REPORT}</div>"),
                7,
            ),
            (
                format!("<div><h3>Read more</h3><p>{summary}<p>It is <a href=/x>short</a>.</div>"),
                6,
            ),
        ] {
            assert_eq!(page(&chapter), count, "{chapter}");
        }
    }

    #[test]
    fn an_article_below_that_of_the_page_is_dropped_whatever_its_element() {
        let own = "The old bridge is closed";
        let text = REPORT.repeat(2);
        for (inside, count) in [
            (
                format!(
                    "<h1>{own}</h1><article>{text}</article><article><h1>Der Teig geht nicht</h1>{REPORT}</article>"
                ),
                3,
            ),
            (
                format!(
                    "<article><h1>{own}</h1>{text}</article><div><h1>Der Teig geht nicht</h1><p>11.05.2026</p>{REPORT}</div>"
                ),
                3,
            ),
            (
                format!(
                    "<div><h2>{own}</h2>{text}</div><div><section><p>Lokales</p><h2>La pâte ne lève pas</h2><p>By Jane Doe</p>{REPORT}</section></div>"
                ),
                3,
            ),
            // chapters
            (
                format!("<h1>{own}</h1>{text}<section><h1>What is next</h1>{REPORT}</section>"),
                5,
            ),
            (
                format!("<h1>{own}</h1>{text}<h1>What is next</h1><p>3 May 2024</p>{REPORT}"),
                6,
            ),
            // a standfirst
            (
                format!(
                    "<h1>{own}</h1>{REPORT}<section><p>By Jane Doe</p><h1>What is next</h1>{text}</section>"
                ),
                6,
            ),
        ] {
            let page = format!("<title>{own} - Example</title><main>{inside}</main>");
            assert_eq!(kept(&page, Mode::Balanced).len(), count, "{page}");
        }
    }

    #[test]
    fn the_first_of_several_articles_is_kept() {
        let article =
            |n| format!("<article><h1>Headline number {n}</h1>{REPORT}{REPORT}</article>");
        let page = format!("{}<div>{}{}</div>", article(1), article(2), article(3));
        assert_eq!(
            kept(&page, Mode::Balanced),
            ["Headline num", "The council ", "The council "]
        );
        // the page is about the second
        let page = format!(
            "<title>Headline number 2 - Example</title>{}{}{}",
            article(1),
            article(2),
            article(3)
        );
        assert_eq!(kept(&page, Mode::Balanced).len(), 6);
        // entries below a common headline
        let page = format!("<h1>All of the day</h1>{}{}", article(1), article(2));
        assert_eq!(kept(&page, Mode::Balanced).len(), 7);
        // the headlines are lesser headings
        let dated = "</h2><time datetime=2024-05-03>3 May 2024</time>";
        let lesser = page
            .replace("<h1>H", "<h2>H")
            .replace("</h1><p", &format!("{dated}<p"));
        let titled = |n| format!("<title>Headline number {n} - Example</title>{lesser}");
        let all = kept(&titled(3), Mode::Balanced).len();
        assert_eq!(kept(&titled(1), Mode::Balanced).len(), all - 4);
        let undated = titled(1).replace(dated, "</h2>");
        assert_eq!(kept(&undated, Mode::Balanced).len(), all - 2);
        // nested articles
        let page = format!(
            "<article><h1>Headline number 1</h1>{REPORT}{REPORT}{}</article>",
            article(2)
        );
        assert_eq!(kept(&page, Mode::Balanced).len(), 6);
    }
}
