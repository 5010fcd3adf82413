//! Records the images of a page, except icons.

use std::ops::Range;

use crate::head::ImageTag;
use crate::parse::attributes::{Attribute, Attributes};
use crate::parse::tree::{Tree, Wanted};
use crate::span::Span;
use crate::span::span;

impl Tree<'_> {
    /// Keeps the largest version of a picture in a `<source>` for the image after it: of several, the first is the best.
    pub(crate) fn note_source(&mut self, attributes: &Attributes) {
        let around = self.open.last().map(|open| open.serial);
        let sets = [Attribute::DataSrcset, Attribute::Srcset].into_iter();
        let mut places = sets.filter_map(|set| largest(self.html, attributes.value(set)));
        if self.source.is_none_or(|(known, _)| known != around)
            && let Some(place) = places.find(|place| is_url(place.of(self.html)))
        {
            self.source = Some((around, place));
        }
    }

    /// Records the first image in a `<noscript>`, whose content has this place: it is the image before it, if that is in the same
    /// element, as scripts show it.
    pub(crate) fn note_image_without_scripts(&mut self, content: Range<usize>) {
        const IMAGE: &[u8] = b"<img";
        let html = &self.html.as_bytes()[..content.end];
        let Some(found) = memchr::memmem::find(&html[content.start..], IMAGE) else {
            return;
        };
        let mut attributes = Attributes::default();
        if attributes
            .read(html, content.start + found + IMAGE.len())
            .is_none()
        {
            return;
        }
        let known = self.blocks.document.head.images.len();
        self.note_image(&attributes);
        let images = &mut self.blocks.document.head.images;
        if images.len() > known
            && let [.., before, added] = images.as_mut_slice()
            && before.element == added.element
        {
            if before.fallback.is_empty() {
                before.fallback = added.src;
            }
            images.truncate(known);
        }
    }

    /// Records an image, unless its stated size is small or it is a `data:` URL.
    pub(crate) fn note_image(&mut self, attributes: &Attributes) {
        let around = self.open.last().map(|open| open.serial);
        let source = self.source.take().filter(|(known, _)| *known == around);
        let source = source.map(|(_, place)| place);
        if self.wanted != Wanted::AllText || self.blocks.document.head.images.len() >= 256 {
            return;
        }
        let pixels = |attribute| {
            let value = attributes.value(attribute).of(self.html).trim();
            value.trim_end_matches("px").parse::<u32>().ok()
        };
        let sizes = [pixels(Attribute::Width), pixels(Attribute::Height)];
        // smaller ones are icons, portraits or tracking pixels
        if sizes.into_iter().flatten().any(|size| size < 100) {
            return;
        }
        let set = |attribute| largest(self.html, attributes.value(attribute));
        let one = |attribute| Some(attributes.value(attribute));
        let places = [
            set(Attribute::DataSrcset),
            set(Attribute::Srcset),
            one(Attribute::DataSrc),
            one(Attribute::Src),
        ];
        let mut places = places.into_iter().flatten();
        let own = places.find(|place| is_url(place.of(self.html)));
        let Some(src) = own.or(source) else {
            return;
        };
        let image = ImageTag {
            src: self.keep(src),
            fallback: self.keep(source.filter(|_| own.is_some()).unwrap_or_default()),
            alt: self.keep(attributes.value(Attribute::Alt)),
            states_size: sizes.iter().any(Option::is_some),
            element: self.insertion_element(),
            offset: span(0, self.at).end,
        };
        self.blocks.document.head.images.push(image);
    }
}

fn is_url(src: &str) -> bool {
    let src = src.trim_start();
    !src.is_empty()
        && !src
            .get(..5)
            .is_some_and(|s| s.eq_ignore_ascii_case("data:"))
}

/// The candidate of a `srcset` with the greatest width or density, the first of equals.
fn largest(html: &str, set: Span) -> Option<Span> {
    let text = set.of(html);
    if text.len() > 4_000 {
        return None;
    }
    let mut best: Option<(f32, Span)> = None;
    let mut rest = text;
    while let Some((url, size, after)) = candidate(rest) {
        if best.is_none_or(|(most, _)| size > most) {
            let start = set.start as usize + (url.as_ptr() as usize - text.as_ptr() as usize);
            best = Some((size, span(start, start + url.len())));
        }
        rest = after;
    }
    best.map(|(_, place)| place)
}

