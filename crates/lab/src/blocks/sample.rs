//! A labelled page with its features.

use std::borrow::Cow;

use extract::learned::GLEANER;
use extract::learned::features::{BlockFeature, PageFeatures, WIDTH};
use html::TextDocument;
use serde_json::Value;

use super::align;
use super::names::{self, NameEvidence};
use super::views::{self, BlockView};
use crate::gold::GoldPage;
use crate::lengthen::Paragraphs;
use crate::page::conceal::View;
use crate::scripts::Script;

/// Words added to a block and to the content of a page before dividing one by the other.
const BLOCK_WORDS: f32 = 4.0;
const PAGE_WORDS: f32 = 80.0;

/// A page with its features and labels.
#[derive(Debug)]
pub struct BlockSample {
    /// Index of the file it comes from.
    pub set: usize,
    /// Id of the page in its file.
    pub id: Value,
    /// The site it is grouped by.
    pub site: String,
    /// Its type as the file names it.
    pub page_type: String,
    /// What of the page it is.
    pub view: BlockView,
    /// Its gold text; that of a cut page is the content that is left.
    pub gold: String,
    /// Its blocks.
    pub document: TextDocument,
    /// By block: whether it is in the gold.
    pub content: Vec<bool>,
    /// Share of the gold that is on the page.
    pub of_gold: f64,
    /// Its weight relative to other pages; models do not see it at all if 0.
    pub factor: f32,
    /// Features of the first stage, without those of names.
    pub(super) rows: Vec<f32>,
    /// By block: its weight.
    pub(super) weights: Vec<f32>,
    /// By block: whether it is content or a few blocks away from it.
    pub(super) near: Vec<bool>,
    pub(super) names: NameEvidence,
}

impl BlockSample {
    /// Measures a page as a view shows it; `None` if it has no gold text or no text at all, or cannot be cut or lengthened for that
    /// view. `others` are the paragraphs of other pages.
    pub fn of(set: usize, page: &GoldPage, view: BlockView, others: &Paragraphs) -> Option<Self> {
        let site = page.site();
        let page_type = page.page_type();
        let gold = page.gold_text.as_deref();
        let gold = gold.filter(|gold| !gold.trim().is_empty())?;
        let script = (view == BlockView::Script).then(|| Script::for_page(&page.html));
        let gold = script.map_or(Cow::Borrowed(gold), |script| {
            Cow::Owned(script.of_text(gold))
        });
        let html = match view {
            BlockView::Plain => View::Plain.of(&page.html),
            BlockView::Script => Cow::Owned(Script::for_page(&page.html).of(&page.html)),
            _ => Cow::Borrowed(page.html.as_str()),
        };
        let mut document = GLEANER.parse(&html);
        if document.blocks.is_empty() {
            return None;
        }
        let texts: Vec<&str> = document
            .blocks
            .iter()
            .map(|block| document.text_of(block))
            .collect();
        let coverage = align::coverage(&texts, &gold);
        let mut content: Vec<bool> = coverage
            .of_blocks
            .iter()
            .map(|share| *share > 0.5)
            .collect();
        if view.is_cut() && !views::cut(&mut document, &mut content) {
            return None;
        }
        if view.is_hashed() {
            views::hash_names(&mut document);
        }
        if view == BlockView::Long {
            let paragraphs = others.for_page(page, views::words_inserted(&page.html));
            (document, content) = views::long(&page.html, &document, &content, &paragraphs)?;
        }
        let gold = if view.is_cut() || view == BlockView::Long {
            views::content_of(&document, &content)
        } else {
            gold.into_owned()
        };
        let rows = rows(&document);
        let names = if view.has_names() {
            names::evidence(&document, &content)
        } else {
            NameEvidence::new()
        };
        Some(Self {
            set,
            id: page.id.clone(),
            site,
            page_type,
            view,
            weights: weights(&document, &content, &rows),
            near: near(&content),
            names,
            of_gold: coverage.of_gold,
            factor: 1.0,
            gold,
            content,
            rows,
            document,
        })
    }

    /// Number of blocks.
    pub fn len(&self) -> usize {
        self.content.len()
    }

    /// Whether the page has no block.
    pub fn is_empty(&self) -> bool {
        self.content.is_empty()
    }

    /// Whether models may see it.
    pub fn trained_on(&self) -> bool {
        self.factor > 0.0
    }

