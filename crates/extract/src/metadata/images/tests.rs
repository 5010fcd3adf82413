use super::*;
use crate::cases::rows;
use crate::metadata::Outlet;
use url::Url;

/// The lead image of a page of `bote.test`, and all of its pictures.
fn images(head: &str, body: &str) -> (Option<String>, Vec<Image>) {
    let html = format!("<head>{head}</head><body>{body}");
    let document = html::parse(&html);
    let data = json_ld::LinkedData::parse(&document.head.json_ld);
    let entities = data.entities();
    let url = Url::parse("https://bote.test/a/b").ok();
    let text = "Der Rat tagt am Abend.\n\nDas Ende der langen Sitzung.";
    let article = json_ld::article(&entities, &[]);
    let outlet = Outlet::default();
    let page = Page {
        url: url.as_ref(),
        article,
        entities: &entities,
        headline: crate::labels::title::headline_block(&document),
        text,
        ..Page::bare(&document, &outlet)
    };
    let (lead, images) = of(&page, &["Judith Marlow".to_owned()], RuleSet::default());
    (lead.map(|lead| lead.value), images)
}

/// The lead image of a page, without the address of the site.
fn lead(head: &str, body: &str) -> String {
    let lead = images(head, body).0.unwrap_or_default();
    lead.replace("https://bote.test", "")
}

const BODY: &str = "<img src=/logo.png width=300><h1>Neue Brücke wird gebaut</h1>
    <figure><img src=/bruecke-bau-640x480.jpg alt=Brücke><figcaption>Die Baustelle. Foto: E. Muster/dpa</figcaption></figure>
    <p>Der Rat tagt am Abend.</p><aside><img src=/anders-und-fremd.jpg width=400></aside>
    <img src=/zweites-bild.jpg width=800><p>Das Ende der langen Sitzung.</p>
    <figure><img src=/mehr-vom-tage.jpg></figure>";

#[test]
fn pictures_of_the_article_are_listed_with_caption_and_credit() {
    let head = "<meta property=og:image content=/bruecke-bau-1200x800.jpg>";
    assert_eq!(lead(head, BODY), "/bruecke-bau-1200x800.jpg");
    let (_, images) = images(head, BODY);
    let urls: Vec<&str> = images.iter().map(|image| image.url.as_str()).collect();
    assert_eq!(
        urls,
        [
            "https://bote.test/bruecke-bau-1200x800.jpg",
            "https://bote.test/zweites-bild.jpg"
        ]
    );
    assert_eq!(images[0].caption.as_deref(), Some("Die Baustelle."));
    assert_eq!(images[0].credit.as_deref(), Some("E. Muster/dpa"));
    assert_eq!(images[0].alt.as_deref(), Some("Brücke"));
}

#[test]
fn without_a_statement_the_first_picture_leads() {
    assert_eq!(lead("", BODY), "/bruecke-bau-640x480.jpg");
}

#[test]
fn the_portrait_of_the_author_does_not_lead() {
    let lead = |alt: &str, class: &str| {
        let portrait =
            format!("<p><div class={class}><img src=/p/x1.jpg width=240 alt='{alt}'></div>");
        lead("", &BODY.replacen("</h1>", &format!("</h1>{portrait}"), 1))
    };
    for alt in [
        "Judith Marlow",
        "Foto: Judith Marlow",
        "Photo of Judith Marlow",
    ] {
        assert_eq!(lead(alt, "by"), "/bruecke-bau-640x480.jpg", "{alt}");
    }
    assert_eq!(lead("", "byline"), "/bruecke-bau-640x480.jpg");
    for alt in [
        "",
        "Judith Kern",
        "Judith Marlow auf der Brücke von Talbach",
    ] {
        assert_eq!(lead(alt, "by"), "/p/x1.jpg", "{alt}");
    }
}

#[test]
fn json_ld_has_caption_and_credit_too() {
    let head = r#"<script type="application/ld+json">{"@type":"NewsArticle","headline":"B","image":[
        {"@type":"ImageObject","url":"/x-bild-eins.jpg","caption":"Ein Bild","creditText":"E. Muster"},"/y-bild-zwei.jpg"]}</script>"#;
    let (lead, images) = images(head, "");
    assert_eq!(lead.as_deref(), Some("https://bote.test/x-bild-eins.jpg"));
    assert_eq!(images[0].credit.as_deref(), Some("E. Muster"));
    assert_eq!(images.len(), 2);
}

#[test]
fn credits_are_split_off() {
    for [text, caption, credited] in rows(
        "A bridge. (AP Photo/Jane Doe) => A bridge. => AP Photo/Jane Doe
        Eine Brücke © Muster => Eine Brücke => Muster
        Eine Brücke.<br>Muster/dpa => Eine Brücke. => Muster/dpa
        Foto: Muster => => Muster
        Das Foto zeigt eine Brücke. => Das Foto zeigt eine Brücke. =>",
    ) {
        let (found, credit) = credit::split(&text.replace("<br>", "\n"));
        assert_eq!(found.unwrap_or_default(), caption);
        assert_eq!(credit.unwrap_or_default(), credited);
    }
}

