//! Whether a paywall cuts off the text of a page, judged by evidence on the page, not by the publisher's claim (`is_free`).
//!
//! An offer to subscribe alone proves nothing: it also follows complete texts that a script hides. It therefore counts only
//! after short texts, and never if the text is as long as the stated `wordCount`.

mod length;

use std::ops::Range;
use std::sync::LazyLock;

use serde::Serialize;

use self::length::Length;

use crate::element_names::{is_called, is_called_comments};
use crate::labels::{Filter, Label, Labels, Mode};
use crate::lexicon::{Hit, Phrases};
use crate::metadata::TextClaims;
use crate::word_count::fair_words_of;
use html::{Element, Tag, TextBlock, TextDocument};
use text::{ends_sentence, words};

/// Minimum words of a text that is complete unless `wordCount` contradicts.
const COMPLETE_WORDS: u32 = 400;
/// A teaser has fewer words than this.
const TEASER_WORDS: u32 = 250;
/// Minimum words of a text whose final ellipsis counts.
const MIN_WORDS: u32 = 20;
/// Blocks before and after the end of the text in which an offer is searched for.
const BLOCKS_BEFORE_END: usize = 2;
const BLOCKS_AFTER_END: usize = 6;
/// Maximum bytes of a block that is searched for an offer.
const MAX_BLOCK_BYTES: usize = 300;
/// Maximum number of elements that are named as walls.
const MAX_WALLS: usize = 20;
/// Maximum words of an offer that is left out of the text.
const MAX_OFFER_WORDS: u32 = 200;
/// Maximum blocks of content after an offer.
const MAX_BLOCKS_TO_END: usize = 12;
/// Maximum blocks from a selling block to the end of the content.
const MAX_OFFER_BLOCKS: usize = 6;
/// Maximum words of a link that looks like a button.
const MAX_BUTTON_WORDS: u32 = 5;
/// Maximum words of a block after the selling one, if no element is named as a wall.
const MAX_OFFER_BLOCK_WORDS: u32 = 20;

static SELLING: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::paywall::PHRASES));
static WALLS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::paywall::CLASSES));

/// Evidence for or against a text being cut off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Sign {
    /// A block at the end of the text offers the rest to subscribers.
    Sold,
    /// An element at the end of the text is named as a paywall or as its fade.
    Wall,
    /// The last sentence breaks off with three dots.
    Dots,
    /// The text is much shorter than `wordCount` or `articleBody` in JSON-LD.
    Shorter,
    /// The text is long.
    Long,
    /// The text is as long as `wordCount` or `articleBody` in JSON-LD.
    Complete,
}

/// Whether a text is cut off, with the evidence.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Truncation {
    /// Whether the text is cut off; `None` without evidence.
    pub verdict: Option<bool>,
    /// All signs.
    pub signs: Vec<Sign>,
}

/// Step that removes the offer to subscribe from the text.
pub(crate) const LEAVE_OUT: Filter = Filter {
    name: "drop offers",
    apply: leave_out,
};

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let mut content: Vec<usize> = labels.content_blocks().collect();
    let Some(offer) = offer(document, &content) else {
        return;
    };
    content.retain(|block| offer.contains(block));
    labels.offer = content;
    for run in &mut labels.runs {
        if offer.contains(&(run.first as usize)) {
            run.label = Label::Boilerplate;
        }
    }
}

/// The text of the offer that was removed, one line per block.
pub(crate) fn removed(document: &TextDocument, labels: &Labels) -> String {
    let blocks = labels.offer.iter();
    let texts = blocks.map(|block| document.text_of(&document.blocks[*block]));
    texts.collect::<Vec<_>>().join("\n")
}

/// Searches the end of the text for evidence of a paywall.
pub(crate) fn find(document: &TextDocument, labels: &Labels, claims: &TextClaims) -> Truncation {
    let mut content: Vec<usize> = labels.content_blocks().collect();
    let length = Length::of(document, labels, &content);
    let mut signs = length.compared(claims);
    let mut words = length.words;
    if words >= COMPLETE_WORDS {
        signs.push(Sign::Long);
    } else if !signs.contains(&Sign::Complete) {
        // a long offer may have been mistaken for text
        if let Some(offer) = offer(document, &content) {
            content.retain(|block| !offer.contains(block));
        }
        words = words_of(document, &content);
    }
    let Some(&last) = content.last() else {
        return Truncation::default();
    };
    // only texts that are short, or shorter than stated, are searched
    if length.words < COMPLETE_WORDS || signs.contains(&Sign::Shorter) {
        let begin = content
            .iter()
            .rev()
            .nth(BLOCKS_BEFORE_END)
            .unwrap_or(&content[0]);
        let near = *begin..document.blocks.len().min(last + 1 + BLOCKS_AFTER_END);
        let first = content[0];
        let sells = |block| sells(document, block) && !sells_other(document, first, block);
        if near.clone().any(sells) {
            signs.push(Sign::Sold);
        }
        if has_after(document, last, near.end, |element| {
            is_wall(document, element)
        }) {
            signs.push(Sign::Wall);
        }
        if breaks_off(document, &content) {
            signs.push(Sign::Dots);
        }
    }
    let verdict = judge(&signs, words);
    Truncation { verdict, signs }
}

