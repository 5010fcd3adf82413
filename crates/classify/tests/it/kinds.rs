//! Where rules decide the type of a page by its content, and where they leave it to the model.

use classify::{Evidence, Page, PageType};
use extract::{Metadata, Shape};

/// The rule for a page and the type that it gives: a path, and parts such as `og=article`, apart by semicolons. All else is that of an
/// article with a long text, and nothing is declared.
fn judged(case: &str) -> String {
    let mut parts = case.split(';').map(str::trim);
    let url = format!(
        "https://www.morgenblatt.example{}",
        parts.next().unwrap_or_default()
    );
    let (mut title, mut html) = ("Die Brücke", "");
    let mut text = "Der Rat beschloss am Freitag, die Brücke zu sperren. ".repeat(40);
    let mut metadata = Metadata::default();
    let mut shape = Shape {
        big_blocks: 9.0,
        content_words: 600.0,
        ..Shape::default()
    };
    for part in parts {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let number: u16 = value.parse().unwrap_or_default();
        let (count, size) = (u32::from(number), f32::from(number));
        match key {
            "title" => title = value,
            "html" => html = value,
            "text" => text = value.replace('¶', "\n\n"),
            "long text" => text = format!("{value} ").repeat(20),
            "headline" => metadata.title = Some(value.to_owned()),
            "og" => metadata.og_type = Some(value.to_owned()),
            "types" => metadata.schema_types = value.split(' ').map(str::to_owned).collect(),
            "free" => metadata.is_free = value.parse().ok(),
            "inputs" => shape.counts.inputs = count,
            "passwords" => shape.counts.passwords = count,
            "videos" => shape.counts.videos = count,
            "audios" => shape.counts.audios = count,
            "images" => shape.counts.images = count,
            "words" => shape.content_words = size,
            "paragraphs" => shape.big_blocks = size,
            "dates" => shape.dates = size,
            "times" => shape.times = size,
            "linked headings" => shape.linked_headings = size,
            "list" => (shape.linked_headings, shape.linked_headlines) = (9.0, 9.0),
            _ => panic!("unknown part {part}"),
        }
    }
    let page = Page {
        url: Some(&url),
        title,
        text: &text,
        html,
        metadata: Some(&metadata),
        shape: Some(&shape),
        ..Page::default()
    };
    let rule = classify::rules::first(&Evidence::of(&page)).map(|finding| finding.rule);
    rule.map_or_else(String::new, |rule| {
        format!("{} {}", rule.name, rule.page_type)
    })
}

/// Checks a table: pages as [`judged`] reads them, the rule and the type after `=>`, and why no rule decides after `//`.
#[track_caller]
fn assert_judged(cases: &str) {
    for case in cases.lines() {
        let Some((page, found)) = case.split_once("=>") else {
            panic!("no rule in {case}");
        };
        let found = found.split("//").next().unwrap_or_default();
        assert_eq!(judged(page.trim()), found.trim(), "{case}");
    }
}

#[test]
fn a_live_blog_declares_itself_or_has_timed_entries() {
    assert_judged(
        "/a1; types=LiveBlogPosting => live-blog live_blog
        /sport/derby-im-liveticker-4711; times=9 => live-blog live_blog
        /live/sturmnacht; times=9 => live-blog live_blog
        /live/sturmnacht => // no times
        /live/sturmnacht; times=9; types=NewsArticle =>
        /a1; types=LiveBlogPosting; paragraphs=0; linked headings=8 =>
        /a1; types=LiveBlogPosting; paragraphs=0; words=45 => live-blog live_blog
        /a1; types=LiveBlogPosting; paragraphs=0; words=20 =>",
    );
}

#[test]
fn a_video_page_has_a_video_url_and_a_video() {
    assert_judged(
        "/video/deich; videos=1 => video video
        /mediathek/video-1.html; types=VideoObject => video video
        /a1; og=video.other => video video
        /video?id=17; videos=1 => video video",
    );
}

#[test]
fn a_video_page_below_films_or_with_a_scripted_player_has_little_text() {
    assert_judged(
        "/film/deichbau; videos=1; words=60 => video video
        /film/deichbau; videos=1 => // a review
        /video/brueckenfest-12; og=article; words=30 => video video
        /video/brueckenfest-12; og=article; words=100 => // a report",
    );
}

