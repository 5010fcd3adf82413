//! Embedded posts of social networks.
//!
//! They are quotations and belong to the text. Training data are inconsistent: some gold texts keep all of them, others none.
//! Therefore a rule decides: blocks in the networks' embed markup are content if they are between other content.

use crate::element_names::AncestorSearch;
use crate::labels::{Filter, Label, Labels};
use html::{Tag, TextDocument};

/// Classes of the networks' embed markup.
const CLASSES: [&str; 9] = [
    "twitter-tweet",
    "twitter-video",
    "instagram-media",
    "tiktok-embed",
    "bluesky-embed",
    "mastodon-embed",
    "reddit-embed",
    "reddit-card",
    "fb-xfbml-parse-ignore",
];

/// Step that keeps embedded posts between content.
pub(crate) const KEEP: Filter = Filter::new("embedded posts", keep);

fn keep(document: &TextDocument, labels: &mut Labels) {
    let is_content = |run: &crate::labels::BlockRun| run.is_content();
    let (Some(first), Some(last)) = (
        labels.runs.iter().position(is_content),
        labels.runs.iter().rposition(is_content),
    ) else {
        return;
    };
    let mut posts = AncestorSearch::new(document, 3, |element| {
        element.tag == Tag::Blockquote && is_post(document.attribute(element.class))
    });
    for run in &mut labels.runs[first..last] {
        let block = &document.blocks[run.first as usize];
        if posts.find(block.element).is_some() {
            run.label = Label::Content;
        }
    }
}

fn is_post(class: &str) -> bool {
    class
        .split_ascii_whitespace()
        .any(|name| CLASSES.contains(&name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    #[test]
    fn a_post_between_paragraphs_is_content_and_one_after_them_is_not() {
        let post = "<blockquote class='twitter-tweet'><p>So it is.</p>A. Nyone</blockquote>";
        let document = parse(&format!(
            "<p>One</p>{post}<blockquote>Q</blockquote><p>Two</p>{post}"
        ));
        let mut labels = Labels::new(&document);
        labels.runs[0].label = Label::Content;
        labels.runs[4].label = Label::Content;
        keep(&document, &mut labels);
        assert_eq!(labels.content_blocks().collect::<Vec<_>>(), [0, 1, 2, 4]);
    }
}