/// The blocks of an offer in the text or at its end: an element that is named as a wall and begins with an offer, otherwise a selling
/// block near the end; with the short content blocks after it.
fn offer(document: &TextDocument, content: &[usize]) -> Option<Range<usize>> {
    // few texts sell anything, and walls are sought among all elements
    let mut last = content.iter().rev().take(MAX_BLOCKS_TO_END);
    if !last.any(|block| sells(document, *block)) {
        return None;
    }
    let offer = wall(document, content).or_else(|| pitch(document, content))?;
    let after = content.partition_point(|block| *block < offer.end);
    let is_short = |at: &&usize| words_in(document, **at) <= MAX_OFFER_BLOCK_WORDS;
    let short = content[after..].iter().take_while(is_short).last();
    let offer = offer.start..short.map_or(offer.end, |last| last + 1);
    let place = |block: usize| content.partition_point(|at| *at < block);
    let (from, end) = (place(offer.start), place(offer.end));
    let is_offer = words_of(document, &content[..from]) >= MIN_WORDS
        && (1..=MAX_OFFER_WORDS).contains(&words_of(document, &content[from..end]));
    is_offer.then_some(offer)
}

/// The blocks of the first element that is named as a wall and begins with an offer.
fn wall(document: &TextDocument, content: &[usize]) -> Option<Range<usize>> {
    let mut blocks = content.iter().filter_map(|at| document.blocks.get(*at));
    let first = blocks.next()?;
    let last = blocks.next_back()?;
    let inside = document
        .elements
        .iter()
        .skip_while(|element| element.source.start < first.end_offset)
        .take_while(|element| element.source.start < last.offset);
    let walls = inside.filter(|element| is_wall(document, element));
    let mut walls = walls
        .take(MAX_WALLS)
        .map(|wall| document.blocks_within(wall.source));
    walls.find(|blocks| {
        let mut first = blocks.clone().take(2);
        first.any(|block| sells(document, block))
    })
}

/// The first selling block near the end of the content that is followed only by short content blocks, and has a link in it or below it
/// or is an offer by itself. Buttons do not count as links.
fn pitch(document: &TextDocument, content: &[usize]) -> Option<Range<usize>> {
    let is_short = |at: &&usize| words_in(document, **at) <= MAX_OFFER_BLOCK_WORDS;
    let short = content.iter().rev().take_while(is_short).count();
    let tail = &content[content
        .len()
        .saturating_sub((short + 1).min(MAX_OFFER_BLOCKS))..];
    let at = tail.iter().position(|at| sells(document, *at))?;
    let has_link = |at: &usize| document.blocks[*at].links > 0;
    let is_alone = || is_short(&&tail[at]) && is_offer_alone(document, content, tail[at]);
    let is_offer = tail[at..].iter().any(has_link) || is_alone();
    is_offer.then(|| tail[at]..tail[at] + 1)
}

/// Whether a block without a link begins with an offer and is not the last sentence of the text: it has two offers or is no sentence, a
/// form, a wall or a link of few words follows, or the text breaks off.
fn is_offer_alone(document: &TextDocument, content: &[usize], block: usize) -> bool {
    let text = selling_text(document, block).unwrap_or_default();
    let is_start = |hit: &Hit| !text[..hit.start].contains(char::is_alphanumeric);
    let starts = SELLING.all_in(&text).filter(is_start);
    let Some(first_end) = starts.map(|hit| hit.end).min() else {
        return false;
    };
    let is_wall = |element: &Element| element.tag == Tag::Form || is_wall(document, element);
    let is_button = |next: &TextBlock| next.links > 0 && next.words <= MAX_BUTTON_WORDS;
    !ends_sentence(&text)
        || document.blocks.get(block + 1).is_some_and(is_button)
        || SELLING.all_in(&text).any(|hit| hit.start >= first_end)
        || has_after(document, block, block + 2, is_wall)
        || breaks_off(document, content)
}