#[test]
fn an_article_that_embeds_a_video_stays_an_article() {
    assert_judged(
        "/deich-4711; types=VideoObject; videos=1 =>
        /video/deich; videos=1; types=NewsArticle =>
        /video/deich; videos=1; og=article =>
        /a1; og=video.other; types=Article =>
        /video/deich => // there is none",
    );
}

#[test]
fn a_list_of_videos_is_not_a_video_page() {
    assert_judged(
        "/videos/; videos=1 =>
        /videos/?page=2; videos=1 =>
        /video?utm_source=mail; videos=1 =>",
    );
}

#[test]
fn an_audio_page_has_an_audio_url_and_a_player() {
    assert_judged(
        "/podcast/folge-12; audios=1 => audio audio
        /a1; types=PodcastEpisode => audio audio
        /a1; audios=1 => // read aloud
        /podcast/folge-12; audios=1; og=article => // a transcript",
    );
}

#[test]
fn a_gallery_has_as_many_pictures_as_paragraphs() {
    assert_judged(
        "/bilder/hafenfest; images=12 => gallery gallery
        /bilder/hafenfest; images=5 => // more text
        /fotostrecke/hafenfest-99.html; types=NewsArticle; images=12 => gallery gallery
        /a1; types=ImageGallery => gallery gallery
        /photos.php?set=fair; images=12 => gallery gallery",
    );
}

#[test]
fn a_word_for_a_series_at_the_end_of_the_path_makes_a_gallery() {
    assert_judged(
        "/stadt/das-hafenfest-fotostrecke-99; images=12; og=article => gallery gallery
        /stadt/das-hafenfest-fotostrecke-99; images=12; types=NewsArticle =>",
    );
}

#[test]
fn an_article_with_pictures_or_about_pictures_stays_an_article() {
    assert_judged(
        "/a1; types=NewsArticle ImageGallery =>
        /galerie/neue-ausstellung; og=article; images=12 =>",
    );
}

#[test]
fn a_search_page_has_a_search_title_and_a_field() {
    assert_judged(
        "/a1; title=Suche – Morgenblatt; inputs=1 => search-title search
        /a1; title=Suche – Morgenblatt =>
        /a1; title=Suchergebnisse für „Brücke“; inputs=1 => search-title search
        /a1; title=Suchergebnisse für „Brücke“ =>
        /a1; title=Search results for bridge; inputs=1 => search-title search
        /a1; title=Search results for bridge =>
        /a1; title=Suche nach Vermisstem geht weiter; inputs=1 =>
        /a1; title=Suche – Polizei hofft auf Zeugen; inputs=1 =>",
    );
}

#[test]
fn a_title_or_url_names_the_keyword_of_a_list() {
    assert_judged(
        "/thema/bruecken/; list => tag-list tag
        /thema/bruecken/ => // no list
        /thema/bruecken/; types=NewsArticle; list =>
        /a1; title=Thema: Brücken; list => tag-list tag
        /tag.php?t=bridges => tag-list tag",
    );
}

#[test]
fn an_author_page_has_a_profile_or_its_headline_in_the_url() {
    assert_judged(
        "/team/a1; types=ProfilePage Person => author-page author
        /redaktion/joerg-groesser; headline=Jörg Größer => author-page author
        /staff.php?who=erika-muster; headline=Erika Muster => author-page author
        /redaktion/erika-muster; headline=Erika Muster tritt zurück =>",
    );
}

#[test]
fn a_section_is_a_list_under_the_name_of_a_desk() {
    assert_judged(
        "/r/a; title=Politik – Morgenblatt; list => section-list section
        /r/a; title=Archiv | Seite 2 | Morgenblatt; list => section-list section
        /r/a; title=News - Kamera wird zum Statussymbol | Morgenblatt; list =>
        /r/a; title=Politik => // no list
        /r/a; title=Archiv – Morgenblatt; dates=9 => section-list section
        /r/a; title=Politik – Morgenblatt; dates=9 =>
        /section.php?s=politics => section section
        /politik/?seite=2 => section section",
    );
}

#[test]
fn a_collection_is_a_section_unless_it_has_products() {
    assert_judged(
        "/r/a; types=CollectionPage; list => section-list section
        /r/a; types=CollectionPage Product; list =>
        /r/a; types=CollectionPage NewsArticle; list =>",
    );
}

#[test]
fn an_about_page_with_the_facts_of_a_company_is_an_imprint() {
    assert_judged(
        "/about; title=About us | Morgenblatt; text=The Morgenblatt is published by a company whose registered office is in Saltmere. => legal legal
        /about; title=About us | Morgenblatt =>",
    );
}