/// Number of pictures among two that JSON-LD lists.
fn distinct(one: &str, other: &str) -> usize {
    let data = format!(r#"{{"@type":"NewsArticle","headline":"B","image":["{one}","{other}"]}}"#);
    let (_, images) = images(
        &format!("<script type='application/ld+json'>{data}</script>"),
        "",
    );
    images.len()
}

#[test]
fn pictures_of_one_folder_are_several() {
    for [one, other] in rows(
        "/wp-content/uploads/2024/05/IMG_1234.jpg => /wp-content/uploads/2024/05/IMG_1235.jpg
        /galerie/hafen-am-abend-1.jpg => /galerie/hafen-am-abend-2.jpg
        /fotos/123456789/original.jpg => /fotos/987654321/original.jpg
        /img/media/0a1b2c3d4e5f/1200.jpg => /img/media/9a8b7c6d5e4f/1200.jpg
        /img/media/0a1b2c3d4e5f/1200.jpg => /other-media/0a1b2c3d4e5f/640.jpg
        /cdn-pictures/image?id=12 => /cdn-pictures/image?id=13
        /fotos/am-hafen/image-1.jpg => /fotos/am-hafen/image-2.jpg
        /fotos/am-hafen/image_1234.jpg => /fotos/am-hafen/image_1235.jpg
        /fotos/am-hafen/101.jpg => /fotos/am-hafen/102.jpg
        /fotos/am-hafen/01.jpg => /fotos/am-hafen/02.jpg
        /fotos/am-hafen/001.jpg => /fotos/am-hafen/002.jpg
        /eine-bruecke/compressed-original.webp => /ein-hafen/compressed-original.webp
        /27019-medium_default/1600-martinsen.jpg => /27020-medium_default/1600-martinsen.jpg
        /bau/20180816_1001.jpg => /bau/20180816_1003.jpg
        /vi/8Ih6Lq9JS_M/mqdefault.jpg => /vi/abcdefghijk/mqdefault.jpg
        /msid-126062150/articleshow.jpg => /msid-126062151/articleshow.jpg",
    ) {
        assert_eq!(distinct(one, other), 2, "{one} {other}");
    }
}

#[test]
fn versions_of_a_picture_in_other_sizes_are_one() {
    for [one, other] in rows(
        "/a/bruecke-bau-640x480.jpg => /b/bruecke-bau.jpg
        /news/800/deichbruch.jpg => /hires/2019/deichbruch.jpg
        /33420090/t/Oq/r1/-/deichbruch.jpg => /33420090/t/jW/r1.7/-/deichbruch.jpg
        /a/deich-hp_16x9_240.jpg => /a/deich-hp_16x9_960.jpg
        /deichbruch-7/wide__1280x720 => /deichbruch-7/wide__1300x731
        /409956368_v16_9_1200.jpeg => /409956368_v16_9_600.jpeg
        /a/bild-vom-bau-3.jpg.webp => /b/bild-vom-bau-3.jpg
        /1.3800223/landscape_1020/image.jpg => /1.3800223/landscape_620/image.jpg
        /img/media/0a1b2c3d4e5f/500.jpg => /img/media/0a1b2c3d4e5f/1200.jpg
        /img/media/0a1b2c3d4e5f/w500.jpg => /img/media/0a1b2c3d4e5f/640x480.jpg
        /320x240/bild.jpg => /640x480/bild.jpg
        /w320/bild.jpg => /w640/bild.jpg
        /im-128022/social => /im-128022?width=1280
        /free/5b19241f/?t=1 => /free/5b19241f/?t=2
        /bild.jpg?w=320 => /bild.jpg?w=640
        /IMG_1234-300x200.jpg => /IMG_1234.jpg",
    ) {
        assert_eq!(distinct(one, other), 1, "{one} {other}");
    }
}

#[test]
fn only_a_file_that_is_called_nothing_else_is_a_placeholder() {
    for url in [
        "https://bote.test/google-pixel-10-review.jpg",
        "https://bote.test/avatar-fire-and-ash.jpg",
        "https://bote.test/point-blank.jpg",
        "https://bote.test/spacer-po-miescie.jpg",
        "https://bote.test/transparent-coffins.jpg",
    ] {
        assert!(!is_placeholder(url), "{url}");
    }
    for url in [
        "/pixel.gif",
        "/blank.png?v=1",
        "/1x1.gif",
        "/spacer_10x10.gif",
        "/img/placeholder.svg",
        "/news-placeholder-16x9.jpg",
        "https://secure.gravatar.com/avatar/0a1b2c?s=96",
        "/transparent-pixel.png",
        "/img/avatar_150.png",
    ] {
        assert!(is_placeholder(url), "{url}");
    }
}

#[test]
fn the_default_picture_of_a_site_is_known_by_its_name_and_folder() {
    for url in [
        "https://bote.test/logo.png",
        "/assets/logo-share-1200x630.png",
        "/images/default.jpg",
        "/static/og-default.png?v=3",
        "/common/ogp.png",
    ] {
        assert!(is_site_default(url), "{url}");
    }
    for url in [
        "/posts/bridge/opengraph-image",
        "/posts/the-bridge-opens-today/og.png",
        "/img/logo-strike-at-the-port.jpg",
        "/img/bridge.jpg",
        "/img/social.jpg",
    ] {
        assert!(!is_site_default(url), "{url}");
    }
}

#[test]
fn an_address_that_is_escaped_twice_is_read() {
    let head = "<meta property=og:image content='/bruecke.jpg?v=1&amp;amp;w=2'>";
    let body = "<h1>Neue Brücke</h1><p>Der Rat tagt am Abend.";
    assert_eq!(lead(head, body), "/bruecke.jpg?v=1&w=2");
}

#[test]
fn the_default_picture_is_the_lead_only_if_there_is_no_other() {
    let head = "<meta property=og:image content=/static/og-default.png>";
    assert_eq!(lead(head, BODY), "/bruecke-bau-640x480.jpg");
    let (_, all) = images(head, BODY);
    assert!(all.iter().all(|image| !image.url.contains("default")));
    let other = "<h1>Neue Brücke</h1><p>Der Rat tagt am Abend.";
    assert_eq!(lead(head, other), "/static/og-default.png");
}

#[test]
fn what_is_no_picture_does_not_lead() {
    let linked = |image: &str| {
        format!(
            r##"<script type="application/ld+json">{{"@graph":[{{"@type":"NewsArticle","image":{image}}},{{"@type":"ImageObject","@id":"#own","contentUrl":"/eigenes-bild.jpg"}}]}}</script>"##
        )
    };
    for head in [
        "<meta property=og:image content=undefined>".to_owned(),
        "<meta property=og:image content=https://bote.test/>".to_owned(),
        linked(r##"{"@id":"#other"}"##),
        linked(r#"{"@id":"https://bote.test/a/b#primaryimage"}"#),
    ] {
        assert_eq!(lead(&head, BODY), "/bruecke-bau-640x480.jpg", "{head}");
    }
    for image in [
        r##"{"@id":"#own"}"##,
        r##"[{"@id":"#own"}]"##,
        "\"/eigenes-bild.jpg\"",
    ] {
        assert_eq!(lead(&linked(image), BODY), "/eigenes-bild.jpg", "{image}");
    }
    let lead = lead(&linked(r#"{"url":"/eigenes-bild.jpg#oben"}"#), BODY);
    assert!(lead.contains("eigenes-bild"));
}

#[test]
fn a_picture_that_scripts_load_is_found() {
    let of = |picture: &str| {
        let body = format!(
            "<h1>Neue Brücke wird gebaut</h1>{picture}<p>Der Rat tagt am Abend.</p><p>Das Ende der langen Sitzung.</p>"
        );
        lead("", &body)
    };
    for picture in [
        "<picture><source data-srcset='/a-640.jpg 640w, /a.jpg 1280w'><img src=/placeholder.gif></picture>",
        "<figure><picture><source srcset='/a.jpg 2x'><img src=data:image/png;base64,x></picture></figure>",
        "<figure><img src=/blank.png class=lazy><noscript><img src=/a.jpg></noscript></figure>",
        "<div><noscript><img src=/a.jpg width=800></noscript></div>",
        "<amp-img src=/a.jpg width=800 height=600></amp-img>",
        "<div itemscope itemtype=https://schema.org/NewsArticle><link itemprop=image href=/a.jpg></div>",
        "<div itemscope itemtype=https://schema.org/BlogPosting><meta itemprop=image content=/a.jpg></div>",
    ] {
        assert_eq!(of(picture), "/a.jpg", "{picture}");
    }
    for other in [
        "<img src=/blank.png><noscript><img src=/count.gif></noscript>",
        "<div itemscope itemtype=https://schema.org/Person><link itemprop=image href=/a.jpg></div>",
        "<div itemscope itemtype=https://schema.org/NewsArticle><p itemscope itemtype=https://schema.org/Organization><link itemprop=image href=/a.jpg></p></div>",
        "<div itemscope itemtype=https://schema.org/Person><meta itemprop=image content=/a.jpg></div><div itemscope itemtype=https://schema.org/NewsArticle></div>",
    ] {
        assert_eq!(of(other), "", "{other}");
    }
}
