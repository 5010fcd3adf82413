//! Tables for people: columns apart by two blanks, numbers to the right.

/// Lays out rows under their heads. A column whose every cell begins like a number is set to the right.
pub(crate) fn table(heads: &[&str], rows: &[Vec<String>]) -> String {
    let width = |text: &str| text.chars().count();
    let columns: Vec<(usize, bool)> = heads
        .iter()
        .enumerate()
        .map(|(column, head)| {
            let cells = || rows.iter().filter_map(|row| row.get(column));
            let widest = cells().map(|cell| width(cell)).max().unwrap_or(0);
            (widest.max(width(head)), cells().all(|cell| is_number(cell)))
        })
        .collect();
    let mut text = String::new();
    let mut line = |cells: &mut dyn Iterator<Item = &str>| {
        let mut line = String::new();
        for (cell, (size, right)) in cells.zip(&columns) {
            let gap = " ".repeat(size - width(cell).min(*size));
            line += &if *right {
                gap + cell
            } else {
                cell.to_owned() + &gap
            };
            line += "  ";
        }
        text += line.trim_end();
        text.push('\n');
    };
    line(&mut heads.iter().copied());
    for row in rows {
        line(&mut row.iter().map(String::as_str));
    }
    text
}

fn is_number(cell: &str) -> bool {
    cell.is_empty() || cell == "-" || cell.starts_with(|c: char| c.is_ascii_digit() || c == '.')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_stand_left_and_numbers_right() {
        let rows = [["aeb", "181"], ["fundus-de", "51"]].map(|row| row.map(str::to_owned).to_vec());
        assert_eq!(
            table(&["set", "n"], &rows),
            "set          n\naeb        181\nfundus-de   51\n"
        );
    }
}
