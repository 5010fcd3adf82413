//! Removes reader comments from an article; `--with comments` adds them.
//!
//! Comments are kept on a page that is only a discussion.

use std::sync::LazyLock;

use crate::element_names::{AncestorSearch, is_called_comments};
use crate::labels::title::headline_block;
use crate::labels::{Filter, Label, Labels};
use crate::learned::features::is_thread;
use crate::learned::{MAX_LABEL_WORDS, MIN_ARTICLE_WORDS, chapters};
use crate::lexicon::{Phrases, capitalised};
use crate::rows::{MIN_IN_A_ROW, rows};
use html::TextDocument;
use text::words;

/// Controls to answer or report a comment, in lower case and with a capital.
static CONTROLS: LazyLock<Phrases> = LazyLock::new(|| {
    let controls = words::comments::CONTROLS.iter();
    // the search ignores the case of ASCII
    Phrases::in_any_case(controls.flat_map(|control| {
        let capital = capitalised(control);
        let capital = Some(capital).filter(|capital| !capital.eq_ignore_ascii_case(control));
        capital.into_iter().chain([(*control).to_owned()])
    }))
});

/// Step that removes blocks in elements named after comments, and in rows of elements with a control each, if an article precedes them.
pub(crate) const LEAVE_OUT: Filter = Filter::new("drop comments", leave_out);

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    let rows = rows_with_controls(document);
    if !rows.contains(&true) && !has_content_in_comments(document, labels) {
        return;
    }
    // in a thread they are the text
    if is_thread(document) {
        return;
    }
    // a wrapper of the page may be named after comments, too
    let headline = headline_block(document).map(|block| document.blocks[block].offset);
    let mut comments = AncestorSearch::new(document, usize::MAX, |element| {
        element.parent.is_some()
            && !headline.is_some_and(|at| element.source.contains(at))
            && is_called_comments(document, element)
    });
    let mut chapters = chapters::on_comments(document, labels);
    chapters.retain(|chapter| {
        let outer = chapter.outer();
        outer.is_none_or(|outer| comments.find(outer).is_none())
    });
    let mut is_comment = |block: u32| {
        if chapters::are_around(&chapters, block as usize) {
            return false;
        }
        let element = document.blocks[block as usize].element;
        comments.find(element).is_some() || rows[block as usize]
    };
    let mut words_before = 0;
    for run in &mut labels.runs {
        if !run.is_content() {
            continue;
        }
        if !is_comment(run.first) {
            words_before += run.words;
        } else if words_before >= MIN_ARTICLE_WORDS {
            run.label = Label::Boilerplate;
        }
    }
}

/// Whether any content is in an element named after comments. Those of most pages have none.
fn has_content_in_comments(document: &TextDocument, labels: &Labels) -> bool {
    let mut comments = AncestorSearch::new(document, usize::MAX, |element| {
        is_called_comments(document, element)
    });
    let mut content = labels.runs.iter().filter(|run| run.is_content());
    content.any(|run| {
        let element = document.blocks[run.first as usize].element;
        comments.find(element).is_some()
    })
}

/// Whether a control is all that is between two marks, apart from digits: `Like · Reply (3)`. A word before a colon is a label.
fn has_control(lines: &str) -> bool {
    const ENDS: [char; 4] = ['\n', '·', '•', '|'];
    let is_word = |c: char| c.is_alphabetic() || matches!(c, ':' | '：');
    CONTROLS.all_in(lines).any(|hit| {
        let before = lines[..hit.start].rsplit(ENDS).next();
        let after = lines[hit.end..].split(ENDS).next();
        !before.is_some_and(|before| before.contains(char::is_alphabetic))
            && !after.is_some_and(|after| after.contains(is_word))
    })
}