/// Number of words of some blocks.
fn words_of(document: &TextDocument, content: &[usize]) -> u32 {
    content.iter().map(|at| words_in(document, *at)).sum()
}

/// Number of words of a block.
fn words_in(document: &TextDocument, block: usize) -> u32 {
    let block = document.blocks.get(block);
    block.map_or(0, |block| fair_words_of(document, block))
}

fn judge(signs: &[Sign], words: u32) -> Option<bool> {
    let has = |sign| signs.contains(&sign);
    let (sold, wall, dots) = (has(Sign::Sold), has(Sign::Wall), has(Sign::Dots));
    if has(Sign::Shorter) {
        return (sold || wall || dots).then_some(true);
    }
    if has(Sign::Complete) || has(Sign::Long) {
        return Some(false);
    }
    let is_teaser = words < TEASER_WORDS && sold && (wall || dots || words >= MIN_WORDS);
    let fades = words < TEASER_WORDS && wall && dots && words >= MIN_WORDS;
    (is_teaser || fades).then_some(true)
}

/// Whether a block offers the rest of the text to subscribers.
fn sells(document: &TextDocument, block: usize) -> bool {
    selling_text(document, block).is_some_and(|text| SELLING.are_in(&text))
}

/// The text of a block that may be an offer, as it is compared with phrases.
fn selling_text(document: &TextDocument, block: usize) -> Option<String> {
    let text = document.text_of(document.blocks.get(block)?);
    let is_short = text.len() <= MAX_BLOCK_BYTES;
    is_short.then(|| text.to_lowercase().replace(['\u{a0}', '’'], " "))
}

/// Whether a selling block is about comments, or in an element that begins after the first block of the text and is named after
/// comments, a newsletter or other articles.
fn sells_other(document: &TextDocument, first: usize, block: usize) -> bool {
    let (Some(first), Some(block)) = (document.blocks.get(first), document.blocks.get(block))
    else {
        return false;
    };
    let text = document.text_of(block).to_lowercase();
    let is_of_others = |element: &Element| {
        is_called_comments(document, element)
            || is_called(document, element, words::paywall::CLASSES_OF_OTHERS)
    };
    let around = document.ancestors(block.element);
    let mut around = around.take_while(|element| element.source.start > first.offset);
    words::paywall::COMMENTS
        .iter()
        .any(|word| text.contains(word))
        || around.any(|element| is_of_others(element) && !is_wall(document, element))
}

/// Whether there is some element that begins after the block `last` and before the block `end`.
fn has_after(
    document: &TextDocument,
    last: usize,
    end: usize,
    is_wanted: impl Fn(&Element) -> bool,
) -> bool {
    let Some(block) = document.blocks.get(last) else {
        return false;
    };
    let from = block.end_offset;
    let to = document
        .blocks
        .get(end)
        .map_or(u32::MAX, |block| block.offset);
    let first = document
        .elements
        .partition_point(|element| element.source.start < from);
    let after = document.elements[first..].iter();
    after
        .take_while(|element| element.source.start < to)
        .take(100)
        .any(is_wanted)
}

fn is_wall(document: &TextDocument, element: &Element) -> bool {
    [element.class, element.id].into_iter().any(|name| {
        let kept = document
            .attribute(name)
            .bytes()
            .filter(|byte| byte.is_ascii_alphabetic() || byte.is_ascii_whitespace());
        let letters: String = kept
            .map(|byte| char::from(byte.to_ascii_lowercase()))
            .collect();
        let mut words = letters.split_ascii_whitespace();
        WALLS.are_in(&letters) || words.any(|word| words::paywall::WHOLE_CLASSES.contains(&word))
    })
}

/// Whether the last block that is not an offer ends with an ellipsis.
fn breaks_off(document: &TextDocument, content: &[usize]) -> bool {
    let mut ends = content.iter().rev().take(1 + BLOCKS_BEFORE_END);
    let end = ends.find(|block| !sells(document, **block));
    let text = end.and_then(|block| document.blocks.get(*block));
    let text = text
        .map(|block| document.text_of(block))
        .unwrap_or_default();
    let text = text.trim_end_matches(['"', '“', '”', '»', ']', ')', '[', '(', ' ']);
    text.ends_with('…') || text.ends_with("...")
}

#[cfg(test)]
mod tests {
    use super::Sign;
    use crate::{Extraction, Input, Options, extract};

    fn paragraphs(count: usize) -> String {
        let one = |number: usize| {
            format!(
                "<p>The council of the town met for the {number}th time on Tuesday to talk about the bridge over the river, which has been closed to lorries since the flood of last spring, and about the money that a new one would cost.</p>"
            )
        };
        (0..count).map(one).collect()
    }

