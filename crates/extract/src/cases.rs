//! Tables of cases for tests.

/// The rows of a table: one a line, with a `=>` between its cells.
pub(crate) fn rows<const N: usize>(table: &str) -> Vec<[&str; N]> {
    let lines = table.lines().map(|line| {
        let cells: Vec<&str> = line
            .split("=>")
            .map(|cell| cell.trim_matches(' '))
            .collect();
        cells.try_into().unwrap()
    });
    lines.collect()
}