/// The URL and the width or density of the first candidate of a `srcset`, and the rest after it.
///
/// Source: HTML, "parsing a srcset attribute". A URL may contain commas and not end with one; descriptors end at a comma outside
/// brackets.
fn candidate(set: &str) -> Option<(&str, f32, &str)> {
    let set = set.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
    let end = set.find(|c: char| c.is_ascii_whitespace());
    let (url, rest) = set.split_at(end.unwrap_or(set.len()));
    if url.is_empty() {
        return None;
    }
    let bare = url.trim_end_matches(',');
    if bare.len() < url.len() {
        return Some((bare, 1.0, rest));
    }
    let mut depth = 0_u32;
    let end = rest.find(|c: char| {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        c == ',' && depth == 0
    });
    let (descriptors, rest) = rest.split_at(end.unwrap_or(rest.len()));
    let size = descriptors.split_ascii_whitespace().find_map(size);
    Some((url, size.unwrap_or(1.0), rest))
}

/// The number of a descriptor: `640w`, `2x`.
fn size(descriptor: &str) -> Option<f32> {
    descriptor.strip_suffix(['w', 'x'])?.parse().ok()
}

#[cfg(test)]
mod tests {
    use crate::parse;

    fn sources(html: &str) -> Vec<String> {
        let document = parse(html);
        let images = document.head.images.iter();
        images
            .map(|image| document.attribute(image.src).to_owned())
            .collect()
    }

    #[test]
    fn the_largest_version_of_a_picture_is_recorded() {
        let html = "<p>Text</p><img src=s.jpg srcset='a.jpg?w=1,2 320w, b.jpg 1280w,\n c.jpg 640w'>
            <img src=data:x data-src=d.jpg><img src=e.jpg srcset='f.jpg, g.jpg 2x'>";
        assert_eq!(sources(html), ["b.jpg", "d.jpg", "g.jpg"]);
    }

    #[test]
    fn a_picture_that_scripts_show_is_recorded_with_its_placeholder() {
        let placed = |html: &str| {
            let document = parse(&format!("<p>Text</p>{html}"));
            let images = document.head.images.iter();
            let urls = images.map(|image| [image.src, image.fallback]);
            urls.map(|urls| urls.map(|url| document.attribute(url).to_owned()))
                .collect::<Vec<_>>()
        };
        for case in [
            "<picture><source srcset='a.webp 480w, b.webp 960w'><source srcset=c.jpg><img src=p.gif></picture> => p.gif b.webp",
            "<picture><source data-srcset='a.jpg 1x, b.jpg 2x'><img src=data:x></picture> => b.jpg ",
            "<figure><img src=p.png class=lazy><noscript><img src=a.jpg width=800></noscript></figure> => p.png a.jpg",
            "<div><i></i><noscript><p><img src=a.jpg></noscript></div> => a.jpg ",
            "<amp-img src=a.jpg width=800 height=600></amp-img> => a.jpg ",
        ] {
            let (html, found) = case.split_once(" => ").unwrap();
            let (src, fallback) = found.split_once(' ').unwrap();
            assert_eq!(placed(html), [[src, fallback]], "{html}");
        }
        let other = "<picture><source srcset=a.jpg></picture><p><img src=b.jpg></p>";
        assert_eq!(placed(other), [["b.jpg", ""]]);
        assert!(placed("<noscript><img src=a.gif height=1 width=1></noscript>").is_empty());
    }

    #[test]
    fn icons_and_data_urls_are_not_recorded() {
        let html = "<p>Text</p><img src=a.gif width=1 height=1><img src=data:image/gif;base64,x>
            <img src=b.png width=64px><img><img src=''><img src=ok.jpg width=800>";
        assert_eq!(sources(html), ["ok.jpg"]);
    }

    #[test]
    fn candidates_end_at_commas_with_or_without_blanks() {
        for (set, largest) in [
            ("a.jpg 320w,b.jpg 640w,c.jpg 1280w", "c.jpg"),
            ("a.jpg 320w,b.jpg 1280w,c.jpg 640w", "b.jpg"),
            ("a.jpg,w_320 1x,b.jpg,w_640 2x", "b.jpg,w_640"),
            ("a.jpg, b.jpg 2x , c.jpg", "b.jpg"),
            ("a.jpg x(1,2) 5w, b.jpg 3w", "a.jpg"),
            (", ,a.jpg,,", "a.jpg"),
            ("a.jpg 640w 480h, b.jpg 320w 240h", "a.jpg"),
            ("a.jpg 1x (", "a.jpg"),
            (",", "s.jpg"),
        ] {
            let html = format!("<p>Text</p><img src=s.jpg srcset='{set}'>");
            assert_eq!(sources(&html), [largest], "{set}");
        }
    }
}
