//! Removes copies: some pages contain the article twice, for example for different screens.

use foldhash::HashSet;

use crate::element_names::{AncestorSearch, BOXES_OF_OTHERS, is_called};
use crate::labels::{Filter, Label, Labels};
use crate::word_count::{fair_words, has_fair_words};
use html::{Tag, TextBlock, TextDocument};

/// Step that removes a text that is there again.
pub(crate) const DROP: Filter = Filter::new("drop copies", |document, labels| {
    if has_copies(document, labels) {
        drop_repeated(document, labels);
        drop_pairs(document, labels);
    }
    drop_pull_quotes(document, labels);
});

/// Whether any content blocks have the same text. Those of most pages do not.
fn has_copies(document: &TextDocument, labels: &Labels) -> bool {
    let mut known = HashSet::default();
    let content = labels.runs.iter().filter(|run| run.is_content());
    let mut texts = content.map(|run| document.text_of(&document.blocks[run.first as usize]));
    !texts.all(|text| known.insert(text))
}

/// A content block of a page that may have its text twice.
struct Line<'a> {
    run: usize,
    text: &'a str,
    /// Words of a paragraph; 0 of a shorter line.
    words: usize,
    /// Whether the text was there before.
    is_again: bool,
}

/// The content blocks of a page. A line is there again if its text stands above it.
fn lines<'a>(document: &'a TextDocument, labels: &Labels) -> Vec<Line<'a>> {
    let mut known = HashSet::default();
    let runs = labels.runs.iter().enumerate();
    let lines = runs.filter(|(_, run)| run.is_content()).map(|(run, of)| {
        let text = document.text_of(&document.blocks[of.first as usize]);
        let words = fair_words(text);
        Line {
            run,
            text,
            words: if words < 16 { 0 } else { words },
            is_again: !known.insert(text),
        }
    });
    lines.collect()
}

/// Removes all but the first of equal paragraphs if nearly all of the text is there twice or more: for another screen, or for printing.
/// A line that is repeated above or below such a paragraph goes with it. An article that repeats a paragraph, or a few lines, keeps
/// them.
fn drop_repeated(document: &TextDocument, labels: &mut Labels) {
    let lines = lines(document, labels);
    let again = lines.iter().filter(|line| line.is_again);
    let again: HashSet<&str> = again.map(|line| line.text).collect();
    let words = |lines: &[&Line<'_>]| lines.iter().map(|line| line.words).sum::<usize>();
    let paragraphs: Vec<&Line<'_>> = lines.iter().filter(|line| line.words > 0).collect();
    let repeated = paragraphs.iter().filter(|line| again.contains(line.text));
    let repeated: Vec<&Line<'_>> = repeated.copied().collect();
    let are_several = repeated.iter().any(|line| line.text != repeated[0].text);
    if !are_several || 100 * words(&repeated) < 80 * words(&paragraphs) {
        return;
    }
    let mut paragraphs = paragraphs.into_iter().peekable();
    let mut is_again_above = false;
    for line in &lines {
        if paragraphs.peek().is_some_and(|next| next.run == line.run) {
            is_again_above = paragraphs.next().is_some_and(|own| own.is_again);
        }
        let is_again_below = paragraphs.peek().is_some_and(|next| next.is_again);
        let beside = is_again_above || line.words == 0 && is_again_below;
        if line.is_again && beside {
            labels.runs[line.run].label = Label::Boilerplate;
        }
    }
}

/// Removes a paragraph right after itself, as for another screen, and one that a box repeats to draw attention.
fn drop_pairs(document: &TextDocument, labels: &mut Labels) {
    let lines = lines(document, labels);
    if !lines.iter().any(|line| line.is_again && line.words > 0) {
        return;
    }
    let is_set_off = |line: &Line<'_>| {
        let block = labels.runs[line.run].first as usize;
        let mut around = document.ancestors(document.blocks[block].element);
        around.any(|element| matches!(element.tag, Tag::Blockquote | Tag::Aside | Tag::Figure))
    };
    let (set_off, in_place): (Vec<&Line<'_>>, Vec<&Line<'_>>) =
        lines.iter().partition(|line| is_set_off(line));
    let in_place: HashSet<&str> = in_place.iter().map(|line| line.text).collect();
    let repeated = set_off.iter().filter(|line| in_place.contains(line.text));
    let repeated: HashSet<usize> = repeated.map(|line| line.run).collect();
    let mut last_kept = "";
    for line in &lines {
        if line.words > 0 && (line.text == last_kept || repeated.contains(&line.run)) {
            labels.runs[line.run].label = Label::Boilerplate;
        } else {
            last_kept = line.text;
        }
    }
}