    const OFFER: &str = "<div class=paywall><h2>Subscribe to continue reading</h2><p>One month for one pound.</p><a href=/login>Already a subscriber? Sign in</a></div>";

    fn read(json: &str, body: &str) -> Extraction {
        let json = format!(
            r#"<script type="application/ld+json">{{"@type":"NewsArticle","headline":"The bridge"{json}}}</script>"#
        );
        let html = format!(
            "<title>The bridge</title>{json}<main><article><h1>The bridge</h1>{body}</article></main><footer><p>About us</p></footer>"
        );
        extract(&Input::new(&html, None), &Options::default())
    }

    #[test]
    fn a_short_text_before_an_offer_is_cut_off() {
        let page = read("", &format!("{}{OFFER}", paragraphs(3)));
        assert_eq!(page.truncated, Some(true), "{:?}", page.truncated_by);
        assert!(page.truncated_by.contains(&Sign::Sold));
        let page = read("", &paragraphs(3));
        assert_eq!(page.truncated, None, "{:?}", page.truncated_by);
    }

    #[test]
    fn the_length_of_a_text_without_blanks_is_that_of_one_with_blanks() {
        let paragraphs = |count: usize| -> String {
            let one = |number: usize| {
                format!(
                    "<p>川にかかる古い橋は、昨年春の洪水のあと大型車の通行が止められており、町議会は火曜日、新しい橋の費用を{number}度話し合った。</p>"
                )
            };
            (0..count).map(one).collect()
        };
        let offer = "<div class=paywall><p>この記事は有料会員限定です。</p><a href=/login>ログイン</a></div>";
        let page = read("", &format!("{}{offer}", paragraphs(5)));
        assert_eq!(page.truncated, Some(true), "{:?}", page.truncated_by);
        let page = read("", &format!("{}{offer}", paragraphs(20)));
        assert_eq!(page.truncated, Some(false), "{:?}", page.truncated_by);
        // each character is a word of `wordCount`
        let page = read(r#","wordCount":300"#, &format!("{}{offer}", paragraphs(5)));
        assert_eq!(page.truncated, Some(false), "{:?}", page.truncated_by);
    }

    #[test]
    fn an_offer_of_something_else_cuts_no_text_off() {
        for other in [
            "<section class=comments><h4>Join in</h4><p>Already a subscriber? <a href=/login>Log in</a></section>",
            "<div id=newsletter-box><p>Already a subscriber? <a href=/login>Log in</a></div>",
            "<p>Comments are for subscribers only. Already a subscriber? <a href=/login>Log in</a></p>",
        ] {
            let page = read("", &format!("{}{other}", paragraphs(3)));
            assert_eq!(page.truncated, None, "{other}");
        }
    }

    #[test]
    fn an_offer_is_no_part_of_the_text() {
        let whole = read("", &paragraphs(3)).text;
        for offer in [
            OFFER,
            "<h3>Subscribe to continue reading</h3><p><a href=/plus>One month</a> for one pound.</p>",
            "<p>To continue reading, <a href=/login>log in</a> or become a member.</p>",
            "<p>This story is for subscribers. Subscribe to continue reading.</p><button>Join</button>",
            "<div><b>Per continuare a leggere abbonati.</b></div><div><a href=/plus><span>Vai</span></a></div>",
            "<p>Weiterlesen mit Abo. Bereits Abonnent? Jetzt anmelden</p>",
            "<p><b>Questo contenuto è riservato agli abbonati</b></p><p>Abbonati a un euro al mese e leggi tutto.</p>",
            "<div><div>Dalsza część artykułu tylko dla prenumeratorów.</div><div><a href=/x>Masz już konto? Zaloguj się</a></div></div>",
            "<section><p>この先をお読みいただくには有料会員の登録が必要です。</p></section>",
        ] {
            let page = read("", &format!("{}{offer}", paragraphs(3)));
            assert_eq!(page.text, whole, "{offer}");
        }
        let page = read(
            "",
            &paragraphs(5).replacen("</p><p>", &format!("</p>{OFFER}<p>"), 1),
        );
        assert_eq!(page.text, read("", &paragraphs(5)).text);
        assert_eq!(read("", &paragraphs(3)).offer, "");
    }

    #[test]
    fn a_last_sentence_with_the_words_of_an_offer_is_text() {
        let offer = |last: &str| {
            let document = html::parse(&format!("{}{last}", paragraphs(3)));
            let content: Vec<usize> = (0..document.blocks.len()).collect();
            super::offer(&document, &content)
        };
        for sentence in [
            "<p>To continue reading his letters, she learnt Russian.</p>",
            "<p>The full recording is for subscribers only.</p>",
            "<p>The full recording is for subscribers only</p>",
        ] {
            assert_eq!(offer(sentence), None, "{sentence}");
        }
        for line in [
            "<p>To continue reading, join us.</p><form><input name=mail></form>",
            "<p>To continue reading, join us.</p><div class=paywall></div>",
            "<p>Subscribe to continue reading</p>",
        ] {
            assert_eq!(offer(line), Some(3..4), "{line}");
        }
    }

    #[test]
    fn offers_are_known_in_many_languages() {
        for offer in [
            "<p>Suscríbete para seguir leyendo</p><p>Acceso ilimitado. ¿Ya eres suscriptor?</p>",
            "<p>Abbonati per continuare a leggere</p><p>Il primo mese a 1 euro.</p>",
            "<p>Tämä artikkeli on tilaajille</p><p>Tilaa ja jatka lukemista.</p>",
            "<p>Acest articol este rezervat abonaților</p><p><a href=/abo>Abonează-te</a></p>",
            "<p>A folytatáshoz jelentkezzen be</p><p><a href=/abo>Belépés</a></p>",
            "<p>سجل الدخول لمتابعة القراءة</p><p><a href=/abo>تسجيل الدخول</a></p>",
        ] {
            let body = format!("{}{offer}", paragraphs(3));
            assert_eq!(read("", &body).truncated, Some(true), "{offer}");
            let document = html::parse(&body);
            let content: Vec<usize> = (0..document.blocks.len()).collect();
            assert_eq!(super::offer(&document, &content), Some(3..5), "{offer}");
        }
        let own = "<p>El diario ofrece artículos gratuitos a las escuelas de la comarca.</p>";
        let page = read("", &format!("{}{own}", paragraphs(3)));
        assert_eq!(page.truncated, None, "{:?}", page.truncated_by);
    }

    #[test]
    fn a_long_text_above_an_offer_is_whole() {
        let page = read("", &format!("{}{OFFER}", paragraphs(14)));
        assert_eq!(page.truncated, Some(false), "{:?}", page.truncated_by);
    }

    #[test]
    fn a_reached_word_count_prevails_over_an_offer() {
        let page = read(r#","wordCount":115"#, &format!("{}{OFFER}", paragraphs(3)));
        assert_eq!(page.truncated, Some(false), "{:?}", page.truncated_by);
        let page = read(r#","wordCount":900"#, &format!("{}{OFFER}", paragraphs(3)));
        assert_eq!(page.truncated, Some(true), "{:?}", page.truncated_by);
        assert!(page.truncated_by.contains(&Sign::Shorter));
    }

    #[test]
    fn a_word_count_alone_does_not_cut_a_text_off() {
        let page = read(r#","wordCount":900"#, &paragraphs(3));
        assert_eq!(page.truncated, None, "{:?}", page.truncated_by);
        let page = read(
            r#","wordCount":900"#,
            &format!("{}<p>The mayor said that the town…</p>", paragraphs(3)),
        );
        assert_eq!(page.truncated, Some(true), "{:?}", page.truncated_by);
    }

    #[test]
    fn a_page_without_text_gives_no_sign() {
        assert_eq!(
            extract(&Input::new("", None), &Options::default()).truncated,
            None
        );
    }

    #[test]
    fn an_offer_of_many_words_is_no_text() {
        let offer = OFFER.replace("One month for one pound.", "As a subscriber you read every story of the town and the valley, the long weekend features too, and you get the digital edition the evening before, with the archive back to the first volume. Whoever pays for a year in advance saves two months, and students read at half price.");
        let page = read(
            "",
            &format!(
                "{}{offer}{}",
                paragraphs(2),
                "<p>Your subscription pays for people who sit through meetings, read files and ring back when nobody else does.</p>"
            ),
        );
        assert_eq!(page.truncated, Some(true), "{:?}", page.truncated_by);
        assert!(
            page.offer.contains("Whoever pays for a year"),
            "{}",
            page.offer
        );
    }

    #[test]
    fn hostile_numbers_of_walls_are_read_in_time() {
        let walls = "<div class=paywall><p>Subscribe to continue".repeat(20_000);
        let page = read(
            "",
            &format!(
                "{}{walls}</div><p>The end of it is here, and it is a sentence.</p>",
                paragraphs(2)
            ),
        );
        assert!(page.truncated.is_some() || page.truncated_by.is_empty());
    }
}
