//! Further authors of a byline that has each in an element of its own: `<li>Jane Doe<li>John Roe`.

use html::{TextBlock, TextDocument};

use super::elements::is_person_alone;
use super::{MAX_BYLINE_WORDS, is_short, label, near};
use crate::metadata::Page;
use crate::metadata::authors::names::Credits;

/// Number of levels up to the element around both authors.
const LEVELS: usize = 3;
/// Maximum words between two authors: a job, but not the headline of another article.
const MAX_WORDS_BETWEEN: u32 = 5;

/// Adds the persons in elements like that of the last author, right after it. Elements are alike if they have the same tags and
/// classes, and are named or are links throughout.
pub(in crate::metadata) fn add_siblings(credits: &mut Credits, page: &Page<'_>) {
    let (document, blocks) = (page.document, near(page));
    let Some(author) = credits.persons.last().cloned() else {
        return;
    };
    let is_byline = |block: &TextBlock| {
        is_short(document, block, MAX_BYLINE_WORDS) && document.text_of(block).contains(&author)
    };
    let Some(at) = blocks.iter().position(is_byline) else {
        return;
    };
    let words_before = document.text_of(&blocks[at]).split(&author).next();
    for block in &blocks[at + 1..] {
        if are_alike(document, &blocks[at], block) {
            let text = document.text_of(block);
            let name = label::after_words(text).trim();
            let own = text.split(name).next();
            let is_further = own == words_before || own == Some("");
            if !is_further || !is_person_alone(name) {
                return;
            }
            credits.add(name, page.outlet);
        } else if block.words > MAX_WORDS_BETWEEN {
            return;
        }
    }
}

/// Whether two blocks have the same place in elements that follow each other.
fn are_alike(document: &TextDocument, one: &TextBlock, other: &TextBlock) -> bool {
    let is_link = |block: &TextBlock| block.links == 1 && block.link_words == block.words;
    let mut is_marked = is_link(one) && is_link(other);
    let around = document.ancestors(one.element);
    let mut pairs = around.zip(document.ancestors(other.element)).take(LEVELS);
    let is_same = pairs.all(|(one, other)| {
        let class = document.attribute(one.class);
        is_marked |= !class.is_empty();
        one.tag == other.tag && class == document.attribute(other.class)
    });
    is_same && is_marked
}

#[cfg(test)]
mod tests {

    fn authors(byline: &str) -> Vec<String> {
        let text = "<p>The council decided on Friday to close the old bridge for two years.";
        let html = format!("<main><h1>New bridge</h1>{byline}<div>{text}</div></main>");
        let found = super::super::shown(&html::parse(&html), Some(0));
        found.map(|credits| credits.persons).unwrap_or_default()
    }

    #[test]
    fn authors_in_elements_that_are_alike_are_all_named() {
        for byline in [
            "<p class=author>Jane Doe</p><p class=author>John Roe</p>",
            "<ul class=authors><li><a href=/author/jd>Jane Doe</a></li><li><a href=/author/jr>John Roe</a></li></ul>",
            "<div class=card><h4 class=author-name>Jane Doe</h4><p>Reporter</p></div><div class=card><h4 class=author-name>John Roe</h4></div>",
            "<div><a rel=author href=/a>Jane Doe</a></div><div><a rel=author href=/b>John Roe</a></div>",
            "<div class=firma>di <b>Jane Doe</b></div><div class=firma>di <b>John Roe</b></div>",
            "<div class=byline>By Jane Doe</div><div class=byline>By John Roe</div>",
        ] {
            assert_eq!(authors(byline), ["Jane Doe", "John Roe"], "{byline}");
        }
    }

    #[test]
    fn what_is_no_person_or_belongs_to_another_article_is_no_further_author() {
        for other in [
            "<p class=meta>3 May 2024</p><p class=meta>John Roe</p>",
            "<p class=author>Photos: John Roe</p>",
            "<p class=author>Editor: John Roe</p>",
            "<p class=author>Easton Gazette</p>",
            "<p>The ferry is back after the storm</p><p class=author>John Roe</p>",
        ] {
            let byline = format!("<p class=author>Jane Doe</p>{other}");
            assert_eq!(authors(&byline), ["Jane Doe"], "{other}");
        }
    }
}
