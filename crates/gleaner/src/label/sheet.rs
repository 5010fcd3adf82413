//! A page as it lies on the desk.

use extract::Label;
use store::{Address, Candidate, Guess, Judgement, PageKey, StoredPage};

use super::task::{Row, Side};
use super::wrap;
use crate::clean;
use crate::reading::{self, FileReader};

/// Bytes of a text that are shown: nobody reads more to tell news from other pages.
const MAX_TEXT: usize = 100_000;
/// Blocks that are shown, and bytes of each.
const MAX_BLOCKS: usize = 1_000;
const MAX_BLOCK: usize = 5_000;

/// A page as it lies on the desk; every text is fit for the screen.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Sheet {
    pub(super) address: Address,
    pub(super) page: PageKey,
    pub(super) site: String,
    pub(super) url: String,
    pub(super) title: String,
    pub(super) guess: Guess,
    pub(super) reason: String,
    /// What the same person said before.
    pub(super) said: Option<Judgement>,
    pub(super) text: Vec<String>,
    pub(super) blocks: Vec<Block>,
}

/// A block with what the extractor made of it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Block {
    pub(super) is_content: bool,
    pub(super) probability: Option<f32>,
    pub(super) text: String,
}

impl Sheet {
    /// Reads a page. Its text is what the extractor takes from the page alone.
    pub(super) fn read(candidate: Candidate, page: &StoredPage, reader: &FileReader) -> Self {
        let html = html::decode(&page.body, page.content_type.as_deref()).text;
        let url = reading::parsed(Some(&page.url));
        let (extractor, options) = (reader.extractor, &reader.options);
        let extraction = extract::extract_with_options(extractor, &html, url.as_ref(), options);
        let explained = extract::explain_with_options(&html, url.as_ref(), extractor, options);
        let blocks = explained.blocks.iter().map(|block| Block {
            is_content: block.label == Label::Content,
            probability: block.probability,
            text: clean::line(&block.text[..block.text.floor_char_boundary(MAX_BLOCK)]),
        });
        let said = extraction.metadata;
        let title = said
            .title
            .or(said.title_page)
            .or_else(|| page.title_feed.clone());
        Self {
            address: candidate.address,
            page: candidate.page,
            site: clean::line(&candidate.site_id),
            url: clean::line(&page.url),
            title: clean::line(&title.unwrap_or_default()),
            guess: candidate.guess,
            reason: clean::line(&candidate.reason),
            said: candidate.said,
            text: clean::paragraphs(&extraction.text, MAX_TEXT),
            blocks: blocks.take(MAX_BLOCKS).collect(),
        }
    }

    /// One side of the sheet in lines of so many columns. A page without text shows its blocks instead.
    pub(super) fn lines(&self, side: Side, columns: usize) -> Vec<Row> {
        match side {
            Side::Text if !self.text.is_empty() => {
                let paragraphs = self.text.iter().map(|text| wrap::wrap(text, columns));
                let rows =
                    paragraphs.map(|lines| lines.into_iter().map(Row::plain).collect::<Vec<_>>());
                rows.collect::<Vec<_>>().join(&Row::plain(String::new()))
            }
            _ if self.blocks.is_empty() => vec![Row::faint("(the page has no text at all)")],
            Side::Text => {
                let mut rows = vec![Row::faint("(no text was found; these are its blocks)")];
                rows.extend(self.blocks.iter().flat_map(|block| block.rows(columns)));
                rows
            }
            Side::Blocks => {
                let rows = self.blocks.iter().flat_map(|block| block.rows(columns));
                rows.collect()
            }
        }
    }
}

impl Block {
    /// The block in lines: `+` for content, its probability, its text.
    fn rows(&self, columns: usize) -> Vec<Row> {
        let mark = if self.is_content { '+' } else { ' ' };
        let head = self
            .probability
            .map_or_else(|| format!("{mark} "), |p| format!("{mark} {p:.2} "));
        let lines = wrap::wrap(&self.text, columns.saturating_sub(head.len()));
        let rows = lines.into_iter().enumerate().map(|(number, line)| Row {
            text: match number {
                0 => head.clone() + &line,
                _ => " ".repeat(head.len()) + &line,
            },
            is_faint: !self.is_content,
        });
        rows.collect()
    }
}

#[cfg(test)]
pub(super) mod samples {
    use store::PageKey;

    use super::*;

    /// A page of a newspaper, told apart by its number.
    pub(in crate::label) fn sheet(number: i64) -> Sheet {
        let block = |is_content, probability, text: &str| Block {
            is_content,
            probability: Some(probability),
            text: text.to_owned(),
        };
        let lead = "The bridge across the river stays closed until the engineers have looked at it, the council \
                    decided on Monday after a debate of four hours.";
        Sheet {
            address: Address {
                host_id: 1,
                url_id: number,
            },
            page: PageKey {
                fetched_at: chrono::DateTime::UNIX_EPOCH,
                page_id: number,
            },
            site: "morning".to_owned(),
            url: format!("https://www.morning.example/bridge-{number}.html"),
            title: format!("Bridge {number} closed"),
            guess: Guess {
                version: "gleaner 1, seven 1".to_owned(),
                page_type: "article".to_owned(),
                source: "model:seven".to_owned(),
                score: 0.53,
            },
            reason: "much text in few links".to_owned(),
            said: None,
            text: vec![lead.to_owned(), "Nobody was hurt.".to_owned()],
            blocks: vec![
                block(false, 0.02, "Home Sport Weather"),
                block(true, 0.97, lead),
                block(true, 0.81, "Nobody was hurt."),
                block(false, 0.11, "Imprint"),
            ],
        }
    }
}
