//! Tables for people: columns side by side, two blanks between them.

/// To which side the cells of a column go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Align {
    /// Words.
    Left,
    /// Numbers.
    Right,
}

/// Lays out rows under the heads of their columns.
pub(crate) fn lay_out(columns: &[(&str, Align)], rows: &[Vec<String>]) -> String {
    let width = |text: &str| text.chars().count();
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
            .map(|((cell, (_, align)), size)| {
                let gap = " ".repeat(size - width(cell));
                match align {
                    Align::Left => cell.to_owned() + &gap,
                    Align::Right => gap + cell,
                }
            })
            .collect();
        padded.join("  ").trim_end().to_owned() + "\n"
    };
    let mut text = line(&mut columns.iter().map(|(head, _)| *head));
    for row in rows {
        text += &line(&mut row.iter().map(String::as_str));
    }
    text
}

/// A text on one line, cut after so many characters.
pub(crate) fn cut(text: &str, characters: usize) -> String {
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match text.char_indices().nth(characters) {
        Some((end, _)) => text[..end].trim_end().to_owned() + "…",
        None => text,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let rows = [["aeb", "181"], ["fundus-de", "51"]];
        let rows = rows.map(|row| row.map(str::to_owned).to_vec());
        let columns = [("set", Align::Left), ("n", Align::Right)];
        assert_eq!(
            lay_out(&columns, &rows),
            "set          n\naeb        181\nfundus-de   51\n"
        );
    }

    #[test]
    fn long_texts_are_cut_and_stand_on_one_line() {
        assert_eq!(cut("Über\n  uns", 20), "Über uns");
        assert_eq!(cut("Über uns", 4), "Über…");
    }
}
