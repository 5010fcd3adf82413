//! Dumps the input of the learned extractor for external experiments: a feature matrix and the blocks of each page.
//!
//! ```text
//! zcat pages.jsonl.gz | cargo run --release --package gleaner-extract --example block_features -- OUT
//! ```
//! writes `OUT.f32` (rows of little-endian floats), `OUT.names` (one column name per line) and `OUT.jsonl` (one page per line:
//! id; per block its text, element, group of equal paths and inline class words; per element its name tokens and parent).

extern crate gleaner_extract as extract;

use std::error::Error;
use std::fs::File;
use std::io::{BufRead, BufWriter, Write, stdin};

use extract::learned::features::{NAMES, PageFeatures, WIDTH};
use extract::learned::tokens;
use serde_json::{Value, json};

fn main() -> Result<(), Box<dyn Error>> {
    let out = std::env::args().nth(1).ok_or("missing output name")?;
    let mut rows = BufWriter::new(File::create(format!("{out}.f32"))?);
    let mut pages = BufWriter::new(File::create(format!("{out}.jsonl"))?);
    std::fs::write(format!("{out}.names"), NAMES.join("\n"))?;
    for line in stdin().lock().lines() {
        let input: Value = serde_json::from_str(&line?)?;
        let document = html::parse(input["html"].as_str().unwrap_or_default());
        let page = PageFeatures::of(&document);
        let mut row = [0.0_f32; WIDTH];
        for block in 0..page.len() {
            page.write_row(block, &mut row);
            for value in row {
                rows.write_all(&value.to_le_bytes())?;
            }
        }
        let names: Vec<Vec<String>> = document
            .elements
            .iter()
            .map(|element| tokens::tokens_of_element(&document, element))
            .collect();
        let parents: Vec<Option<u32>> = document.elements.iter().map(|e| e.parent).collect();
        let blocks: Vec<Value> = document
            .blocks
            .iter()
            .enumerate()
            .map(|(index, block)| {
                json!([
                    document.text_of(block),
                    block.element,
                    page.group(index),
                    tokens::words(document.attribute(block.inline_class)),
                ])
            })
            .collect();
        let line = json!({"id": input["id"], "blocks": blocks, "names": names, "parents": parents});
        writeln!(pages, "{line}")?;
    }
    Ok(())
}
