//! Links and directives of a page, for a crawler.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use encoding_rs::{Encoding, UTF_8};
use url::Url;

use crate::decode::Decoded;
use crate::document::TextDocument;
use crate::head::{Anchor, HeadLink};
use crate::parse::{noscript_opened, parse_links};
use crate::references::{Base, refresh_target};
use crate::text::fold;

/// Links and directives of a page.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct PageLinks {
    /// HTTP and HTTPS links of the body in page order, after those of `<link rel=next>`; without fragment,
    /// each URL once. Includes links in hidden parts of the page, since menus are often hidden. If there are hardly any, the pages
    /// in frames follow.
    pub links: Vec<Link>,
    /// The first feeds declared by `<link>`: RSS, Atom and JSON Feed.
    pub feeds: Vec<Url>,
    /// The first sitemaps declared by `<link rel=sitemap>`, without those that are pages.
    pub sitemaps: Vec<Url>,
    /// `<link rel=canonical>`, else `og:url`.
    pub canonical: Option<Url>,
    /// The first directives of `<meta name=robots>` and of the `<meta>` that names the crawler, in lower case, such as `noindex`.
    pub robots: Vec<String>,
    /// `<meta name=tdm-reservation>`: `1` reserves the rights of text and data mining.
    pub tdm_reservation: Option<String>,
    /// `<meta name=tdm-policy>`.
    pub tdm_policy: Option<String>,
    /// The target of `<meta http-equiv=refresh>`, if it is another page.
    pub refresh: Option<Url>,
}

/// A link of the body.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    /// Its target, without fragment.
    pub url: Url,
    /// Whether every link to that URL has the `rel` `nofollow`, `ugc` or `sponsored`.
    pub nofollow: bool,
    /// Its text with white space folded; of several links to one URL, the longest text.
    pub text: String,
    /// Whether it leads to the next page of a series.
    pub rel_next: bool,
}

/// Maximum links of a page that has hardly any.
const FEW_LINKS: usize = 5;
/// Maximum feeds of a page, and maximum sitemaps.
const MAX_FEEDS: usize = 256;

/// Maximum frames of a page.
const MAX_FRAMES: usize = 16;

/// Media types of feeds, including those given to feeds by mistake, and words in others.
const FEED_TYPES: [&str; 5] = [
    "application/feed+json",
    "application/json",
    "application/rdf+xml",
    "application/xml",
    "text/xml",
];
const FEED_WORDS: [&str; 2] = ["rss", "atom"];
/// Words of a URL that make a feed of an alternate whose media type says nothing.
const FEED_NAMES: [&str; 5] = ["atom", "feed", "feeds", "rss", "rss2"];

/// Extracts the links of a page and its directives for crawlers in one pass; `url` is the URL of the page. Queries are written
/// in the encoding of the page, as by browsers. `product` is the crawler's name: the directives of `<meta name="robots">` and of
/// a `<meta>` with its name count. A page with hardly any links is read as by readers without scripts.
pub fn links(page: &Decoded, url: &Url, product: &str) -> PageLinks {
    let found = links_of(&page.text, page.encoding, url, product);
    if found.links.len() <= FEW_LINKS
        && found.refresh.is_none()
        && let Some(opened) = noscript_opened(&page.text)
    {
        return links_of(&opened, page.encoding, url, product);
    }
    found
}

fn links_of(html: &str, encoding: &str, url: &Url, product: &str) -> PageLinks {
    let document = parse_links(html);
    let head = &document.head;
    let mut base = Base {
        url: Cow::Borrowed(url),
        encoding: Encoding::for_label(encoding.as_bytes()).unwrap_or(UTF_8),
    };
    let named = head.base.as_deref();
    // it is copied into each link
    let named = named.filter(|named| named.len() <= 2048);
    if let Some(named) = named.and_then(|named| base.web_url(named)) {
        base.url = Cow::Owned(named);
    }
    let resolved = |rel| {
        head.links_rel(rel)
            .filter_map(|link| base.web_url(&link.href))
    };
    // Templates leave the address of a feed empty.
    let is_other = |target: &Url| target != url;
    let feeds = head.links.iter().filter_map(|link| feed(link, &base));
    let feeds = feeds.filter(is_other);
    let sitemaps = head.links_rel("sitemap");
    let sitemaps = sitemaps.filter(|link| !link.media_type.starts_with("text/html"));
    let product = product.to_ascii_lowercase(); // like the names of `<meta>`
    let own = head.meta_all(&product);
    PageLinks {
        links: body_links(&document, &base, resolved("next").collect()),
        feeds: distinct(feeds, MAX_FEEDS),
        sitemaps: distinct(
            sitemaps
                .filter_map(|link| base.web_url(&link.href))
                .filter(is_other),
            MAX_FEEDS,
        ),
        canonical: resolved("canonical")
            .next()
            .or_else(|| base.web_url(head.meta("og:url")?)),
        robots: directives(head.meta_all("robots").chain(own)),
        tdm_reservation: head.meta("tdm-reservation").map(str::to_owned),
        tdm_policy: head.meta("tdm-policy").map(str::to_owned),
        refresh: head
            .meta("refresh")
            .and_then(refresh_target)
            .and_then(|target| base.web_url(target))
            .filter(is_other),
    }
}

