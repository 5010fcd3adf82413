//! Pages around a video, a recording or a series of pictures. What merely embeds one is none: a page that calls itself an
//! article counts only where the address leaves no doubt and there is little to read.

use extract::Shape;

use crate::Evidence;

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
        .below(words::media::VIDEO_PATHS)
        .filter(|_| may_be_other(page, shape))
        .or_else(|| page.below(words::media::FILM_PATHS).filter(|_| little()))?;
    if page.schema_type(&["VideoObject"]).is_some() {
        return Some(format!(
            "the URL says {part}, and the page describes a VideoObject"
        ));
    }
    if shape.counts.videos > 0 {
        return Some(format!("the URL says {part}, and a video is on the page"));
    }
    // Many players come by script.
    (words::media::VIDEO_PATHS.contains(&part) && shape.content_words < CAPTION)
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
    let part = page.below(words::media::AUDIO_PATHS)?;
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
    words.find(|word| words::media::SERIES_WORDS.contains(word))
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
    let part = page
        .below(words::media::SERIES_WORDS)
        .filter(|_| captions)
        .or_else(|| {
            page.below(words::media::GALLERY_PATHS)
                .filter(|_| captions && !page.calls_itself_article())
        });
    let part = part.or_else(|| slug(page).filter(|_| captions && !page.has_article_data()))?;
    Some(format!(
        "the URL says {part}, and {pictures} pictures are on the page"
    ))
}