/// Removes pull quotes: a box named as a quotation, or an `<aside>`, that repeats a part of a paragraph outside of such boxes word by word.
fn drop_pull_quotes(document: &TextDocument, labels: &mut Labels) {
    // few elements are around the content
    let mut set_off = AncestorSearch::new(document, usize::MAX, |element| {
        element.tag == Tag::Aside || is_called(document, element, &BOXES_OF_OTHERS)
    });
    let runs = labels.runs.iter().enumerate();
    let content = runs.filter(|(_, run)| run.is_content());
    let blocks = content.map(|(at, run)| (at, &document.blocks[run.first as usize]));
    let (boxed, in_place): (Vec<_>, Vec<_>) =
        blocks.partition(|(_, block)| set_off.find(block.element).is_some());
    let is_repeated = |block: &TextBlock| {
        // the name may be in an element of its own
        let text = document.text_of(block);
        let end = document.joints_of(block).next();
        let quote = text.get(..end.unwrap_or(text.len()));
        let quote = quote.map(|quote| quote.trim_matches(|c: char| !c.is_alphanumeric()));
        quote.is_some_and(|quote| {
            has_fair_words(quote, 4)
                && in_place
                    .iter()
                    .any(|(_, other)| document.text_of(other).contains(quote))
        })
    };
    for (run, block) in boxed.into_iter().take(50) {
        if is_repeated(block) {
            labels.runs[run].label = Label::Boilerplate;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    /// The blocks kept of a page whose blocks are all content.
    fn kept(page: &str) -> Vec<usize> {
        let document = parse(page);
        let mut labels = Labels::all_content(&document);
        (DROP.apply)(&document, &mut labels);
        labels.content_blocks().collect()
    }

    #[test]
    fn an_article_for_two_screens_is_read_once() {
        let texts = [
            "Der Rat der Stadt hat am Montag beschlossen, die alte Brücke über den Fluss für zwei Jahre zu sperren, weil drei Pfeiler Risse haben.",
            "Die Busse fahren einen Umweg von zehn Minuten.",
            "Händler am Nordufer befürchten, dass ihnen die Kundschaft wegbleibt, und verlangen vom Land eine Fähre, die jede Stunde fährt.",
        ];
        let [one, two, three] = texts;
        let apart = format!("<div><p>{one}<h2>Umweg</h2><p>{two}<p>{three}</div>");
        assert_eq!(kept(&apart.repeat(2)), [0, 1, 2, 3]);
        let beside: String = texts
            .map(|text| format!("<p>{text}<div>{text}</div>"))
            .concat();
        assert_eq!(kept(&beside), [0, 2, 4]);
        let headed = format!("<h2>Umweg</h2><p>{one}<p>{three}<p>Nord, Süd");
        assert_eq!(kept(&headed.repeat(3)), [0, 1, 2, 3]);
        // a refrain is no copy
        assert_eq!(kept(&format!("<p>{one}<p>{three}<p>{one}")), [0, 1, 2]);
    }

    #[test]
    fn a_paragraph_that_follows_itself_or_that_a_box_repeats_is_read_once() {
        let one = "Der Rat der Stadt hat am Montag beschlossen, die alte Brücke über den Fluss für zwei Jahre zu sperren, weil drei Pfeiler Risse haben.";
        let other = "Händler am Nordufer befürchten, dass ihnen die Kundschaft wegbleibt, und verlangen vom Land eine Fähre, die jede Stunde fährt.";
        let third = "Die Busse fahren einen Umweg von zehn Minuten, und die Schulen im Westen beginnen vorerst eine Viertelstunde später als sonst.";
        let screens = format!("<p class=small>{one}<p class=large>{one}<p>{other}<p>{third}");
        assert_eq!(kept(&screens), [0, 2, 3]);
        let quoted = format!("<aside><p>{third}</aside><p>{one}<p>{other}<p>{third}");
        assert_eq!(kept(&quoted), [1, 2, 3]);
        for (first, second) in [("aside", "div"), ("div", "blockquote")] {
            let beside = format!(
                "<{first}><p>{one}</{first}><{second}><p>{one}</{second}><p>{other}<p>{third}"
            );
            assert_eq!(kept(&beside).len(), 3, "{beside}");
        }
        let all = format!("<p>{one}<p>{other}<p>{third}");
        assert_eq!(
            kept(&format!("<aside>{all}</aside><main>{all}</main>")),
            [0, 1, 2]
        );
        // a quotation that is there only as such, and short lines
        let only = format!("<p>{one}<blockquote>{other}</blockquote><p>Nein.<p>Nein.<p>{third}");
        assert_eq!(kept(&only), [0, 1, 2, 3, 4]);
    }

    #[test]
    fn a_pull_quote_is_dropped_if_the_text_has_it() {
        let one = "<p>Der Rat hat die Brücke gesperrt. Die Busse fahren einen Umweg, und alle warten auf die Fähre.";
        let other = "<p>Le conseil a fermé le pont. Les commerçants demandent un bac, et la mairie cherche un bateau.";
        for quote in [
            "<aside><p>„Die Busse fahren einen Umweg“</aside>",
            "<figure class=wp-block-pullquote><blockquote><p>Le conseil a fermé le pont.</p></blockquote></figure>",
            "<div class=zitat><span>Le conseil a fermé le pont.</span><span>Ada Kern</span></div>",
        ] {
            let page = format!("<div>{one}</div>{quote}<div>{other}</div>");
            assert_eq!(kept(&page).len(), 2, "{quote}");
        }
        for quote in [
            "<aside><p>Die Züge fahren einen Umweg</aside>",
            "<blockquote>Le conseil a fermé le pont.</blockquote>",
            "<aside>Die Busse fahren</aside>",
        ] {
            let page = format!("<div>{one}</div>{quote}<div>{other}</div>");
            assert_eq!(kept(&page).len(), 3, "{quote}");
        }
    }
}
