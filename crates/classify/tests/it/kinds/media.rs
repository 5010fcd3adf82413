//! Live blogs, videos, recordings, pictures.

use classify::PageType;
use extract::Shape;
use html::Counts;

use super::Case;

fn video() -> Counts {
    Counts {
        videos: 1,
        ..Counts::default()
    }
}

fn audio() -> Counts {
    Counts {
        audios: 1,
        ..Counts::default()
    }
}

fn pictures(images: u32) -> Counts {
    Counts {
        images,
        ..Counts::default()
    }
}

#[test]
fn a_live_blog_declares_itself_or_has_timed_entries() {
    let found = Some(("live-blog", PageType::LiveBlog));
    let timed = |shape: &mut Shape| shape.times = 9.0;
    assert_eq!(Case::at("/a1").types(&["LiveBlogPosting"]).judged(), found);
    let ticker = Case::at("/sport/derby-im-liveticker-4711");
    assert_eq!(ticker.shape(timed).judged(), found);
    let live = || Case::at("/live/sturmnacht");
    assert_eq!(live().shape(timed).judged(), found);
    assert_eq!(live().judged(), None, "no times");
    let report = live().types(&["NewsArticle"]);
    assert_eq!(report.shape(timed).judged(), None);
    let declared = |change: fn(&mut Shape)| {
        let case = Case::at("/a1").types(&["LiveBlogPosting"]);
        case.shape(|shape| shape.big_blocks = 0.0)
            .shape(change)
            .judged()
    };
    let list = declared(|shape| shape.linked_headings = 8.0);
    assert_eq!(list, None);
    assert_eq!(declared(|shape| shape.content_words = 45.0), found);
    assert_eq!(declared(|shape| shape.content_words = 20.0), None);
}

#[test]
fn a_video_page_has_a_video_url_and_a_video() {
    let found = Some(("video", PageType::Video));
    assert_eq!(Case::at("/video/deich").counts(video()).judged(), found);
    let described = Case::at("/mediathek/video-1.html").types(&["VideoObject"]);
    assert_eq!(described.judged(), found);
    assert_eq!(Case::at("/a1").og("video.other").judged(), found);
    assert_eq!(Case::at("/video?id=17").counts(video()).judged(), found);
}

#[test]
fn a_video_page_below_films_has_little_text() {
    let film = || Case::at("/film/deichbau").counts(video());
    let trailer = film().shape(|shape| shape.content_words = 60.0);
    assert_eq!(trailer.judged(), Some(("video", PageType::Video)));
    assert_eq!(film().judged(), None, "a review");
}

#[test]
fn an_article_that_embeds_a_video_stays_an_article() {
    let article = Case::at("/deich-4711").types(&["VideoObject"]);
    assert_eq!(article.counts(video()).judged(), None);
    let below = || Case::at("/video/deich").counts(video());
    assert_eq!(below().types(&["NewsArticle"]).judged(), None);
    assert_eq!(below().og("article").judged(), None);
    let both = Case::at("/a1").og("video.other").types(&["Article"]);
    assert_eq!(both.judged(), None);
    assert_eq!(Case::at("/video/deich").judged(), None, "there is none");
}

#[test]
fn a_list_of_videos_is_not_a_video_page() {
    for path in ["/videos/", "/videos/?page=2", "/video?utm_source=mail"] {
        assert_eq!(Case::at(path).counts(video()).judged(), None, "{path}");
    }
}

#[test]
fn an_audio_page_has_an_audio_url_and_a_player() {
    let found = Some(("audio", PageType::Audio));
    let episode = || Case::at("/podcast/folge-12").counts(audio());
    assert_eq!(episode().judged(), found);
    assert_eq!(Case::at("/a1").types(&["PodcastEpisode"]).judged(), found);
    let read_aloud = Case::at("/a1").counts(audio());
    assert_eq!(read_aloud.judged(), None);
    assert_eq!(episode().og("article").judged(), None, "a transcript");
}

#[test]
fn a_gallery_has_as_many_pictures_as_paragraphs() {
    let found = Some(("gallery", PageType::Gallery));
    let fair = || Case::at("/bilder/hafenfest");
    assert_eq!(fair().counts(pictures(12)).judged(), found);
    assert_eq!(fair().counts(pictures(5)).judged(), None, "more text");
    let series = Case::at("/fotostrecke/hafenfest-99.html").types(&["NewsArticle"]);
    assert_eq!(series.counts(pictures(12)).judged(), found);
    assert_eq!(Case::at("/a1").types(&["ImageGallery"]).judged(), found);
    let by_query = Case::at("/photos.php?set=fair").counts(pictures(12));
    assert_eq!(by_query.judged(), found);
}

#[test]
fn a_video_page_with_a_scripted_player_has_almost_no_text() {
    let at = |words: f32| {
        let clip = Case::at("/video/brueckenfest-12").og("article");
        clip.shape(move |shape| shape.content_words = words)
            .judged()
    };
    assert_eq!(at(30.0), Some(("video", PageType::Video)));
    assert_eq!(at(100.0), None, "a report");
}

#[test]
fn a_word_for_a_series_at_the_end_of_the_path_makes_a_gallery() {
    let series = || Case::at("/stadt/das-hafenfest-fotostrecke-99").counts(pictures(12));
    let found = Some(("gallery", PageType::Gallery));
    assert_eq!(series().og("article").judged(), found);
    assert_eq!(series().types(&["NewsArticle"]).judged(), None);
}

#[test]
fn an_article_with_pictures_or_about_pictures_stays_an_article() {
    let illustrated = Case::at("/a1").types(&["NewsArticle", "ImageGallery"]);
    assert_eq!(illustrated.judged(), None);
    let exhibition = Case::at("/galerie/neue-ausstellung").og("article");
    assert_eq!(exhibition.counts(pictures(12)).judged(), None);
}
