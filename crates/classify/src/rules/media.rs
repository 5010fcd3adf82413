//! Pages for a video, a recording, a gallery or a live blog. Articles that embed media do not count: a page that declares
//! itself an article counts only if the URL is unambiguous and there is little text.

use extract::Shape;

use crate::Evidence;
use text::words;

/// Minimum words of a page that declares itself an article and counts as one.
const MIN_ARTICLE_WORDS: f32 = 150.0;

/// Whether the page may not be an article: it does not declare itself one, or has little text.
fn may_be_other(page: &Evidence<'_>, shape: &Shape) -> bool {
    !page.declares_article()
        || (shape.content_words < MIN_ARTICLE_WORDS && !page.has_article_data())
}

/// `og:type` is a video, or the URL contains `/video/` and a video is on the page.
pub(super) fn video(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    let og_type = page.og_type();
    let is_video = og_type == "video" || og_type.starts_with("video.");
    if is_video && !page.has_article_data() && !page.has_whole_text() {
        return Some(format!("the page declares the type {og_type}"));
    }
    let little = || shape.content_words < MIN_ARTICLE_WORDS && !page.declares_article();
    let part = page
        .below(words::media::VIDEO_PATHS)
        .filter(|_| may_be_other(page, shape))
        .or_else(|| page.below(words::media::FILM_PATHS).filter(|_| little()))?;
    if page.schema_type(&["VideoObject"]).is_some() {
        return Some(format!(
            "the URL contains {part}, and the page describes a VideoObject"
        ));
    }
    if shape.counts.videos > 0 {
        return Some(format!(
            "the URL contains {part}, and a video is on the page"
        ));
    }
    // Scripts insert many players.
    (words::media::VIDEO_PATHS.contains(&part) && shape.content_words < 80.0)
        .then(|| format!("the URL contains {part}, and there is almost no text"))
}

/// The page describes an episode, or the URL contains `/podcast/` and a recording is on the page.
pub(super) fn audio(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    if page.declares_article() && !may_be_other(page, shape) {
        return None;
    }
    if let Some(name) = page.schema_type(&["PodcastEpisode", "RadioEpisode"]) {
        return Some(format!("the page describes a {name}"));
    }
    let part = page.below(words::media::AUDIO_PATHS)?;
    if page.schema_type(&["AudioObject"]).is_some() {
        return Some(format!(
            "the URL contains {part}, and the page describes an AudioObject"
        ));
    }
    (shape.counts.audios > 0)
        .then(|| format!("the URL contains {part}, and a recording is on the page"))
}

/// The word for a gallery in the last path segment.
fn slug<'a>(page: &'a Evidence<'_>) -> Option<&'a str> {
    let (_, path) = page.parsed_url()?;
    let mut words = path.last()?.split('-');
    words.find(|word| words::media::SERIES_WORDS.contains(word))
}

/// The page declares itself an `ImageGallery`, or its URL names a gallery and there are as many pictures as paragraphs.
pub(super) fn gallery(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    let data = page.schema_type(&["ImageGallery", "MediaGallery"]);
    if let Some(name) = data.filter(|_| !page.declares_article()) {
        return Some(format!("the page declares itself an {name}"));
    }
    let pictures = shape.counts.images;
    if pictures < 4 {
        return None;
    }
    // A gallery has one caption for each picture; an article with such a URL has more paragraphs than pictures.
    let captions = f64::from(shape.big_blocks) <= f64::from(pictures);
    let part = page
        .below(words::media::SERIES_WORDS)
        .filter(|_| captions)
        .or_else(|| {
            page.below(words::media::GALLERY_PATHS)
                .filter(|_| captions && !page.declares_article())
        });
    let part = part.or_else(|| slug(page).filter(|_| captions && !page.has_article_data()))?;
    Some(format!(
        "the URL contains {part}, and {pictures} pictures are on the page"
    ))
}

/// The page declares itself a `LiveBlogPosting`, or its URL names a live blog and several entries have times.
pub(super) fn live_blog(page: &Evidence<'_>) -> Option<String> {
    let shape = page.shape?;
    // a list of live blogs has none
    let has_paragraphs = shape.big_blocks >= 3.0;
    // entries may be of one sentence each; a list of live blogs has more linked headings
    let has_entries = shape.content_words >= 40.0 && shape.linked_headings <= 3.0;
    let is_declared = page.schema_type(&["LiveBlogPosting"]).is_some();
    if is_declared && (has_paragraphs || has_entries) {
        return Some("the page declares itself a LiveBlogPosting".to_owned());
    }
    if !has_paragraphs {
        return None;
    }
    let entries = shape.times.max(shape.dates);
    if entries < 4.0 {
        return None;
    }
    let (_, path) = page.parsed_url()?;
    let last = path.last()?;
    let word = words::live::SURE
        .iter()
        .find(|word| last.contains(*word) && last != **word)
        .copied()
        .or_else(|| {
            page.below(words::live::PATHS)
                .filter(|_| !page.declares_article())
        })?;
    Some(format!(
        "the URL contains {word}, and {entries} times are given"
    ))
}
