//! Distinguishes data tables from layout tables.

use std::collections::HashSet;

use html::{Tag, TextDocument};

/// Counts of a table.
#[derive(Clone, Copy, Default)]
struct TableStats {
    /// Rows with text.
    rows: u32,
    /// Maximum number of cells with text in a row.
    columns: u32,
    /// Words of the longest cell.
    longest: u32,
    /// Whether it has a nested table or a presentational role.
    is_layout: bool,
}

/// The indices of the innermost table, row and cell around an element.
#[derive(Clone, Copy, Default)]
struct TablePosition {
    table: Option<u32>,
    row: Option<u32>,
    cell: Option<u32>,
}

/// The tables with at least two rows and two columns and without nested tables or long cells. One pass over elements and
/// blocks.
pub(crate) fn of_data(document: &TextDocument) -> HashSet<u32> {
    let elements = &document.elements;
    let mut tables = vec![TableStats::default(); elements.len()];
    let mut places: Vec<TablePosition> = Vec::with_capacity(elements.len());
    for (index, element) in (0..).zip(elements) {
        let mut place = element
            .parent
            .map_or_else(TablePosition::default, |parent| places[parent as usize]);
        match element.tag {
            Tag::Table => {
                if let Some(outer) = place.table {
                    tables[outer as usize].is_layout = true;
                }
                let role = document.attribute(element.role);
                tables[index as usize].is_layout = matches!(role, "presentation" | "none");
                place = TablePosition {
                    table: Some(index),
                    ..TablePosition::default()
                };
            }
            Tag::Tr => place.row = Some(index),
            Tag::Td | Tag::Th => place.cell = Some(index),
            _ => {}
        }
        places.push(place);
    }
    // for cells the number of words, for rows the number of cells with text
    let mut sizes = vec![0_u32; elements.len()];
    for block in &document.blocks {
        let Some(&TablePosition {
            table: Some(table),
            row: Some(row),
            cell: Some(cell),
        }) = places.get(block.element as usize)
        else {
            continue;
        };
        let counts = &mut tables[table as usize];
        if sizes[cell as usize] == 0 {
            counts.rows += u32::from(sizes[row as usize] == 0);
            sizes[row as usize] += 1;
            counts.columns = counts.columns.max(sizes[row as usize]);
        }
        // a cell without words, such as a dash, counts as text
        sizes[cell as usize] = sizes[cell as usize].saturating_add(block.words.max(1));
        counts.longest = counts.longest.max(sizes[cell as usize]);
    }
    (0..)
        .zip(tables)
        .filter(|(_, counts)| {
            counts.rows >= 2 && counts.columns >= 2 && counts.longest < 100 && !counts.is_layout
        })
        .map(|(table, _)| table)
        .collect()
}

/// For each element: the innermost data table around it. Empty if the page has none.
pub(crate) fn around(document: &TextDocument) -> Vec<Option<u32>> {
    if !document.elements.iter().any(|e| e.tag == Tag::Table) {
        return Vec::new();
    }
    let of_data = of_data(document);
    if of_data.is_empty() {
        return Vec::new();
    }
    let mut tables: Vec<Option<u32>> = Vec::with_capacity(document.elements.len());
    for (index, element) in (0..).zip(&document.elements) {
        let outer = || tables[element.parent? as usize];
        let table = of_data.contains(&index).then_some(index);
        tables.push(table.or_else(outer));
    }
    tables
}