/// Whether each block is in a row of neighbours of several lines, one of which has a control: `Reply`.
fn rows_with_controls(document: &TextDocument) -> Vec<bool> {
    let blocks = document.blocks.iter();
    let controls: Vec<bool> = blocks
        .map(|block| {
            block.words <= MAX_LABEL_WORDS
                && CONTROLS.are_in(document.text_of(block))
                && has_control(&document.lines_of(block))
        })
        .collect();
    let mut is_in_row = vec![false; controls.len()];
    if controls.iter().filter(|control| **control).count() < MIN_IN_A_ROW {
        return is_in_row;
    }
    let rows = rows(document, |blocks| {
        blocks.len() > 1 && controls[blocks.clone()].contains(&true)
    });
    for row in rows {
        is_in_row[row].fill(true);
    }
    is_in_row
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    fn kept(html: &str) -> Vec<usize> {
        let document = parse(html);
        let mut labels = Labels::all_content(&document);
        leave_out(&document, &mut labels);
        labels.content_blocks().collect()
    }

    #[test]
    fn comments_below_an_article_are_dropped_and_those_of_a_discussion_are_kept() {
        let article = "word ".repeat(50);
        let comments = "<ul class='comment-list'><li>First!<li>Second</ul>";
        assert_eq!(kept(&format!("<h1>H</h1><p>{article}{comments}")), [0, 1]);
        assert_eq!(
            kept(&format!("<h1>H</h1>{comments}<p>{article}")),
            [0, 1, 2, 3]
        );
    }

    #[test]
    fn a_row_with_controls_below_an_article_is_dropped_whatever_its_names() {
        let article = format!("<h1>H</h1><p>{}", "word ".repeat(50));
        for control in [
            "<a href=#>Reply</a>",
            "<span>vor 2 Stunden</span><span>ANTWORTEN</span>",
            "Ответить · 3",
            "<a href=#>返信</a>",
        ] {
            let one =
                format!("<div class=x1><b>Ada Kern</b><p>So it is.</p><div>{control}</div></div>");
            let page = |count: usize| kept(&format!("{article}<div>{}</div>", one.repeat(count)));
            assert_eq!(page(3), [0, 1], "{control}");
            assert_eq!(page(2).len(), 8, "{control}");
            let live = one.replace(control, "20:48 | Share");
            assert_eq!(
                kept(&format!("{article}{}", live.repeat(3))).len(),
                11,
                "{control}"
            );
        }
    }

    #[test]
    fn questions_and_answers_are_kept() {
        let article = format!("<h1>H</h1><p>{}", "word ".repeat(50));
        for label in [
            "Válasz:",
            "<b>Svar:</b>",
            "Reply:",
            "Trả lời:",
            "Απάντηση",
            "Vastaa",
        ] {
            let one = format!("<div><p>Is it so?</p><p>{label}</p><p>So it is.</p></div>");
            let page = format!("{article}<div>{}</div>", one.repeat(3));
            assert_eq!(kept(&page).len(), 11, "{label}");
        }
    }

    #[test]
    fn a_chapter_on_comments_is_kept() {
        let text = format!("<p>{}</p>", "word ".repeat(50));
        for (name, heading) in [
            ("comments-from-the-quay", "Comments from the quay"),
            ("kommentare-der-fraktionen", "Die Fraktionen zum Beschluss"),
            ("comentarios", "Comentarios"),
        ] {
            let chapter = format!("<section id={name}><h2>{heading}</h2>{text}</section>");
            let next = format!("<section id=costs><h2>Costs</h2>{text}</section>");
            let start = format!("<h1>H</h1>{text}");
            assert_eq!(kept(&format!("{start}{chapter}{next}")).len(), 6, "{name}");
            assert_eq!(kept(&format!("{start}{chapter}")).len(), 2, "{name}");
            let readers = format!("{start}<div id=comments>{chapter}{next}</div>");
            assert_eq!(kept(&readers).len(), 2, "{name}");
        }
    }

    #[test]
    fn a_wrapper_named_after_comments_drops_nothing() {
        let article = "word ".repeat(50);
        let page = format!("<div class='comments'><h1>H</h1><p>{article}<p>{article}</div>");
        assert_eq!(kept(&page), [0, 1, 2]);
    }
}