/// Whether an alternate of this media type, in lower case, may be a feed. The JSON of `WordPress` describes the page.
fn is_feed(media_type: &str, url: &Url) -> bool {
    let media_type = media_type.split(';').next().unwrap_or_default().trim();
    let is_type =
        FEED_TYPES.contains(&media_type) || FEED_WORDS.iter().any(|word| media_type.contains(word));
    let is_api = url.path().contains("/wp-json")
        || url
            .query()
            .is_some_and(|query| query.contains("rest_route="));
    is_type && !is_api
}

/// Whether a word at the end of the path, or in the query, is that of a feed: `/news/feed/`, `/index.rss`, `/?format=rss`.
fn names_feed(url: &Url) -> bool {
    let file = url.path().trim_end_matches('/').rsplit('/').next();
    let words = file.into_iter().flat_map(|file| file.split('.'));
    let query = url.query().unwrap_or_default();
    let mut words = words.chain(query.split(['&', '=']));
    words.any(|word| {
        FEED_NAMES
            .iter()
            .any(|name| name.eq_ignore_ascii_case(word))
    })
}

/// The feed that an element of the head declares.
fn feed(link: &HeadLink, base: &Base) -> Option<Url> {
    let mut rels = link.rel.split_ascii_whitespace();
    let rel = rels.find(|rel| ["alternate", "feed", "rss"].contains(rel))?;
    let url = base.web_url(&link.href)?;
    let is_feed = match rel {
        // A translation may have any address.
        "alternate" if ["", "text/plain"].contains(&link.media_type.as_str()) => {
            link.hreflang.is_empty() && names_feed(&url)
        }
        "alternate" => is_feed(&link.media_type, &url),
        _ => !link.media_type.starts_with("text/html"),
    };
    is_feed.then_some(url)
}

/// The first `most` items, each once.
fn distinct<T: Clone + Eq + Hash>(items: impl Iterator<Item = T>, most: usize) -> Vec<T> {
    let mut known = HashSet::new();
    items
        .filter(|item| known.insert(item.clone()))
        .take(most)
        .collect()
}

/// The links of the body, each URL once; `next` holds the pages the head declares as next.
fn body_links(document: &TextDocument, base: &Base, next: Vec<Url>) -> Vec<Link> {
    let mut links: Vec<Link> = Vec::new();
    let mut known: HashMap<Url, usize> = HashMap::new();
    for url in next {
        known.entry(url.clone()).or_insert_with(|| {
            links.push(Link {
                url,
                nofollow: false,
                text: String::new(),
                rel_next: true,
            });
            links.len() - 1
        });
    }
    for anchor in &document.head.anchors {
        let Some(link) = body_link(document, base, anchor) else {
            continue;
        };
        if let Some(&index) = known.get(&link.url) {
            let first = &mut links[index];
            first.nofollow &= link.nofollow;
            first.rel_next |= link.rel_next;
            if link.text.len() > first.text.len() {
                first.text = link.text;
            }
        } else {
            known.insert(link.url.clone(), links.len());
            links.push(link);
        }
    }
    if links.len() <= FEW_LINKS {
        let sources = document.head.frames.iter();
        let sources = sources.map(|source| document.attribute(*source).trim());
        let pages = sources
            .filter(|source| !source.is_empty())
            .filter_map(|source| base.web_url(source))
            .filter(|url| !known.contains_key(url));
        links.extend(distinct(pages, MAX_FRAMES).into_iter().map(|url| Link {
            url,
            nofollow: false,
            text: String::new(),
            rel_next: false,
        }));
    }
    links
}