#[test]
fn a_login_page_has_a_login_title_and_a_password_field() {
    assert_judged(
        "/konto/anmelden; inputs=2; passwords=1 => login login
        /konto/anmelden =>
        /login.php?return=%2Fa1; inputs=2; passwords=1 => login login
        /login.php?return=%2Fa1 =>
        /sign_in; inputs=2; passwords=1 => login login
        /sign_in =>
        /a1; title=Registrieren | Morgenblatt; inputs=2; passwords=1 => login login
        /a1; inputs=2; passwords=1 => // a form in the margin",
    );
}

#[test]
fn a_quiz_has_input_fields() {
    assert_judged(
        "/quiz/wochenquiz; inputs=8 => play other
        /quiz/wochenquiz; inputs=8; og=article =>",
    );
}

#[test]
fn a_product_has_a_price_and_no_article() {
    assert_judged(
        "/shop/buch; types=Product Brand Offer => product product
        /shop/buch; og=product => product product
        /shop/buch; types=Product Brand Offer; og=article => // a test
        /shop/buch; types=NewsArticle Product Offer =>
        /shop/buch; types=CollectionPage Product Offer =>",
    );
}

#[test]
fn a_discussion_declares_itself_or_has_a_thread_url_or_dated_posts() {
    assert_judged(
        "/a1; types=DiscussionForumPosting => forum forum
        /showthread.php?t=17 => forum forum
        /threads/neue-bruecke.1234/ => forum forum
        /t/neue-bruecke/1234 => forum forum
        /t/neue-bruecke/1234/5 => forum forum
        /t/bruecke => // a keyword
        /a1; types=NewsArticle DiscussionForumPosting =>
        /forum/verkehr; dates=5 => forum forum
        /forum/verkehr =>
        /forum/verkehr; dates=5; og=article => // a column",
    );
}

#[test]
fn the_opening_of_a_paid_article_is_a_teaser() {
    let sold =
        "/plus/a1; types=NewsArticle; html=<h2>Weiterlesen mit Plus</h2><a>Jetzt abonnieren</a>";
    assert_judged(
        &"SOLD; words=40; free=false => paywall paywall_teaser
        SOLD; words=80; free=false => // enough to be kept
        SOLD; words=400; free=false => // all of it
        SOLD; words=40 =>
        /plus/a1; types=NewsArticle; words=40; free=false => // a short report"
            .replace("SOLD", sold),
    );
}

#[test]
fn the_first_sentences_of_a_text_that_is_cut_off_are_a_teaser() {
    let opening = |words: f32, truncated| {
        let metadata = Metadata::default();
        let shape = Shape {
            content_words: words,
            ..Shape::default()
        };
        let page = Page {
            url: Some("https://www.morgenblatt.example/a1"),
            text: "Der Rat beschloss am Freitag, die Brücke zu sperren.",
            truncated,
            metadata: Some(&metadata),
            shape: Some(&shape),
            ..Page::default()
        };
        let finding = classify::rules::first(&Evidence::of(&page));
        finding.map(|finding| finding.rule.page_type)
    };
    let teaser = Some(PageType::PaywallTeaser);
    assert_eq!(opening(30.0, Some(true)), teaser);
    assert_eq!(opening(30.0, Some(false)), None);
    assert_eq!(opening(30.0, None), None);
    assert_eq!(opening(120.0, Some(true)), None, "enough to be kept");
}

#[test]
fn a_missing_page_says_so_in_its_title_or_headline_or_at_its_start() {
    let sorry = "Oje!¶Die gewünschte Seite wurde nicht gefunden. Vielleicht hilft die Suche.";
    assert_judged(
        &"/a1; title=Diese Seite existiert nicht mehr | Morgenblatt => not-found-title error
        /a1; title=Página no encontrada - Morgenblatt => not-found-title error
        /a1; title=Strona nie istnieje => not-found-title error
        /a1; title=Morgenblatt – Nachrichten; headline=Seite nicht gefunden => not-found-title error
        /a1; text=SORRY => not-found-text error
        /a1; types=NewsArticle; text=SORRY =>
        /a1; title=Seite nicht gefunden: Wie das Netz vergisst | Morgenblatt; long text=Die gewünschte Seite wurde nicht gefunden: So antworten Ämter. =>"
            .replace("SORRY", sorry),
    );
}
