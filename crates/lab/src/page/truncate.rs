//! Truncates pages for training.
//!
//! News sites have many short articles, but labelled sets hardly any, and a model trained without them rejects them. So each
//! article is used twice, complete and truncated, and so is each other page: a short text alone does not make an article.

use extract::{Extractor, Options};

/// The page with its text truncated after the first lines; `None` if it is already that short. The rest of the page,
/// including its metadata, is unchanged.
pub fn truncated(html: &str, extractor: &'static Extractor) -> Option<String> {
    let document = html::parse(html);
    let labels = Options::of(extractor).label(&document);
    let length = u32::try_from(html.len()).unwrap_or(u32::MAX);
    // the number of words depends only on the page
    let limit = 25 + length % 150;
    let mut words = 0;
    let mut cut = String::with_capacity(html.len());
    let mut at = 0;
    let mut is_cut = false;
    for index in labels.content_blocks() {
        let block = &document.blocks[index];
        let first = words == 0;
        words += block.words;
        if first || words <= limit {
            continue;
        }
        let (from, to) = (block.offset as usize, block.end_offset as usize);
        // Blocks of a page with misnested markup may overlap.
        if from >= at && to > from && html.is_char_boundary(from) && html.is_char_boundary(to) {
            cut.push_str(&html[at..from]);
            at = to;
            is_cut = true;
        }
    }
    cut.push_str(&html[at..]);
    is_cut.then_some(cut)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_article_is_cut_and_a_short_one_is_kept() {
        let extractor = methods::by_name("everything").unwrap();
        let paragraph = "<p>The council decided on Friday to close the old bridge across the river, the mayor said.</p>";
        let page = format!(
            "<h1>Bridge</h1>{}<footer>Imprint</footer>",
            paragraph.repeat(60)
        );
        let short = truncated(&page, extractor).unwrap();
        let words = |html: &str| {
            extract::extract(&extract::Input::new(html, None), &Options::of(extractor))
                .text
                .split_whitespace()
                .count()
        };
        assert!((20..=200).contains(&words(&short)), "{short}");
        assert!(words(&page) > 900);
        assert!(short.starts_with("<h1>Bridge</h1><p>The council"));
        let short = format!("<h1>Bridge</h1>{paragraph}");
        assert_eq!(truncated(&short, extractor), None);
    }
}