fn body_link(document: &TextDocument, base: &Base, anchor: &Anchor) -> Option<Link> {
    let href = document.attribute(anchor.href).trim();
    if href.starts_with('#') {
        return None; // a place on this page
    }
    let url = base.web_url(href)?;
    let rel = document.attribute(anchor.rel).to_ascii_lowercase();
    let has = |word: &str| rel.split_ascii_whitespace().any(|rel| rel == word);
    Some(Link {
        url,
        nofollow: has("nofollow") || has("ugc") || has("sponsored"),
        text: fold(anchor.text.of(&document.text)),
        rel_next: has("next"),
    })
}

fn directives<'a>(contents: impl Iterator<Item = &'a str>) -> Vec<String> {
    let directives = contents.flat_map(|content| content.split(','));
    let directives = directives.map(|directive| directive.trim().to_lowercase());
    distinct(directives.filter(|d| !d.is_empty()), 1024)
}

#[cfg(test)]
mod tests {
    use super::links;
    use url::Url;

    fn read(html: &str) -> super::PageLinks {
        links(
            &crate::decode(html.as_bytes(), None),
            &Url::parse("https://example.org/a/b.html").unwrap(),
            "Gleaner",
        )
    }

    fn urls(html: &str) -> Vec<String> {
        let links = read(html).links.into_iter();
        links.map(|link| link.url.to_string()).collect()
    }

    #[test]
    fn links_are_resolved_against_the_base() {
        let html = "<a href='c.html#x'>c</a> <a href=' /d '>d</a> <a href='//other.net'>o</a>";
        assert_eq!(
            urls(html),
            [
                "https://example.org/a/c.html",
                "https://example.org/d",
                "https://other.net/"
            ]
        );
        assert_eq!(
            urls("<base href='/z/'><a href=c?a=1&amp;b=2>c</a>"),
            ["https://example.org/z/c?a=1&b=2"]
        );
    }

    #[test]
    fn an_ampersand_may_have_been_escaped_more_than_once() {
        for escaped in [
            "&",
            "&amp;",
            "&amp;amp;",
            "&amp;#38;",
            "&#38;#038;",
            "&amp;amp;amp;",
        ] {
            let html = format!("<a href='/a?b=1{escaped}c=2#d&amp;amp;e'>a</a>");
            assert_eq!(urls(&html), ["https://example.org/a?b=1&c=2"], "{escaped}");
        }
        for (href, wanted) in [("?b=1#38;c", "?b=1"), ("?amp;b=1&amp=2", "?amp;b=1&amp=2")] {
            let found = urls(&format!("<a href='/{href}'>a</a>"));
            assert_eq!(found, [format!("https://example.org/{wanted}")]);
        }
    }

    #[test]
    fn only_web_pages_are_links() {
        let html = "<a href='javascript:void(0)'>a</a><a href='mailto:a@b.de'>b</a><a href='tel:1'>c</a>\
                    <a href='data:text/html,x'>d</a><a href='#top'>e</a><a name=f>f</a><a href='http://[:'>g</a>";
        assert_eq!(urls(html), [""; 0]);
    }

    #[test]
    fn links_in_hidden_menus_count_and_those_in_templates_and_scripts_do_not() {
        let html = "<nav hidden><a href=/a>A</a></nav><template><a href=/b>B</a></template>\
                    <script>'<a href=/d>'</script>";
        assert_eq!(urls(html), ["https://example.org/a"]);
    }

    #[test]
    fn on_a_page_with_hardly_any_links_the_pages_in_frames_are_links() {
        let few = "<a href=/1>1</a><a href=/2>2</a>";
        for page in [
            "<frameset rows='90,*'><frame src=/f name=haut><frame src='f#x' ></frameset>",
            "<frameset cols=2><frame src='/f'><noframes>Продолжить</noframes><FRAME SRC=f></frameset>",
            "<body><p>Nachrichten<iframe src=' /f ' width=100%>Kein Rahmen</iframe><IFRAME SRC=f></IFRAME>",
        ] {
            let wanted = ["https://example.org/f", "https://example.org/a/f"];
            let mut found = urls(page);
            found.sort_by_key(String::len);
            assert_eq!(found, wanted, "{page}");
        }
        let frame = "<iframe src=/f></iframe><iframe></iframe><iframe src='about:blank'></iframe>";
        assert_eq!(urls(&format!("{few}{frame}")).len(), 3);
        let many =
            few.repeat(2) + "<a href=/3>3</a><a href=/4>4</a><a href=/5>5</a><a href=/6>6</a>";
        assert_eq!(urls(&format!("{many}{frame}")).len(), 6);
    }

