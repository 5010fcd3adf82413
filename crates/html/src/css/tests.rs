use proptest::prelude::*;

use super::Selectors;
use crate::parse_matching;

/// The texts of the elements that a selector matches.
fn matched(html: &str, selector: &str) -> Vec<String> {
    let mut selectors = Selectors::default();
    selectors.add(selector, 0).unwrap();
    let (document, found) = parse_matching(html, &selectors);
    let texts = found.iter().map(|found| found.text.of(&document.text));
    texts.map(|text| text.trim().replace('\n', "/")).collect()
}

const PAGE: &str = "<body class='story page'><article id=a1 data-kind='Long-Read' lang=en-GB>\
    <h1>One</h1><p class='lead x'>Two <a href=/author/erika rel=author>Erika</a></p>\
    <div class=body><p>Three</p><p>Four <b>five</b></p><h2>Six</h2><p>Seven</p></div></article><p>Eight</p>";

#[test]
fn elements_are_matched_as_browsers_do() {
    for (selector, wanted) in [
        ("h1", vec!["One"]),
        ("H2", vec!["Six"]),
        ("#a1 > h1", vec!["One"]),
        ("article p.lead", vec!["Two Erika"]),
        ("p.lead.x", vec!["Two Erika"]),
        ("p.lead.y", vec![]),
        (".body > p", vec!["Three", "Four five", "Seven"]),
        ("article > p", vec!["Two Erika"]),
        ("body > p", vec!["Eight"]),
        ("body.story > p", vec!["Eight"]),
        ("html body.page h1", vec!["One"]),
        ("article *.body b", vec!["five"]),
        ("h2 + p", vec!["Seven"]),
        (".body > p ~ p", vec!["Four five", "Seven"]),
        ("p + h2, h1", vec!["One", "Six"]),
        ("[data-kind] > h1", vec!["One"]),
        ("[data-kind=Long-Read] > h1", vec!["One"]),
        ("[DATA-KIND='long-read' i] > h1", vec!["One"]),
        ("[data-kind=long-read] > h1", vec![]),
        ("[data-kind^=Long][data-kind$=Read] h1", vec!["One"]),
        ("[data-kind*=\"g-R\"] h1", vec!["One"]),
        ("[lang|=en] h1", vec!["One"]),
        ("[class~=lead] a", vec!["Erika"]),
        ("a[href*=''] ", vec![]),
        (".body p:not(:first-child)", vec!["Four five", "Seven"]),
        (".body :not(p, h2)", vec!["five"]),
        ("p:first-child", vec!["Three"]),
        ("head p", vec![]),
    ] {
        assert_eq!(matched(PAGE, selector), wanted, "{selector}");
    }
}

#[test]
fn an_element_ends_where_its_end_tag_is_implied() {
    let html = "<!doctype html><ul><li class=a>One<li>Two <b>three</b></ul><div><p class=a>Four<p>Five <i>six</i><table><tr><td class=a>x<td>y</table></div>";
    assert_eq!(matched(html, ".a"), ["One", "Four", "x"]);
    assert_eq!(matched(html, "ul > li"), ["One", "Two three"]);
    assert_eq!(matched(html, "div > p"), ["Four", "Five six"]);
    assert!(matched(html, ".a i, .a b").is_empty());
    assert_eq!(matched(html, "tbody td + td"), ["y"]);
}

#[test]
fn reopened_formatting_keeps_its_attributes() {
    let html = "<p><b class=x>One<p>Two</b> three";
    assert_eq!(matched(html, "b.x"), ["One", "Two"]);
}

#[test]
fn nested_matches_are_all_found() {
    let html = "<div class=x>a<div class=x>b</div>c</div>";
    assert_eq!(matched(html, ".x"), ["a/b/c", "b"]);
    assert_eq!(matched(html, ".x .x"), ["b"]);
}

#[test]
fn names_may_be_escaped() {
    let html = "<p class='md:flex 1st w-1/2'>a</p><p class=ü>b";
    assert_eq!(matched(html, ".md\\:flex"), ["a"]);
    assert_eq!(matched(html, ".\\31 st.w-1\\/2"), ["a"]);
    assert_eq!(matched(html, ".ü"), ["b"]);
}

#[test]
fn an_error_names_what_is_unsupported() {
    for (selector, expected) in [
        ("", "selector before the end"),
        ("p >", "selector before the end"),
        ("p,, a", "before \", a\""),
        ("p:hover", "`:hover`"),
        ("p:has(a)", "`:has`"),
        ("p::before", "\"::before\": pseudo-elements"),
        ("a[href", "must end in ]"),
        ("a[href=/x/]", "needs quotes"),
        ("a[href='x]", "closing '"),
        ("p:not(a b)", "single elements"),
        ("p { }", "\"{ }\""),
        ("..a", "before \".a\""),
    ] {
        let error = Selectors::default().add(selector, 0).unwrap_err();
        assert!(error.contains(expected), "{selector}: {error}");
    }
    let many = vec!["a b c d"; 65].join(",");
    let error = Selectors::default().add(&many, 0).unwrap_err();
    assert!(error.contains("256 parts"), "{error}");
}

#[test]
fn a_hostile_page_is_bounded() {
    let deep = "<b class=x>".repeat(100_000);
    assert!(matched(&deep, ".x .x .x > b").len() <= 10_000);
    let wide = format!("<p {}>a", "x=y ".repeat(100_000));
    assert!(matched(&wide, "[z]").is_empty());
    assert!(matched("<p class", "[class]").is_empty());
}

#[test]
fn a_selector_that_does_not_fit_is_left_out_as_a_whole() {
    let mut selectors = Selectors::default();
    selectors.add(".x", 0).unwrap();
    let before = selectors.clone();
    for wrong in [
        "b, ".repeat(300) + "b",
        "b ".repeat(20) + "[",
        "b > ".repeat(300) + "b",
    ] {
        assert!(selectors.add(&wrong, 1).is_err());
        assert_eq!(selectors, before);
    }
    let (_, found) = parse_matching("<p class=x>a", &selectors);
    assert_eq!(found.len(), 1);
}

proptest! {
    #[test]
    fn matching_does_not_change_the_document_and_matches_are_within_its_text(
        html in "(<(p|div|b|a|table|td|li|form|h2|svg|head|body|template|button)( class=x)?>|</(p|div|b|a|table|li|form|h2|svg)>|<br>|<meta content=y>|\\PC| ö ){0,60}"
    ) {
        let mut selectors = Selectors::default();
        for selector in [".x", "div > *", "p + p, b ~ a", "body :not(.x)", "html", "meta:first-child"] {
            selectors.add(selector, 0).unwrap();
        }
        let (document, found) = parse_matching(&html, &selectors);
        prop_assert_eq!(&document, &crate::parse(&html));
        for found in found {
            let (start, end) = (found.text.start as usize, found.text.end as usize);
            prop_assert!(document.text.get(start..end).is_some(), "{:?}", found);
        }
    }

    #[test]
    fn any_text_is_a_selector_or_an_error(selector in "[a-z.#>+~*:,()=\\[\\]'\" \\\\0-9]{0,30}") {
        let _ = Selectors::default().add(&selector, 0);
    }
}
