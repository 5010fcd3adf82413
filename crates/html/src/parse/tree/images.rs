//! Records the images of a page, except icons.

use crate::head::ImageTag;
use crate::parse::attributes::{Attribute, Attributes};
use crate::parse::tree::{Tree, Wanted};
use crate::span::Span;
use crate::span::span;

/// Maximum images recorded per page.
const MAX_IMAGES: usize = 256;
/// Size in pixels below which an image is an icon, a portrait or a tracking pixel.
const MIN_PIXELS: u32 = 100;
/// Maximum bytes read of a `srcset`.
const MAX_SRCSET_BYTES: usize = 4_000;

impl Tree<'_> {
    /// Records an image, unless its stated size is small or it is a `data:` URL.
    pub(crate) fn note_image(&mut self, attributes: &Attributes) {
        if self.wanted != Wanted::AllText || self.blocks.document.head.images.len() >= MAX_IMAGES {
            return;
        }
        let pixels = |attribute| {
            let value = attributes.value(attribute).of(self.html).trim();
            value.trim_end_matches("px").parse::<u32>().ok()
        };
        let sizes = [pixels(Attribute::Width), pixels(Attribute::Height)];
        if sizes.into_iter().flatten().any(|size| size < MIN_PIXELS) {
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
        let Some(src) = places.find(|place| is_url(place.of(self.html))) else {
            return;
        };
        let image = ImageTag {
            src: self.keep(src),
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
    if text.is_empty() || text.len() > MAX_SRCSET_BYTES {
        return None;
    }
    let mut best: Option<(f32, Span)> = None;
    let mut words = text.split_ascii_whitespace().peekable();
    while let Some(word) = words.next() {
        let (url, size) = match word.strip_suffix(',') {
            Some(url) => (url, 1.0),
            None => (word, words.next().map_or(1.0, descriptor)),
        };
        if best.is_none_or(|(most, _)| size > most) {
            let start = set.start as usize + (url.as_ptr() as usize - text.as_ptr() as usize);
            best = Some((size, span(start, start + url.len())));
        }
    }
    best.map(|(_, place)| place)
}

/// `640w` or `2x`, with or without a comma after it.
fn descriptor(word: &str) -> f32 {
    let number = word.trim_end_matches([',', 'w', 'x']);
    number.parse().unwrap_or(1.0)
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
    fn icons_and_data_urls_are_not_recorded() {
        let html = "<p>Text</p><img src=a.gif width=1 height=1><img src=data:image/gif;base64,x>
            <img src=b.png width=64px><img><img src=''><img src=ok.jpg width=800>";
        assert_eq!(sources(html), ["ok.jpg"]);
    }
}
