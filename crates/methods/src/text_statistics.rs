//! The element with most of the page's letters: a statistical filter over the DOM.
//!
//! Source: Sun Chengjie, Guan Yi, *A Statistical Approach for Content Extraction from Web Page*, Journal of Chinese Information
//! Processing 18(5), 2004: the page is a tree of containers, each with the number of Chinese characters in it but in no container
//! below it. The container with the most is the text of a news page.
//!
//! Containers were table cells then. Here they are the sectioning and layout elements, all letters outside links count, and
//! paragraphs, headings, lists and quotations belong to the container around them.

use extract::{Extractor, Filter, Labels};
use html::{Tag, TextBlock, TextDocument};

pub(crate) const TEXT_STATISTICS: Extractor = Extractor {
    name: "text-statistics",
    summary: "the container with the most letters outside links and other containers",
    source: "Sun Chengjie, Guan Yi: A Statistical Approach for Content Extraction from Web Page, 2004",
    steps: &[Filter::new("container-with-most-letters", keep_most)],
};

fn keep_most(document: &TextDocument, labels: &mut Labels) {
    let containers = containers(document);
    let mut letters = vec![0_u64; document.elements.len()];
    for block in &document.blocks {
        letters[containers[block.element as usize]] += letters_outside_links(document, block);
    }
    // the first of equally long ones
    let most = (0..letters.len())
        .rev()
        .max_by_key(|element| letters[*element]);
    labels.keep(|block| Some(containers[document.blocks[block].element as usize]) == most);
}

/// For each element: the innermost container that it is or is in.
fn containers(document: &TextDocument) -> Vec<usize> {
    let mut containers: Vec<usize> = Vec::with_capacity(document.elements.len());
    for (at, element) in document.elements.iter().enumerate() {
        let around = element
            .parent
            .map_or(at, |parent| containers[parent as usize]);
        let holds_others = matches!(
            element.tag,
            Tag::Div | Tag::Td | Tag::Table | Tag::Article | Tag::Section | Tag::Main | Tag::Aside
        );
        containers.push(if holds_others { at } else { around });
    }
    containers
}

/// Number of letters of a block, reduced by the share of its words in links.
pub(super) fn letters_outside_links(document: &TextDocument, block: &TextBlock) -> u64 {
    let text = document.text_of(block);
    let letters = text.chars().filter(|c| c.is_alphanumeric()).count() as u64;
    let words = u64::from(block.words.max(1));
    letters * words.saturating_sub(block.link_words.into()) / words
}

#[cfg(test)]
mod tests {
    use super::*;
    use extract::text_of;
    use html::parse;

    fn text(html: &str) -> String {
        let document = parse(html);
        text_of(&document, &TEXT_STATISTICS.label(&document))
    }

    #[test]
    fn the_container_with_most_letters_is_kept_without_those_in_it() {
        let page = "<div><div>首页 新闻 体育</div><div><h2>大桥</h2><p>昨天，大桥通车了。</p>\
                    <div>更多新闻在这里</div><p>市长也来了。</p></div></div>";
        assert_eq!(text(page), "大桥\n\n昨天，大桥通车了。\n\n市长也来了。");
    }

    #[test]
    fn letters_in_links_do_not_count() {
        let page = "<table><tr><td><a href=/a>昨天大桥通车了</a><td>大桥通车</table>";
        assert_eq!(text(page), "大桥通车");
    }
}
