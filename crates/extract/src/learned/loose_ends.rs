//! Removes paragraphs of a single stray mark, and a last line that announces what is not in the text, such as a video:
//! `Watch the interview below:`.

use html::{Tag, TextDocument};

use crate::element_names::tag_of;
use crate::labels::{BlockRun, Filter, Label, Labels, Mode};

/// Marks that point to what follows.
const POINTERS: [char; 9] = [':', '：', '👇', '⬇', '↓', '▼', '▾', '⤵', '↴'];
/// Marks that are no paragraph and separate nothing.
const STRAY_MARKS: [char; 11] = ['.', ',', ':', ';', '|', '·', '•', '»', '›', '。', '、'];

/// Step that removes stray marks and announcements.
pub(crate) const LEAVE_OUT: Filter = Filter::new("drop loose ends", leave_out);

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    for run in labels.runs.iter_mut().filter(|run| run.is_content()) {
        let block = &document.blocks[run.first as usize];
        let is_paragraph = matches!(tag_of(document, block.element), Tag::P | Tag::Div);
        let mut text = document.text_of(block).trim().chars();
        let is_mark = text.next().is_some_and(|c| STRAY_MARKS.contains(&c));
        if is_paragraph && is_mark && text.next().is_none() {
            run.label = Label::Boilerplate;
        }
    }
    if labels.mode == Mode::Recall {
        return;
    }
    let content = labels.runs.iter_mut().filter(|run| run.is_content());
    let mut content: Vec<&mut BlockRun> = content.collect();
    let mut left: u32 = content.iter().map(|run| run.words).sum();
    while let Some(last) = content.pop() {
        left -= last.words;
        let text = document.text_of(&document.blocks[last.first as usize]);
        if left < 25 || last.words > 25 || !announces(text) {
            return;
        }
        last.label = Label::Boilerplate;
    }
}

/// Whether a short text ends with a mark that points to what follows.
fn announces(text: &str) -> bool {
    let text = text.trim_end_matches(|c: char| c.is_whitespace() || c == '\u{fe0f}');
    // in a script without spaces between words
    text.ends_with(POINTERS) && text.chars().nth(160).is_none()
}

#[cfg(test)]
mod tests {
    use super::*;

    const PARAGRAPH: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the \
                             northern bank fear for their trade: they ask the regional government for help, and for a ferry.";

    fn kept(html: &str) -> usize {
        let document = html::parse(html);
        let mut labels = Labels::all_content(&document);
        leave_out(&document, &mut labels);
        labels.content_blocks().count()
    }

    #[test]
    fn a_paragraph_of_a_stray_mark_is_left_out() {
        for (mark, count) in [
            (".", 3),
            ("&nbsp;|", 3),
            ("。", 3),
            ("* * *", 5),
            ("—", 5),
            ("7", 5),
        ] {
            let page = format!("{PARAGRAPH}<p>{mark}</p>{PARAGRAPH}<div>{mark}</div>{PARAGRAPH}");
            assert_eq!(kept(&page), count, "{mark}");
        }
        let cells = format!("{PARAGRAPH}<table><tr><td>.</table>{PARAGRAPH}");
        assert_eq!(kept(&cells), 3);
    }

    #[test]
    fn a_last_line_that_announces_what_is_not_there_is_left_out() {
        for line in [
            "Here is how the evening went, in pictures:",
            "Das ganze Gespräch im Video:",
            "Retrouvez notre reportage ci-dessous 👇",
            "点击观看完整视频：",
            "Смотрите также:</p><p>Все выпуски программы:",
        ] {
            assert_eq!(kept(&format!("{PARAGRAPH}<p>{line}</p>")), 1, "{line}");
            assert!(
                kept(&format!("{PARAGRAPH}<p>{line}</p>{PARAGRAPH}")) > 2,
                "{line}"
            );
        }
        for line in [
            "The vote was 5:4",
            "She smiled :)",
            "Nothing else was decided.",
        ] {
            assert_eq!(kept(&format!("{PARAGRAPH}<p>{line}</p>")), 2, "{line}");
        }
        assert_eq!(kept("<p>Our pictures of the day:</p>"), 1);
    }
}
