//! Tables of cases for tests.

/// The rows of a table: one a line, with a `=>` between its two cells.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    table.lines().map(|row| {
        let (given, wanted) = row.split_once("=>").unwrap();
        (given.trim_matches(' '), wanted.trim_matches(' '))
    })
}
