//! Pages around a video, a recording or a series of pictures. What merely embeds one is none: a page that calls itself an
//! article counts only where the address leaves no doubt and there is little to read.

use extract::Shape;

use crate::Evidence;

/// Parts of a path below which videos stand.
const VIDEO: [&str; 13] = [
    "av",
    "clip",
    "clips",
    "filmy",
    "mediathek",
    "mediatheque",
    "video",
    "videogallery",
    "videos",
    "vidéo",
    "vidéos",
    "watch",
    "wideo",
];

/// The same, where there may be articles as well: about films, say.
const FILM: [&str; 5] = ["film", "filme", "films", "trailer", "tv"];

/// Parts of a path below which recordings stand.
const AUDIO: [&str; 8] = [
    "audio", "audios", "hoeren", "listen", "podcast", "podcasts", "podkasty", "radio",
];

/// Parts of a path below which series of pictures stand.
const GALLERY: [&str; 12] = [
    "bilder",
    "foto",
    "fotos",
    "galeria",
    "galerie",
    "galerien",
    "galleries",
    "gallery",
    "in-pictures",
    "photos",
    "pictures",
    "zdjecia",
];

/// The same, where the name says that it is a series.
const SERIES: [&str; 20] = [
    "bildergalerie",
    "bildergalerien",
    "bilderstrecke",
    "bilderstrecken",
    "diaporama",
    "diaporamas",
    "fotogaleria",
    "fotogalerie",
    "fotogalerien",
    "fotogallery",
    "fotostrecke",
    "fotostrecken",
    "image-gallery",
    "photo-gallery",
    "photogallery",
    "picture-gallery",
    "slideshow",
    "slideshows",
    "photo-galleries",
    "picture-galleries",
];

/// A page that calls itself an article is one if it has more words of text than this.
const LITTLE: f32 = 150.0;

/// What stands under a video is no longer than this, in words.
const CAPTION: f32 = 80.0;

/// Pictures of a series, at least.
const PICTURES: u32 = 4;

/// Whether the page may be something else than an article: it does not say it is one, or there is little to read.
fn may_be_other(page: &Evidence<'_>, shape: &Shape) -> bool {
    !page.calls_itself_article() || (shape.content_words < LITTLE && !page.has_article_data())
}

pub(super) fn video(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    let og_type = page.og_type();
    if (og_type == "video" || og_type.starts_with("video.")) && !page.has_article_data() {
        return Some(format!("the page calls itself {og_type}"));
    }
    let little = || shape.content_words < LITTLE && !page.calls_itself_article();
    let part = page
        .below(&VIDEO)
        .filter(|_| may_be_other(page, shape))
        .or_else(|| page.below(&FILM).filter(|_| little()))?;
    if page.schema_type(&["VideoObject"]).is_some() {
        return Some(format!(
            "the URL says {part}, and the page describes a VideoObject"
        ));
    }
    if shape.counts.videos > 0 {
        return Some(format!("the URL says {part}, and a video is on the page"));
    }
    // Many players come by script.
    (VIDEO.contains(&part) && shape.content_words < CAPTION)
        .then(|| format!("the URL says {part}, and there is next to nothing to read"))
}

pub(super) fn audio(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    if page.calls_itself_article() && !may_be_other(page, shape) {
        return None;
    }
    if let Some(name) = page.schema_type(&["PodcastEpisode", "RadioEpisode"]) {
        return Some(format!("the page describes a {name}"));
    }
    let part = page.below(&AUDIO)?;
    if page.schema_type(&["AudioObject"]).is_some() {
        return Some(format!(
            "the URL says {part}, and the page describes an AudioObject"
        ));
    }
    (shape.counts.audios > 0)
        .then(|| format!("the URL says {part}, and a recording is on the page"))
}

/// The word for a series of pictures in the last part of the path.
fn slug<'a>(page: &'a Evidence<'_>) -> Option<&'a str> {
    let (_, path) = page.address()?;
    let mut words = path.last()?.split('-');
    words.find(|word| SERIES.contains(word))
}

pub(super) fn gallery(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    let data = page.schema_type(&["ImageGallery", "MediaGallery"]);
    if let Some(name) = data.filter(|_| !page.calls_itself_article()) {
        return Some(format!("the page calls itself an {name}"));
    }
    let pictures = shape.counts.images;
    if pictures < PICTURES {
        return None;
    }
    // Each picture has its caption; an article below such an address has more paragraphs than pictures.
    let captions = f64::from(shape.big_blocks) <= f64::from(pictures);
    let part = page.below(&SERIES).filter(|_| captions).or_else(|| {
        page.below(&GALLERY)
            .filter(|_| captions && !page.calls_itself_article())
    });
    let part = part.or_else(|| slug(page).filter(|_| captions && !page.has_article_data()))?;
    Some(format!(
        "the URL says {part}, and {pictures} pictures are on the page"
    ))
}
