//! Tables that hold data, told from those that lay a page out.

use std::collections::HashSet;

use html::{Tag, TextDocument};

/// Words from which on a cell holds an article rather than a value.
const LONG_CELL: u32 = 100;

/// What is counted of a table.
#[derive(Clone, Copy, Default)]
struct Counts {
    /// Rows with text.
    rows: u32,
    /// Most cells with text in a row.
    columns: u32,
    /// Words of the longest cell.
    longest: u32,
    /// It has a table inside, or says itself that it is there for its looks.
    is_layout: bool,
}

/// The innermost table, row and cell around an element: indices of elements.
#[derive(Clone, Copy, Default)]
struct Around {
    table: Option<u32>,
    row: Option<u32>,
    cell: Option<u32>,
}

/// The tables that show at least two rows and two columns and have no other table inside and no long text in a cell. One
/// pass over elements and blocks.
pub(crate) fn of_data(document: &TextDocument) -> HashSet<u32> {
    let elements = &document.elements;
    let mut tables = vec![Counts::default(); elements.len()];
    let mut places: Vec<Around> = Vec::with_capacity(elements.len());
    for (index, element) in (0..).zip(elements) {
        let mut place = element
            .parent
            .map_or_else(Around::default, |parent| places[parent as usize]);
        match element.tag {
            Tag::Table => {
                if let Some(outer) = place.table {
                    tables[outer as usize].is_layout = true;
                }
                let role = document.attribute(element.role);
                tables[index as usize].is_layout = matches!(role, "presentation" | "none");
                place = Around {
                    table: Some(index),
                    ..Around::default()
                };
            }
            Tag::Tr => place.row = Some(index),
            Tag::Td | Tag::Th => place.cell = Some(index),
            _ => {}
        }
        places.push(place);
    }
    // Of a cell its words, of a row its cells with text.
    let mut sizes = vec![0_u32; elements.len()];
    for block in &document.blocks {
        let Some(&Around {
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
        // A cell without a word, such as a dash, has text too.
        sizes[cell as usize] = sizes[cell as usize].saturating_add(block.words.max(1));
        counts.longest = counts.longest.max(sizes[cell as usize]);
    }
    (0..)
        .zip(tables)
        .filter(|(_, counts)| {
            counts.rows >= 2
                && counts.columns >= 2
                && counts.longest < LONG_CELL
                && !counts.is_layout
        })
        .map(|(table, _)| table)
        .collect()
}
