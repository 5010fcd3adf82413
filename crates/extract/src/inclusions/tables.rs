//! Data tables inside the text: scores, prices, results.

use super::{ContentMap, MAX_LINK_DENSITY};
use crate::structure::tables_around;

/// All cells of the tables between the first and the last paragraph, and of a table right after the text.
pub(super) fn find(map: &ContentMap<'_>) -> Vec<usize> {
    let document = map.document;
    let tables = tables_around(document);
    if tables.is_empty() {
        return Vec::new();
    }
    let apart = map.set_apart();
    let end = *map.content.end();
    let mut found: Vec<usize> = Vec::new();
    let mut blocks = (*map.content.start()..document.blocks.len()).peekable();
    while let Some(index) = blocks.next() {
        let Some(table) = tables[map.block(index).element as usize] else {
            continue;
        };
        let is_in_table = |next: &usize| tables[map.block(*next).element as usize] == Some(table);
        let mut cells = vec![index];
        cells.extend(std::iter::from_fn(|| blocks.next_if(is_in_table)));
        let is_in_text = |outer: u32| map.holds_content[outer as usize];
        let parent = document.elements[table as usize].parent;
        let wanted = index <= end || index <= end + 3 && parent.is_some_and(is_in_text);
        let (links, words) = cells.iter().fold((0.0, 0.0), |(links, words), cell| {
            let block = map.block(*cell);
            let size = f64::from(block.words);
            (links + f64::from(block.link_words), words + size)
        });
        if wanted && links <= f64::from(MAX_LINK_DENSITY) * words && !apart[table as usize] {
            found.extend(cells);
        }
    }
    found
}