    /// The fold of its site: all pages of a site are in the same one.
    pub fn fold(&self, folds: usize) -> usize {
        super::number_of(&self.site) as usize % folds.max(1)
    }
}

fn rows(document: &TextDocument) -> Vec<f32> {
    let page = PageFeatures::of(document);
    let mut rows = vec![0.0; page.len() * WIDTH];
    for (block, row) in rows.chunks_exact_mut(WIDTH).enumerate() {
        page.write_row(block, row);
    }
    rows
}

/// Pages weigh the same, and blocks weigh by their words, but at most a half: scores are means over pages of shares of their text. A
/// headline that is in the gold has no weight, since most gold texts lack it.
fn weights(document: &TextDocument, content: &[bool], rows: &[f32]) -> Vec<f32> {
    let words = |block: usize| rows[block * WIDTH + BlockFeature::Words as usize];
    let sum: f32 = (0..content.len())
        .filter(|block| content[*block])
        .map(words)
        .sum();
    (0..document.blocks.len())
        .map(|block| {
            let headline = rows[block * WIDTH + BlockFeature::IsHeadline as usize] > 0.0;
            if headline && content[block] {
                0.0
            } else {
                ((words(block) + BLOCK_WORDS) / (sum + PAGE_WORDS)).min(0.5)
            }
        })
        .collect()
}

/// Whether each block is at most six blocks from content.
fn near(content: &[bool]) -> Vec<bool> {
    let far = 6;
    let mut near = vec![false; content.len()];
    for (block, _) in content.iter().enumerate().filter(|(_, content)| **content) {
        let to = (block + far + 1).min(content.len());
        near[block.saturating_sub(far)..to].fill(true);
    }
    near
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(json: &str) -> BlockSample {
        let page = serde_json::from_str(json).unwrap();
        BlockSample::of(0, &page, BlockView::Whole, &Paragraphs::default()).unwrap()
    }

    #[test]
    fn blocks_of_the_gold_are_content_and_weigh_by_their_words() {
        let sample = sample(
            r#"{"id":1,"url":"https://www.a.example/x","html":"<title>Rat tagt lange</title><nav>Start</nav><h1>Rat tagt lange</h1><p>Der Rat hat am Montag lange getagt.",
                "gold_text":"Rat tagt lange\nDer Rat hat am Montag lange getagt."}"#,
        );
        assert_eq!(sample.content, [false, true, true]);
        assert_eq!(sample.weights, [5.0 / 90.0, 0.0, 11.0 / 90.0]);
        assert_eq!(sample.near, [true; 3]);
    }

    #[test]
    fn pages_without_gold_or_text_are_no_samples() {
        for json in [
            r#"{"html":"<p>x"}"#,
            r#"{"html":"<p>x","gold_text":" "}"#,
            r#"{"html":"","gold_text":"x"}"#,
        ] {
            let page = serde_json::from_str(json).unwrap();
            for view in BlockView::ALL {
                assert!(BlockSample::of(0, &page, view, &Paragraphs::default()).is_none());
            }
        }
    }

    #[test]
    fn a_plain_page_has_the_same_text_and_fewer_names() {
        let page = r#"{"url":"https://a.example/1","html":"<article class=story><h1>Rat tagt</h1><p class=lead>Der Rat hat lange getagt.","gold_text":"Der Rat hat lange getagt."}"#;
        let page: GoldPage = serde_json::from_str(page).unwrap();
        let (whole, plain) = (
            BlockSample::of(0, &page, BlockView::Whole, &Paragraphs::default()).unwrap(),
            BlockSample::of(0, &page, BlockView::Plain, &Paragraphs::default()).unwrap(),
        );
        assert_eq!(plain.content, whole.content);
        assert_eq!(plain.document.text, whole.document.text);
        assert!(plain.document.attributes.len() < whole.document.attributes.len());
    }

    #[test]
    fn a_site_has_one_fold() {
        let page = |url: &str| {
            sample(&format!(
                r#"{{"url":"{url}","html":"<p>x","gold_text":"x"}}"#
            ))
        };
        let folds: Vec<usize> = ["https://a.example/1", "https://www.a.example/2"]
            .map(|url| page(url).fold(5))
            .to_vec();
        assert_eq!(folds[0], folds[1]);
    }
}
