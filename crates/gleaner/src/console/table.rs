//! Tables for people, with two spaces between columns.

use chrono::{DateTime, Utc};
use unicode_width::UnicodeWidthStr as _;

use crate::console::clean;

/// The cell of a time in UTC, to the minute; `-` if there is none.
pub fn time(at: Option<DateTime<Utc>>) -> String {
    or_dash(at.map(|at| at.format("%Y-%m-%d %H:%M")))
}

/// The cell of a value; `-` if there is none.
pub(crate) fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Lays out rows under their headings, which ` | ` separates; one that begins with `>` is that of numbers. Columns are as wide as what
/// is displayed. Cells may contain untrusted text, which is cleaned.
pub fn of(headings: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    let columns = headings.split(" | ");
    let columns: Vec<(&str, bool)> = columns
        .map(|heading| match heading.strip_prefix('>') {
            Some(heading) => (heading, true),
            None => (heading, false),
        })
        .collect();
    let fit = |cell: &String| clean::lines(cell).replace('\n', " ");
    let rows: Vec<Vec<String>> = rows
        .into_iter()
        .map(|row| row.iter().map(fit).collect())
        .collect();
    let width = |text: &str| text.width();
    let widths: Vec<usize> = columns
        .iter()
        .enumerate()
        .map(|(column, (head, _))| {
            let cells = rows.iter().filter_map(|row| row.get(column));
            cells.map(|cell| width(cell)).fold(width(head), usize::max)
        })
        .collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<String> = cells
            .zip(&columns)
            .zip(&widths)
            .enumerate()
            .map(|(column, ((cell, (_, is_number)), size))| {
                let gap = || " ".repeat(size - width(cell));
                if *is_number {
                    gap() + cell
                } else if column + 1 == columns.len() {
                    // nothing follows, and a cell may be as long as a page
                    cell.to_owned()
                } else {
                    cell.to_owned() + &gap()
                }
            })
            .collect();
        padded.join("  ").trim_end().to_owned() + "\n"
    };
    let mut text = line(&mut columns.iter().map(|(head, _)| *head));
    for row in &rows {
        text += &line(&mut row.iter().map(String::as_str));
    }
    text
}

/// The first digits of an article id, enough to identify it.
pub(crate) fn short(id: &str) -> &str {
    id.get(..10).unwrap_or(id)
}

/// Cleans a text, puts it on one line, and cuts it after a number of characters.
pub(crate) fn cut(text: &str, characters: usize) -> String {
    let text = clean::line(text);
    match text.char_indices().nth(characters) {
        Some((end, _)) => text[..end].trim_end().to_owned() + "…",
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_aligned_left_and_numbers_right() {
        let rows = [["aeb", "181"], ["fundus-de", "51"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            of("set | >n", rows),
            "set          n\naeb        181\nfundus-de   51\n"
        );
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [["東京", "1"], ["Rom", "22"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(of("title | >n", rows), "title   n\n東京    1\nRom    22\n");
    }

    #[test]
    fn untrusted_text_does_nothing_to_the_terminal() {
        let rows = [vec!["\x1b[2Jone\ntwo\u{202e}".to_owned(), "3".to_owned()]];
        assert_eq!(of("title | >n", rows), "title       n\n[2Jone two  3\n");
        assert_eq!(cut("\x1b]0;x\x07Über\u{202e}", 20), "]0;xÜber");
    }

    #[test]
    fn long_texts_are_cut_and_put_on_one_line() {
        assert_eq!(cut("Über\n  uns", 20), "Über uns");
        assert_eq!(cut("Über uns", 4), "Über…");
    }
}
