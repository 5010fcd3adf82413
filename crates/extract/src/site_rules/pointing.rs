//! Selectors for a block that a person points at.

use html::{Element, Selectors, Span, Tag, TextDocument, parse, parse_matching};

use super::passages::union;

/// Selectors that are offered.
const OFFERED: usize = 4;
/// Elements around a block that are looked at, its own among them.
const LEVELS: usize = 6;
/// Selectors that are tried, and elements of a path.
const TRIED: usize = 40;
const PATH: usize = 12;
/// Characters of a name.
const NAME: std::ops::RangeInclusive<usize> = 2..=40;
/// What names begin with that a build of the site makes up.
const MADE_UP: [&str; 6] = ["css-", "emotion-", "jss-", "jsx-", "sc-", "svelte-"];

/// A selector for a block, and what else it meets on the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Candidate {
    /// The selector.
    pub selector: String,
    /// The blocks that it meets, wholly or in part, by their places on the page.
    pub blocks: Vec<usize>,
}

/// Selectors for the block at a place of a page, 2 to 4 where the page allows that: by names of its own element first, then by those of
/// the elements around it, by tags alone at last. Names with digits and those that a build of the site makes up are left
/// out, since they change. Each meets the whole block, and no two meet the same blocks.
pub fn candidates(html: &str, block: usize) -> Vec<Candidate> {
    let document = parse(html);
    let Some(pointed) = document.blocks.get(block) else {
        return Vec::new();
    };
    let around: Vec<&Element> = document.ancestors(pointed.element).collect();
    let inline = document.attribute(pointed.inline_class);
    let tried = selectors(&document, &around, inline);
    let mut compiled = Selectors::default();
    let mut written = Vec::new();
    for selector in tried {
        let number = u16::try_from(written.len()).unwrap_or(u16::MAX);
        // What has no room for its steps is left out.
        if !written.contains(&selector) && compiled.add(&selector, number).is_ok() {
            written.push(selector);
        }
    }
    let (document, matches) = parse_matching(html, &compiled);
    let mut found: Vec<Candidate> = Vec::new();
    for (number, selector) in written.into_iter().enumerate() {
        let of = matches.iter();
        let spans = union(of.filter(|found| usize::from(found.selector) == number));
        if !spans
            .iter()
            .any(|span| covers(*span, document.blocks[block].text))
        {
            continue;
        }
        let blocks = met(&document, &spans);
        if !found.iter().any(|known| known.blocks == blocks) {
            found.push(Candidate { selector, blocks });
        }
    }
    offered(found, document.blocks.len())
}

/// The first few, among them the one that meets the fewest blocks; those that meet most of the page only if there is hardly another.
fn offered(mut found: Vec<Candidate>, blocks: usize) -> Vec<Candidate> {
    found.sort_by_key(|candidate| candidate.blocks.len() * 2 > blocks);
    let narrow = found.iter().filter(|one| one.blocks.len() * 2 <= blocks);
    let keep = narrow.count().clamp(2, OFFERED);
    let fewest = (0..found.len()).min_by_key(|place| found[*place].blocks.len());
    if let Some(fewest) = fewest.filter(|fewest| *fewest >= keep) {
        found.swap(keep - 1, fewest);
    }
    found.truncate(keep);
    found
}

/// Selectors to try, the best first.
fn selectors(document: &TextDocument, around: &[&Element], inline: &str) -> Vec<String> {
    let mut selectors = Vec::new();
    let tag = around.first().map_or("*", |element| name_of(element.tag));
    for (level, element) in around.iter().take(LEVELS).enumerate() {
        if element.tag == Tag::Body {
            break;
        }
        let names = names(document, element);
        if level > 0 {
            let joined = if level == 1 { " > " } else { " " };
            let inside = names.iter().map(|name| format!("{name}{joined}{tag}"));
            selectors.extend(inside);
        }
        selectors.extend(names);
        if level == 0 {
            let names = inline.split_ascii_whitespace();
            let names = names.filter(|name| is_stable(name));
            selectors.extend(names.map(|name| format!(".{name}")));
        }
    }
    let path: Vec<&str> = around.iter().map(|element| name_of(element.tag)).collect();
    for length in [2, 3, PATH] {
        let mut nearest: Vec<&str> = path.iter().take(length).copied().collect();
        nearest.reverse();
        // Inline elements between two of a path are not among the elements.
        selectors.extend([" > ", " "].map(|joined| nearest.join(joined)));
    }
    selectors.truncate(TRIED);
    selectors
}

/// The stable names of an element, as selectors.
fn names(document: &TextDocument, element: &Element) -> Vec<String> {
    let stable = |value: Span| {
        let words = document.attribute(value).split_ascii_whitespace();
        words.filter(|word| is_stable(word))
    };
    let classes = stable(element.class).map(|name| format!(".{name}"));
    let ids = stable(element.id).map(|name| format!("#{name}"));
    let tag = name_of(element.tag);
    let attributes = [("itemprop", element.itemprop), ("role", element.role)];
    let attributes = attributes.into_iter().filter_map(|(name, value)| {
        let value = stable(value).next()?;
        Some(format!("{tag}[{name}~={value}]"))
    });
    classes.chain(ids).chain(attributes).collect()
}

/// Whether a name is likely to be on other pages, and tomorrow: letters and hyphens, not made up by a build.
fn is_stable(name: &str) -> bool {
    let letters = |c: char| c.is_ascii_alphabetic() || matches!(c, '-' | '_');
    NAME.contains(&name.len())
        && name.chars().all(letters)
        && name.starts_with(|c: char| c.is_ascii_alphabetic())
        && !MADE_UP.iter().any(|prefix| name.starts_with(prefix))
}