    #[test]
    fn a_url_named_twice_is_one_link_with_the_longest_text() {
        let html = "<a href=/x rel='nofollow noopener'><img></a><h2><a href=/x>The\n <b>headline</b></a></h2>";
        let links = read(html).links;
        assert_eq!(links.len(), 1);
        assert_eq!(links[0].text, "The headline");
        assert!(!links[0].rel_next);
    }

    #[test]
    fn an_address_is_followed_if_any_link_to_it_may_be() {
        let headline = "<h2><a href=/x>The headline</a></h2>";
        for other in [
            "<a href=/x rel=nofollow><img></a>",
            "<a href='/x#comments' rel='nofollow'>3 comments</a>",
            "<a href=/x rel='bookmark ugc'>today</a>",
            "<a href=/x rel=sponsored>The headline</a>",
        ] {
            for page in [format!("{other}{headline}"), format!("{headline}{other}")] {
                assert!(!read(&page).links[0].nofollow, "{page}");
            }
            let links = read(&format!("{other}{other}")).links;
            assert!(links.len() == 1 && links[0].nofollow, "{other}");
        }
        let next = "<link rel=next href=/x><a href=/x rel=nofollow>next</a>";
        assert!(!read(next).links[0].nofollow);
    }

    #[test]
    fn the_text_of_a_link_around_blocks_keeps_its_words_apart() {
        let links = read("<a href=/x><h2>Headline</h2><p>Teaser</p></a> after").links;
        assert_eq!(links[0].text, "Headline Teaser");
    }

    #[test]
    fn the_head_names_feeds_canonical_next_and_directives() {
        let found = read(
            "<head><link rel='alternate' type='application/rss+xml' href=/rss><link rel=alternate hreflang=fr href=/fr>\
             <link rel='Alternate' type='application/atom+xml; charset=utf-8' href=/atom><link rel=canonical href='/c#f'>\
             <link rel=next href='?p=2'><meta name=ROBOTS content='NoIndex, nofollow'><meta name=robots content=noai>\
             <meta name=gleaner content=nocache><meta name=otherbot content=none>\
             <meta name=tdm-reservation content=1><meta name='tdm-policy' content='https://example.org/tdm.json'>\
             <meta http-equiv=Refresh content='0; URL=/elsewhere'>",
        );
        let feeds: Vec<&str> = found.feeds.iter().map(Url::as_str).collect();
        assert_eq!(
            feeds,
            ["https://example.org/rss", "https://example.org/atom"]
        );
        assert_eq!(found.canonical.unwrap().as_str(), "https://example.org/c");
        assert_eq!(found.robots, ["noindex", "nofollow", "noai", "nocache"]);
        assert_eq!(found.tdm_reservation.as_deref(), Some("1"));
        assert!(found.tdm_policy.is_some());
        assert_eq!(
            found.refresh.unwrap().as_str(),
            "https://example.org/elsewhere"
        );
        assert!(found.links[0].rel_next);
        assert_eq!(
            found.links[0].url.as_str(),
            "https://example.org/a/b.html?p=2"
        );
    }

    #[test]
    fn the_head_names_feeds_in_many_words() {
        let feeds = |head: &str| read(&format!("<head>{head}")).feeds;
        let wanted = [Url::parse("https://example.org/f").unwrap()];
        for head in [
            "<link rel=alternate type=application/rss href=/f>",
            "<link rel=alternate type='text/rss+xml; charset=utf-8' href=/f>",
            "<link rel=alternate type=application/atom href=/f>",
            "<link rel=alternate type=application/json href=/f>",
            "<link rel=alternate type=text/xml href='feed:https://example.org/f'>",
            "<link rel=alternate type=text/rss href=' FEED://example.org/f'>",
            "<link rel=feed href=/f>",
            "<link rel=RSS type=application/rss+xml href=/f>",
        ] {
            assert_eq!(feeds(head), wanted, "{head}");
        }
        for path in [
            "/index.rss",
            "/Политика/feed/",
            "/RSS",
            "/atom.xml",
            "/index.php?format=feed",
        ] {
            let wanted = [Url::parse("https://example.org")
                .unwrap()
                .join(path)
                .unwrap()];
            for of_type in ["", "type=''", "type='text/plain'"] {
                let head = format!("<link rel=alternate {of_type} href='{path}'>");
                assert_eq!(feeds(&head), wanted, "{head}");
            }
        }
        for head in [
            "<link rel=alternate media=handheld href=https://m.example.org/feed/a-story-1>",
            "<link rel=alternate href=/feed-prices-rise>",
            "<link rel=alternate hreflang=fr href=/fr/rss>",
            "<link rel=alternate type=text/html href=/rss>",
            "<link rel=alternate type=application/json href=/wp-json/wp/v2/pages/7>",
            "<link rel=alternate type=application/json href='/?rest_route=/wp/v2/pages/7'>",
            "<link rel=alternate type=application/json+oembed href=/f>",
            "<link rel=alternate title=RSS hreflang=fr href=/f>",
            "<link rel=feed type=text/html href=/f>",
            "<link rel=stylesheet type=text/xml href=/f>",
            "<link rel=alternate type=application/rss+xml href=''>",
            "<link rel=alternate type=application/rss+xml href='#'>",
        ] {
            assert!(feeds(head).is_empty(), "{head}");
        }
        assert_eq!(
            urls("<a href='feed://example.org/f'>RSS</a>"),
            ["https://example.org/f"]
        );
    }

