//! The layout of a page as a 64-bit fingerprint: the fingerprints of pages with the same template differ in few bits, those of
//! pages with different templates in about half of them.
//!
//! `SimHash` (Charikar, *Similarity estimation techniques from rounding algorithms*, STOC 2002) over the set of
//! elements that contain text, each identified by tag and classes of itself and its parent. It is a set, so that long and
//! short articles have similar fingerprints. Ancestors of full text count more than other elements.

use foldhash::HashSet;
use html::{Element, TextDocument};
use text::hash::{fnv, mixed};

/// The fingerprint of the page's layout; `None` if the page has too few elements.
pub fn fingerprint(document: &TextDocument) -> Option<u64> {
    let mut names: Vec<Option<u64>> = vec![None; document.elements.len()];
    // whether an element, and thus its ancestors, was visited from other blocks and from full text
    let mut seen = vec![[false; 2]; document.elements.len()];
    let (mut beside, mut around) = (HashSet::default(), HashSet::default());
    for block in &document.blocks {
        let content = block.full_text_words() > 0 && block.link_density() < 0.5;
        let kinds = if content { &mut around } else { &mut beside };
        let mut inner = Some(block.element);
        while let Some(this) = inner {
            let place = this as usize;
            let Some(element) = document.elements.get(place) else {
                break;
            };
            if std::mem::replace(&mut seen[place][usize::from(content)], true) {
                break;
            }
            inner = element.parent;
            let mut name_of = |place: usize| match document.elements.get(place) {
                Some(element) => {
                    *names[place].get_or_insert_with(|| element_hash(document, element))
                }
                None => 0,
            };
            let outer = inner.map_or(0, |outer| name_of(outer as usize));
            kinds.insert(mixed(name_of(place) ^ outer.rotate_left(29)));
        }
    }
    beside.retain(|kind| !around.contains(kind));
    if beside.len() + around.len() < 6 {
        return None;
    }
    let mut sums = [0_i32; 64];
    for (kinds, weight) in [(&beside, 1), (&around, 3)] {
        for kind in kinds {
            for (bit, sum) in sums.iter_mut().enumerate() {
                *sum += weight * (i32::from(kind >> bit & 1 == 1) * 2 - 1);
            }
        }
    }
    let bits = sums.iter().enumerate();
    Some(bits.fold(0, |print, (bit, &sum)| print | u64::from(sum > 0) << bit))
}

/// Hash of tag and classes of an element. Classes are cut at the first digit, because builds of a site renumber them. Their
/// order is ignored.
fn element_hash(document: &TextDocument, element: &Element) -> u64 {
    let classes = document.attribute(element.class).split_ascii_whitespace();
    classes.fold(fnv(element.tag.name().bytes()), |sum, class| {
        let end = class.find(|c: char| c.is_ascii_digit());
        let stem = &class[..end.unwrap_or(class.len())];
        if stem.is_empty() {
            sum
        } else {
            sum.wrapping_add(mixed(fnv(stem.bytes())))
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    /// An article in the old template with `paragraphs` paragraphs, optionally with a picture and a box.
    fn page(paragraphs: usize, extras: bool, build: u32) -> String {
        let text = "<p class=\"article__text\">Der Rat der Stadt hat am Abend lange beraten und dann mit großer Mehrheit beschlossen, dass die Brücke bleibt.</p>".repeat(paragraphs);
        let extras = if extras {
            "<figure class=\"media\"><figcaption class=\"media__caption\">Die Brücke am Morgen</figcaption></figure><aside class=\"infobox\"><h3>Zur Sache</h3><ul><li>Alt</li></ul></aside>"
        } else {
            ""
        };
        format!(
            "<body class=\"page\"><header class=\"head css-{build}\"><nav class=\"nav\"><ul class=\"nav__list\"><li class=\"nav__item\"><a href=/>Start</a></li></ul></nav></header><main class=\"main\"><article class=\"article\"><h1 class=\"article__title\">Die Brücke bleibt</h1><div class=\"article__meta\">Von Ada</div>{extras}<div class=\"article__body\">{text}</div></article><aside class=\"teasers\"><h2>Mehr</h2><div class=\"teaser\"><h3 class=\"teaser__title\"><a href=/x>Anderes</a></h3></div></aside></main><footer class=\"foot\"><p class=\"foot__legal\">Impressum</p></footer></body>"
        )
    }

    fn other(paragraphs: usize) -> String {
        let text = "<div class=\"Paragraph\"><p>Der Rat der Stadt hat am Abend lange beraten und dann mit großer Mehrheit beschlossen, dass die Brücke bleibt.</p></div>".repeat(paragraphs);
        format!(
            "<body><div class=\"AppShell\"><div class=\"TopBar\"><div class=\"TopBar-inner\"><span>Start</span></div></div><section class=\"Story\"><div class=\"Story-head\"><h1 class=\"Headline\">Die Brücke bleibt</h1><div class=\"Byline\">Von Ada</div></div><div class=\"Story-text\">{text}</div></section><section class=\"Rail\"><div class=\"Card\"><h4 class=\"Card-title\">Anderes</h4></div></section><div class=\"Bottom\"><div class=\"Bottom-legal\">Impressum</div></div></div></body>"
        )
    }

    fn print(html: &str) -> u64 {
        fingerprint(&parse(html)).unwrap()
    }

    #[test]
    fn pages_of_one_template_are_near_and_those_of_another_are_far() {
        let usual = print(&page(5, false, 1));
        for (html, case) in [
            (page(5, false, 1), "the same"),
            (page(40, false, 1), "longer"),
            (page(5, false, 20_771), "another build"),
        ] {
            assert_eq!(print(&html), usual, "{case}");
        }
        let extras = (print(&page(9, true, 1)) ^ usual).count_ones();
        assert!(extras <= 14, "with a picture and a box: {extras}");
        let other = (print(&other(5)) ^ usual).count_ones();
        assert!(other >= 22, "another template: {other}");
    }

    #[test]
    fn a_page_without_structure_has_no_layout() {
        for html in ["", "<p>Kurz.</p>", "<body>Nur Text", "<script>x</script>"] {
            assert_eq!(fingerprint(&parse(html)), None, "{html:?}");
        }
    }

    #[test]
    fn the_order_of_classes_does_not_matter() {
        let swapped = page(5, true, 1).replace("class=\"head css-1\"", "class=\"css-1 head\"");
        assert_eq!(print(&swapped), print(&page(5, true, 1)));
    }
}