/// The name of an element in a selector; any of those that HTML does not know.
fn name_of(tag: Tag) -> &'static str {
    match tag.name() {
        "" => "*",
        name => name,
    }
}

fn covers(span: Span, text: Span) -> bool {
    span.start <= text.start && text.end <= span.end
}

/// The blocks that ordered spans meet.
fn met(document: &TextDocument, spans: &[Span]) -> Vec<usize> {
    let blocks = document.blocks.iter().enumerate();
    let met = blocks.filter(|(_, block)| {
        let after = spans.partition_point(|span| span.end <= block.text.start);
        spans
            .get(after)
            .is_some_and(|span| span.start < block.text.end)
    });
    met.map(|(place, _)| place).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{RuleText, SiteRules};

    const PAGE: &str = "<body><nav class=menu><p>Start<p>News</nav>\
        <article id=a8123 class='story css-x1y2'><h1>Title</h1><div class='body sc-abc'><p>One<p class='lead t3'>Two\
        <p class=newsletter>Sign up<div class=related><h2>More</h2><ul><li><a href=/1>Other</a><li>Third</ul></div>\
        <p>Three</div></article><footer role=contentinfo><p>Imprint</footer>";

    /// Selectors for the block with that text, with the texts that they meet.
    fn offered_for(html: &str, text: &str) -> Vec<(String, String)> {
        let document = parse(html);
        let mut blocks = document.blocks.iter();
        let block = blocks.position(|block| document.text_of(block) == text);
        let candidates = candidates(html, block.unwrap());
        let texts = |blocks: &[usize]| {
            let texts = blocks
                .iter()
                .map(|b| document.text_of(&document.blocks[*b]));
            texts.collect::<Vec<_>>().join("/")
        };
        let told = candidates.into_iter();
        told.map(|one| (texts(&one.blocks), one.selector))
            .map(|(texts, selector)| (selector, texts))
            .collect()
    }

    fn pairs(expected: &[(&str, &str)]) -> Vec<(String, String)> {
        let expected = expected.iter();
        expected
            .map(|(one, other)| ((*one).to_owned(), (*other).to_owned()))
            .collect()
    }

    #[test]
    fn names_of_the_element_come_before_those_around_it() {
        assert_eq!(
            offered_for(PAGE, "Sign up"),
            pairs(&[
                (".newsletter", "Sign up"),
                (".body > p", "One/Two/Sign up/Three"),
            ])
        );
        assert_eq!(
            offered_for(PAGE, "Other"),
            pairs(&[
                (".related li", "Other/Third"),
                (".related", "More/Other/Third"),
            ])
        );
    }

    #[test]
    fn without_names_there_are_paths_of_tags() {
        let html = "<body><div><section><p>One<p>Two</section><p>Three</div><p>Four<p>Five<p>Six";
        assert_eq!(
            offered_for(html, "One"),
            pairs(&[("section > p", "One/Two"), ("section p", "One/Two")])[..1]
        );
        assert_eq!(
            offered_for(html, "Three"),
            pairs(&[("div > p", "Three"), ("div p", "One/Two/Three")])
        );
        // A link around blocks is no element of the page for us, and a name that HTML does not know has none.
        let html = "<body><x-card><a href=/><h3>One</h3></a></x-card><p>Two<p>Three";
        assert!(!offered_for(html, "One").is_empty());
    }

    #[test]
    fn names_that_change_are_left_out() {
        for name in ["newsletter", "article__body", "articleBody", "ad-label"] {
            assert!(is_stable(name), "{name}");
        }
        for name in [
            "a8123",
            "css-x",
            "sc-bdVaJa",
            "x",
            "md:flex",
            "-a",
            "näher",
            "",
        ] {
            assert!(!is_stable(name), "{name}");
        }
        let told = offered_for(PAGE, "One");
        assert!(
            told.iter().all(|(one, _)| !one.contains(['8', '2'])),
            "{told:?}"
        );
        let told = offered_for(PAGE, "Imprint");
        assert!(
            told.contains(&(
                "footer[role~=contentinfo] > p".to_owned(),
                "Imprint".to_owned()
            )),
            "{told:?}"
        );
    }

    #[test]
    fn an_inline_name_counts_where_it_is_around_the_whole_block() {
        let html = "<body><div><span class=ad-label>Advert</span></div><div>Text <span class=tip>hint</span></div>\
            <p>One<p>Two<p>Three";
        assert_eq!(offered_for(html, "Advert")[0].0, ".ad-label");
        let told = offered_for(html, "Text hint");
        assert!(told.iter().all(|(one, _)| one != ".tip"), "{told:?}");
    }

    #[test]
    fn what_is_offered_compiles_and_is_bounded() {
        let deep = "<div class='one two three four'>".repeat(300) + "<p class=a-b>Text";
        let found = candidates(&deep, 0);
        assert!((1..=OFFERED).contains(&found.len()), "{found:?}");
        for Candidate { selector, blocks } in found {
            assert_eq!(blocks, [0]);
            let drop = [selector];
            let rules = RuleText {
                drop: &drop,
                ..RuleText::default()
            };
            assert!(SiteRules::compile(&rules).is_ok());
        }
        assert!(candidates("<p>One", 7).is_empty());
    }
}
