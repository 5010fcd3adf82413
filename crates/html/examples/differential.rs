//! Compares our parser with html5ever on every page of the corpora, and prints where they differ.
//!
//! `cargo run --release -p gleaner-html --example differential [-- NAME…]`, where a NAME is part of a
//! corpus file's path, such as `dev/aeb`.

#![expect(clippy::print_stdout, reason = "the result of the comparison")]

extern crate gleaner_html as html;

#[path = "../tests/it/corpus.rs"]
mod corpus;
#[path = "../tests/it/reference.rs"]
mod reference;

fn main() {
    let names: Vec<String> = std::env::args().skip(1).collect();
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let names = if names.is_empty() {
        &["dev/", "train/"][..]
    } else {
        &names
    };
    let (mut pages, mut equal) = (0, 0);
    for (name, page) in corpus::lines(&corpus::files(names), 1) {
        let Some(html) = page["html"].as_str() else {
            continue;
        };
        let document = html::parse(html);
        let ours = document.blocks.iter().map(|block| document.text_of(block));
        let ours: Vec<&str> = ours.collect();
        let theirs = reference::blocks(html);
        pages += 1;
        if ours == theirs {
            equal += 1;
            continue;
        }
        println!(
            "{}: {} blocks, html5ever {}",
            name,
            ours.len(),
            theirs.len()
        );
        let differs = ours
            .iter()
            .zip(&theirs)
            .position(|(ours, theirs)| ours != theirs);
        let at = differs.unwrap_or(ours.len().min(theirs.len()));
        println!(
            "    ours {:?}",
            ours.get(at)
                .map(|t| t.chars().take(150).collect::<String>())
        );
        println!(
            "    not  {:?}",
            theirs
                .get(at)
                .map(|t| t.chars().take(150).collect::<String>())
        );
    }
    println!("{equal} of {pages} pages have the same blocks");
}
