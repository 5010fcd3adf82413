//! Tables for people, with two spaces between columns.

use chrono::{DateTime, Utc};
use unicode_width::UnicodeWidthStr as _;

use crate::console::clean;

/// Alignment of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// The cell of a time in UTC, to the minute; `-` if there is none.
pub fn time(at: Option<DateTime<Utc>>) -> String {
    or_dash(at.map(|at| at.format("%Y-%m-%d %H:%M")))
}

/// The cell of a value; `-` if there is none.
pub(crate) fn or_dash(value: Option<impl ToString>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| value.to_string())
}

/// Columns by their headings, which ` | ` separates. A heading that begins with `>` is that of numbers.
pub fn columns(headings: &str) -> Vec<(&str, Align)> {
    let headings = headings.split(" | ");
    let columns = headings.map(|heading| match heading.strip_prefix('>') {
        Some(heading) => (heading, Align::Right),
        None => (heading, Align::Left),
    });
    columns.collect()
}

/// Lays out rows under the column headings, by the display width of characters. Cells may contain untrusted text, which is
/// cleaned.
pub fn lay_out(columns: &[(&str, Align)], rows: &[Vec<String>]) -> String {
    let fit = |cell: &String| clean::lines(cell).replace('\n', " ");
    let rows: Vec<Vec<String>> = rows
        .iter()
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
            .zip(columns)
            .zip(&widths)
            .enumerate()
            .map(|(column, ((cell, (_, align)), size))| {
                let gap = || " ".repeat(size - width(cell));
                match align {
                    // nothing follows, and a cell may be as long as a page
                    Align::Left if column + 1 == columns.len() => cell.to_owned(),
                    Align::Left => cell.to_owned() + &gap(),
                    Align::Right => gap() + cell,
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

/// Lays out rows under headings as [`columns`] takes them.
pub(crate) fn of(headings: &str, rows: impl IntoIterator<Item = Vec<String>>) -> String {
    lay_out(&columns(headings), &rows.into_iter().collect::<Vec<_>>())
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
            lay_out(&columns("set | >n"), &rows),
            "set          n\naeb        181\nfundus-de   51\n"
        );
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let rows = [["東京", "1"], ["Rom", "22"]].map(|row| row.map(str::to_owned).to_vec());
        let columns = [("title", Align::Left), ("n", Align::Right)];
        assert_eq!(
            lay_out(&columns, &rows),
            "title   n\n東京    1\nRom    22\n"
        );
    }

    #[test]
    fn untrusted_text_does_nothing_to_the_terminal() {
        let rows = [vec!["\x1b[2Jone\ntwo\u{202e}".to_owned(), "3".to_owned()]];
        let columns = [("title", Align::Left), ("n", Align::Right)];
        assert_eq!(lay_out(&columns, &rows), "title       n\n[2Jone two  3\n");
        assert_eq!(cut("\x1b]0;x\x07Über\u{202e}", 20), "]0;xÜber");
    }

    #[test]
    fn long_texts_are_cut_and_put_on_one_line() {
        assert_eq!(cut("Über\n  uns", 20), "Über uns");
        assert_eq!(cut("Über uns", 4), "Über…");
    }
}
