use url::Url;

use super::Pagination;
use crate::cases::rows;
use html::parse;

fn read(url: &str, html: &str) -> Option<Pagination> {
    Pagination::of(&parse(html), Url::parse(url).ok().as_ref())
}

/// The same for a story with one address.
fn read_story(html: &str) -> Option<Pagination> {
    read("https://example.org/a/story", html)
}

fn links(links: &[(&str, &str)]) -> String {
    let link = |(href, text): &(&str, &str)| format!("<a href='{href}'>{text}</a> ");
    links.iter().map(link).collect()
}

fn path(url: Option<&Url>) -> Option<&str> {
    url.map(|url| &url[url::Position::BeforePath..])
}

#[test]
fn numbered_links_make_a_series_however_the_number_is_written() {
    for [one, two, three] in rows(
        "/a/story => /a/story?page=2 => /a/story?page=3
        /a/story => /a/story/2 => /a/story/3
        /a/story/ => /a/story/2/ => /a/story/3/
        /a/story.html => /a/story-2.html => /a/story-3.html
        /a/story.html => /a/story,seite2.html => /a/story,seite3.html
        /a/story => /a/story/seite-2 => /a/story/seite-3
        /a/story => /a/story/page/2 => /a/story/page/3
        /a/story.html => /a/story_p2.html => /a/story_p3.html
        /a/story?id=7 => /a/story?id=7&p=2 => /a/story?p=3&id=7
        /a/story-1.html => /a/story-2.html => /a/story-3.html",
    ) {
        let bar = links(&[(one, "1"), (two, "2"), (three, "3")]);
        let host = "https://example.org";
        let first = read(&format!("{host}{one}"), &bar).unwrap();
        assert_eq!((first.number, first.all.len()), (1, 3), "{two}");
        let around = [&first.prev, &first.next, &first.first].map(|url| path(url.as_ref()));
        assert_eq!(around, [None, Some(two), Some(one)], "{two}");
        let second = read(&format!("{host}{two}"), &bar).unwrap();
        assert_eq!((&second.stem, second.number), (&first.stem, 2), "{two}");
        let around = [&second.prev, &second.next].map(|url| path(url.as_ref()));
        assert_eq!(around, [Some(one), Some(three)], "{two}");
        let all = second.all.iter().filter_map(|url| path(Some(url)));
        assert_eq!(all.collect::<Vec<_>>(), [one, two, three]);
    }
}

#[test]
fn links_lead_to_a_page_however_they_are_written() {
    for (url, link) in [
        ("https://example.org/a/story", "?page=2"),
        ("https://example.org/a/story/", "2"),
        ("https://example.org/a/story.html", "story-2.html"),
        (
            "https://example.org/a/story",
            " https://example.org/a/story/2 ",
        ),
        ("https://example.org/a/story", "//example.org/a/story/2"),
        ("https://example.org/a/story", "/a/sto\nry/2"),
        ("https://example.org/a/br%C3%BCcke", "/a/brücke/2"),
    ] {
        let page = read(url, &links(&[(link, "2")]));
        assert!(page.is_some_and(|page| page.next.is_some()), "{link}");
    }
    let here = Url::parse("https://example.org/a/story-2").unwrap();
    let forms = super::page_urls(&here);
    let name = super::SharedName::of(&forms);
    assert!(name.may_be_in("/a/story") && name.may_be_in("?page=3"));
    assert!(!name.may_be_in("/a/other/3") && !name.may_be_in("https://example.org/b"));
}

#[test]
fn the_last_page_knows_the_page_before() {
    let html = "<link rel=prev href='/a/story/seite-2'><p>Ende</p>";
    let last = read("https://example.org/a/story/seite-3", html).unwrap();
    assert_eq!((last.number, last.next.as_ref()), (3, None));
    assert_eq!(path(last.prev.as_ref()), Some("/a/story/seite-2"));
    assert_eq!(last.first, None);
}

#[test]
fn words_lead_to_the_next_page_only_with_its_number_in_the_address() {
    let next = |href: &str| read_story(&links(&[(href, "Nächste Seite »")]));
    assert_eq!(
        path(next("/a/story?seite=2").unwrap().next.as_ref()),
        Some("/a/story?seite=2")
    );
    assert_eq!(next("/a/other"), None);
    assert_eq!(next("/a/other?seite=2"), None);
    assert_eq!(next("https://example.com/a/story?seite=2"), None);
}

#[test]
fn a_page_that_begins_its_own_series_belongs_to_another() {
    let html = "<link rel=next href='/a/story/2/2'>";
    let own = read("https://example.org/a/story/2", html).unwrap();
    assert_eq!((own.number, own.stem.as_str()), (1, "/a/story/2"));
}

#[test]
fn neighbouring_articles_are_no_pages() {
    let html = "<link rel=next href='/a/another-story'><link rel=prev href='/a/story-before'>";
    assert_eq!(read_story(html), None);
    let html = "<link rel=next href='/a/story-2'><a href='/a/story-2'>Weiter</a>";
    assert_eq!(read_story(html), None);
    let dates = links(&[("/2024/05/2", "2"), ("/2024/05/4", "4")]);
    assert!(read("https://example.org/2024/05/story", &dates).is_none());
    let tops = links(&[("/top-11", "Top 11 films of the year"), ("/top-9", "More")]);
    assert_eq!(read("https://example.org/top-10", &tops), None);
}

#[test]
fn comments_and_home_pages_are_none() {
    let html = links(&[
        ("/a/story/comment-page-2", "2"),
        ("/a/story?page=2#comments", "2"),
        ("#page-2", "2"),
    ]);
    assert_eq!(read_story(&html), None);
    let html = format!(
        "<div class=comments>{}</div>",
        links(&[("/a/story?page=2", "2")])
    );
    assert_eq!(read_story(&html), None);
    assert_eq!(
        read(
            "https://example.org/",
            &links(&[("/?page=2", "2"), ("/page/2", "2")])
        ),
        None
    );
}

#[test]
fn the_whole_article_may_stand_on_one_page() {
    let html = links(&[
        ("/a/story/seite-2", "2"),
        ("/a/story/komplettansicht", "Auf einer Seite lesen"),
        ("/b/komplettansicht", "Komplettansicht"),
    ]);
    let page = read_story(&html).unwrap();
    assert_eq!(path(page.single.as_ref()), Some("/a/story/komplettansicht"));
}

#[test]
fn hostile_numbers_of_links_are_read_in_time() {
    let link = "<div class='comment comment-list comment-body'><a href='/a/story?page=2'>2</a>";
    assert_eq!(read_story(&link.repeat(20_000)), None);
    let link = "<a href='/a/story?page=2'>2</a> <a href='/b/story?page=3'>3</a> ";
    let page = read_story(&link.repeat(20_000)).unwrap();
    assert_eq!(page.all.len(), 2);
}

#[test]
fn page_of_pages_is_a_number() {
    let html = links(&[("/a/story?page=2", "Page 2 of 4"), ("/a/story?page=4", "4")]);
    let page = read_story(&html).unwrap();
    assert_eq!(
        (page.all.len(), path(page.next.as_ref())),
        (3, Some("/a/story?page=2"))
    );
}
