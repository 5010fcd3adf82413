//! Wrappers: elements that say nothing about the one inside them.

use crate::document::{Element, TextDocument};
use crate::tag::Tag;

impl TextDocument {
    /// Leaves out each `<div>` without names that has one element inside it, and no text, link, image or date of its own: a page
    /// means the same with any number of them. Linear in the size of the page.
    pub fn leave_out_wrappers(&mut self) {
        leave_out(self);
    }
}

fn leave_out(document: &mut TextDocument) {
    let keeps = own_content(document);
    let goes = |at: usize, element: &Element| !keeps[at] && is_plain(element);
    let elements = std::mem::take(&mut document.elements);
    if !elements.iter().enumerate().any(|(at, one)| goes(at, one)) {
        document.elements = elements;
        return;
    }
    // for each element its new index, and the number of wrappers around it; a wrapper has the index of the element around it
    let mut places: Vec<(u32, u16)> = Vec::with_capacity(elements.len());
    let mut kept: Vec<Element> = Vec::with_capacity(elements.len());
    for (at, mut element) in elements.into_iter().enumerate() {
        let around = element.parent.map(|parent| places[parent as usize]);
        if let Some((around, wrappers)) = around.filter(|_| goes(at, &element)) {
            places.push((around, wrappers + 1));
            continue;
        }
        let wrappers = around.map_or(0, |(_, wrappers)| wrappers);
        element.parent = around.map(|(around, _)| around);
        element.depth -= wrappers;
        places.push((u32::try_from(kept.len()).unwrap_or(u32::MAX), wrappers));
        kept.push(element);
    }
    document.elements = kept;
    for block in &mut document.blocks {
        block.tag_level -= places[block.element as usize].1;
    }
    for element in references(document) {
        *element = places[*element as usize].0;
    }
}

/// Whether each element has something of its own: text, a link, an image, a date, or not exactly one element.
fn own_content(document: &mut TextDocument) -> Vec<bool> {
    let mut inside = vec![0_u8; document.elements.len()];
    for parent in document.elements.iter().filter_map(|inner| inner.parent) {
        let inside = &mut inside[parent as usize];
        *inside = inside.saturating_add(1);
    }
    let mut owns: Vec<bool> = inside.iter().map(|elements| *elements != 1).collect();
    for element in references(document) {
        owns[*element as usize] = true;
    }
    owns
}

/// Whether an element is a `<div>` whose attributes, as far as they are kept, are empty.
fn is_plain(element: &Element) -> bool {
    let names = [
        element.class,
        element.id,
        element.role,
        element.itemprop,
        element.data_name,
    ];
    element.tag == Tag::Div && names.iter().all(|name| name.is_empty())
}

/// All indices of elements outside [`TextDocument::elements`].
fn references(document: &mut TextDocument) -> impl Iterator<Item = &mut u32> {
    let head = &mut document.head;
    let times = head.times.iter_mut().chain(&mut head.dates);
    let blocks = document.blocks.iter_mut().map(|block| &mut block.element);
    blocks
        .chain(head.anchors.iter_mut().map(|anchor| &mut anchor.element))
        .chain(times.map(|time| &mut time.element))
        .chain(head.images.iter_mut().map(|image| &mut image.element))
}

#[cfg(test)]
mod tests {
    use crate::TextDocument;

    fn parse(html: &str) -> TextDocument {
        let mut document = crate::parse(html);
        document.leave_out_wrappers();
        document
    }

    /// Tags and classes around each block, outermost first.
    fn paths(document: &TextDocument) -> Vec<String> {
        let blocks = document.blocks.iter().map(|block| {
            let around = document.ancestors(block.element);
            let names = around.map(|element| {
                let class = document.attribute(element.class);
                format!("{}{class}", element.tag.name())
            });
            let mut names: Vec<String> = names.collect();
            names.reverse();
            names.join(" ")
        });
        blocks.collect()
    }

    #[test]
    fn a_page_is_the_same_with_each_of_its_elements_wrapped() {
        let plain = "<main class=m><h1>Rat tagt</h1><p>Eins <a href=/x>zwei</a></p><ul><li>drei</li></ul><time datetime=2026-01-01>Neujahr</time></main>";
        let wrapped = "<div><main class=m><div><div><h1>Rat tagt</h1></div></div><div><p>Eins <a href=/x>zwei</a></p></div><div><ul><div><li>drei</li></div></ul></div><time datetime=2026-01-01>Neujahr</time></main></div>";
        let (plain, wrapped) = (parse(plain), parse(wrapped));
        assert_eq!(paths(&plain), paths(&wrapped));
        let depths = |document: &TextDocument| {
            let elements = document.elements.iter().map(|element| element.depth);
            let levels = document.blocks.iter().map(|block| block.tag_level);
            elements.chain(levels).collect::<Vec<_>>()
        };
        assert_eq!(depths(&plain), depths(&wrapped));
        let times = |document: &TextDocument| document.head.times[0].element;
        assert_eq!(times(&plain), times(&wrapped));
    }

    #[test]
    fn what_has_a_name_or_something_of_its_own_stays() {
        for page in [
            "<div class=c><p>x</p></div>",
            "<div role=note><p>x</p></div>",
            "<div>own<p>x</p></div>",
            "<div><p>x</p><p>y</p></div>",
            "<div><img src=/a.jpg><p>x</p></div>",
            "<section><p>x</p></section>",
        ] {
            let document = parse(page);
            let last = document.blocks.last().expect("a block");
            assert_eq!(document.ancestors(last.element).count(), 3, "{page}");
        }
    }
}
