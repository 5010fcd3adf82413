use proptest::prelude::*;

use super::*;
use crate::tests::made::url;

fn folded(text: &str) -> Option<(String, bool)> {
    strip_variant(&url(text)).map(|stripped| {
        let url = &stripped.url[Position::BeforePath..];
        (url.to_owned(), stripped.reversible)
    })
}

#[test]
fn index_files_amp_pages_and_print_views_lead_to_the_page_itself() {
    for (text, wanted, reversible) in [
        ("/index.html", "/", true),
        ("/politik/Index.HTM", "/politik/", true),
        ("/politik/index.php", "/politik/", true),
        ("/default.aspx", "/", true),
        ("/amp/politik/titel-1", "/politik/titel-1", true),
        ("/politik/titel-1/amp", "/politik/titel-1", true),
        ("/politik/titel-1/amp/", "/politik/titel-1/", true),
        ("/news/amp/uk-123", "/news/uk-123", true),
        ("/titel-1.amp.html", "/titel-1.html", true),
        ("/titel-1.amp", "/titel-1", true),
        ("/titel-1?amp=1", "/titel-1", true),
        ("/titel-1?amp", "/titel-1", true),
        ("/titel-1?outputType=amp&id=7", "/titel-1?id=7", true),
        ("/titel-1/print/", "/titel-1/", false),
        ("/titel-1/druckversion", "/titel-1", false),
        ("/titel-1;view=print", "/titel-1", false),
        ("/titel-1.print.html", "/titel-1.html", false),
        ("/titel-1?print=1", "/titel-1", false),
        ("/titel-1?id=7&view=print", "/titel-1?id=7", false),
        ("/a//b///c/", "/a/b/c/", true),
        ("/amp/index.html", "/", true),
    ] {
        assert_eq!(
            folded(text),
            Some((wanted.to_owned(), reversible)),
            "{text}"
        );
    }
}

#[test]
fn what_only_looks_alike_stays_as_it_is() {
    for text in "\
        / /politik/ /amp /amp/ /print/ /druck /index.php?id=7 /index.html/mehr /index \
        /indexfonds.html /campus/amperverband /titel.amplitude.html /titel?print=0 \
        /titel?view=list /titel;v=2 /Politik/Titel /a?b=2&a=1"
        .split_ascii_whitespace()
    {
        assert_eq!(folded(text), None, "{text}");
    }
}

#[test]
fn links_follow_the_name_a_site_prefers_through_several_hops_and_never_in_circles() {
    let alias = |origin: &str, preferred: &str| Alias {
        origin: origin.to_owned(),
        preferred: preferred.to_owned(),
    };
    let aliases = HostAliases::new(vec![
        alias("http://a.example", "https://a.example"),
        alias("https://a.example", "https://www.a.example"),
        alias("https://b.example", "http://b.example"),
        alias("http://b.example", "https://b.example"),
    ]);
    let preferred = |text: &str| aliases.preferred(&url(text)).map(String::from);
    for text in ["http://a.example/x?y=1", "https://a.example/x?y=1"] {
        assert_eq!(
            preferred(text).as_deref(),
            Some("https://www.a.example/x?y=1")
        );
    }
    for text in [
        "https://www.a.example/x",
        "https://c.example/",
        "http://b.example/",
    ] {
        assert_eq!(preferred(text), None, "{text}");
    }
}

#[test]
fn host_aliases_differ_only_in_scheme_or_www() {
    for (a, b, wanted) in [
        ("http://a.example/x", "https://www.a.example/y", true),
        ("https://www.a.example/", "https://a.example/", true),
        ("https://m.a.example/", "https://a.example/", false),
        ("http://a.example:81/", "http://www.a.example:81/", true),
        ("http://a.example:81/", "http://a.example/", false),
    ] {
        assert_eq!(are_host_aliases(&url(a), &url(b)), wanted, "{a} {b}");
    }
}

proptest! {
    #[test]
    fn folding_ends_on_the_same_host_with_a_shorter_address(path in "(/(amp|print|a\\.amp\\.html|index\\.html|b|)){0,6}(;view=print)?(\\?(amp=1|view=print|id=7)(&id=8)?)?") {
        let mut at = url(&format!("https://a.example{path}"));
        for _ in 0..20 {
            let Some(next) = strip_variant(&at) else { return Ok(()) };
            prop_assert!(next.url.as_str().len() < at.as_str().len(), "{} {}", at, next.url);
            prop_assert_eq!(next.url.host_str(), at.host_str());
            at = next.url;
        }
        prop_assert!(false, "no end in sight");
    }
}