    #[test]
    fn the_head_names_sitemaps() {
        let found = read(
            "<head><link rel=sitemap type='application/xml' title=Sitemap href=/1.xml><link rel='SITEMAP' href=/2.xml>\
             <link rel='sitemap nofollow' href='//a.example/3'><link rel=sitemap href=/1.xml#top>\
             <link rel=sitemap type='text/html' href=/sitemap.html>",
        );
        let sitemaps: Vec<&str> = found.sitemaps.iter().map(Url::as_str).collect();
        assert_eq!(
            sitemaps,
            [
                "https://example.org/1.xml",
                "https://example.org/2.xml",
                "https://a.example/3"
            ]
        );
    }

    #[test]
    fn queries_are_written_in_the_encoding_of_the_page() {
        let cases: [(&str, &[u8], &str); 7] = [
            (
                "windows-1252",
                b"/m\xfcn?ort=m\xfcnchen",
                "/m%C3%BCn?ort=m%FCnchen",
            ),
            (
                "windows-1251",
                b"?q=\xca\xe8\xe5\xe2",
                "/a/b.html?q=%CA%E8%E5%E2",
            ),
            ("gb2312", b"/r?d=\xba\xe917", "/r?d=%BA%E917"),
            ("shift_jis", b"/r?d=\x93\xfa", "/r?d=%93%FA"),
            ("euc-kr", b"/r?d=\xc7\xd1", "/r?d=%C7%D1"),
            ("utf-8", "/r?d=ü".as_bytes(), "/r?d=%C3%BC"),
            // a character that the encoding has not, beside one that it has
            ("windows-1252", b"/r?d=\xfc&#268;", "/r?d=%FC%26%23268%3B"),
        ];
        let url = Url::parse("https://example.org/a/b.html").unwrap();
        for (charset, href, wanted) in cases {
            let page = [b"<a href='", href, b"'>A</a>".as_slice()].concat();
            let media = format!("text/html; charset={charset}");
            let decoded = crate::decode(&page, Some(&media));
            let found = links(&decoded, &url, "gleaner");
            assert_eq!(found.links[0].url, url.join(wanted).unwrap(), "{charset}");
        }
        // letters that only references name
        let page = "<meta charset=windows-1251><a href='/r?d=&#1050;'>A</a>";
        let found = links(&crate::decode(page.as_bytes(), None), &url, "gleaner");
        assert_eq!(found.links[0].url.query(), Some("d=%CA"));
    }

    #[test]
    fn a_page_without_links_is_read_as_by_readers_without_scripts() {
        let refresh = "<noscript><meta http-equiv=refresh content='0; url=/x'></noscript>";
        let few = "<a href=/a>A</a>";
        let many = "<a href=/1>1</a><a href=/2>2</a><a href=/3>3</a>\
                    <a href=/4>4</a><a href=/5>5</a><a href=/6>6</a>";
        for (body, wanted) in [("", true), (few, true), (many, false)] {
            let found = read(&format!(
                "<head><title>T</title>{refresh}</head><body>{body}"
            ));
            assert_eq!(found.refresh.is_some(), wanted, "{body}");
            let found = read(&format!("<head></head><body>{body}{refresh}"));
            assert_eq!(found.refresh.is_some(), wanted, "{body}");
        }
        let upper = "<NOSCRIPT><p><a href='/plain'>Version without scripts</a></NOSCRIPT>";
        assert_eq!(urls(upper), ["https://example.org/plain"]);
        let real = "<noscript><meta http-equiv=refresh content='0;/no'></noscript><meta http-equiv=refresh content='0;/x'>";
        assert_eq!(read(real).refresh.unwrap().path(), "/x");
    }
}
