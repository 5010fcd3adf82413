use url::Url;

use super::*;
use crate::{Extraction, FieldSource, Input, Label, Metadata, Options, extract};

const PROSE: &str = "The council decided on Tuesday evening, after a long debate and against the advice of its own \
    engineers, that the old bridge will be torn down in spring and that a new one is to be built beside it.";

fn owned(selectors: &[&str]) -> Vec<String> {
    selectors.iter().map(|s| (*s).to_owned()).collect()
}

fn rules(text: &[&str], drop: &[&str], values: [&[&str]; 3]) -> SiteRules {
    let [title, author, date] = values.map(owned);
    SiteRules::compile(&RuleText {
        text: &owned(text),
        keep: &[],
        drop: &owned(drop),
        title: &title,
        author: &author,
        date: &date,
    })
    .unwrap()
}

fn read(html: &str, rules: &SiteRules) -> Extraction {
    let url = Url::parse("https://www.bote.example/story/1").unwrap();
    let input = Input {
        rules: Some(rules),
        ..Input::new(html, Some(&url))
    };
    extract(&input, &Options::default())
}

fn text(html: &str, wanted: &[&str], dropped: &[&str]) -> String {
    read(html, &rules(wanted, dropped, [&[]; 3])).text
}

fn facts(html: &str, title: &[&str], author: &[&str], date: &[&str]) -> Metadata {
    read(html, &rules(&[], &[], [title, author, date])).metadata
}

#[test]
fn the_text_is_what_is_matched_minus_what_is_dropped() {
    let html = "<p>Before</p><article><h1>Title</h1><div class=body><p>One</p><aside><p>Ad</p></aside>\
        <h2>Two</h2><p>Three <span class=tip>hint</span>, four.<p data-ad>Buy<p>Five</div></article><p>After";
    assert_eq!(
        text(
            html,
            &[".body p", ".body h2"],
            &["aside", "[data-ad]", ".tip"]
        ),
        "One\n\nTwo\n\nThree, four.\n\nFive"
    );
    assert_eq!(text(html, &[".body"], &["p"]), "Two");
    // each passage once, in page order, however often it is matched
    assert_eq!(
        text(html, &["h2", ".body > p:first-child", "div h2"], &[]),
        "One\n\nTwo"
    );
}

#[test]
fn parts_of_a_block_can_be_kept_and_dropped() {
    let html = "<p><b>One</b>, two<i>three</i> <b>four</b></p>";
    assert_eq!(text(html, &["b"], &[]), "One four");
    assert_eq!(text(html, &["p"], &["b"]), ", twothree");
    assert_eq!(text(html, &["p"], &["i"]), "One, two four");
}

#[test]
fn a_match_without_an_end_tag_ends_where_the_page_ends_it() {
    let html = "<div><p class=lead>One<p>Two<ul><li class=lead>Three<li>Four</ul></div>";
    assert_eq!(text(html, &[".lead"], &[]), "One\n\nThree");
}

#[test]
fn without_rules_for_the_text_the_extractor_decides_and_what_is_dropped_is_left_out() {
    let html = format!(
        "<article><h1>Bridge</h1><p>{PROSE}</p><p>{PROSE} <em>Twice.</em></p><p class=box>{PROSE} Box.</p></article>"
    );
    let all = extract(&Input::new(&html, None), &Options::default());
    assert!(all.text.contains("Box.") && all.text.contains("Twice."));
    let read = read(&html, &rules(&[], &[".box", "em"], [&[]; 3]));
    assert_eq!(read.text, format!("{PROSE}\n\n{PROSE}"));
    assert_eq!(read.content_blocks, 2);
}

#[test]
fn what_is_kept_is_text_beside_that_of_the_extractor_or_of_other_rules() {
    let html = format!(
        "<p class=note>Note <i>one</i></p><article><h1>Bridge</h1><p>{PROSE}</p><p>{PROSE} <em>Twice.</em></p></article>\
         <footer><p class=note>Note two</p><p>Imprint</p></footer>"
    );
    let with = |text: &[&str], keep: &[&str], drop: &[&str]| {
        let rules = SiteRules::compile(&RuleText {
            text: &owned(text),
            keep: &owned(keep),
            drop: &owned(drop),
            ..RuleText::default()
        });
        read(&html, &rules.unwrap())
    };
    let alone = extract(&Input::new(&html, None), &Options::default()).text;
    assert_eq!(alone, format!("{PROSE}\n\n{PROSE} Twice."));
    let kept = with(&[], &[".note", "article p"], &[]);
    assert_eq!(kept.text, format!("Note one\n\n{alone}\n\nNote two"));
    assert_eq!(kept.content_blocks, 4);
    // dropping takes precedence, and parts of blocks can be kept
    let kept = with(&[], &[".note i", "footer p"], &["footer .note", "em"]);
    assert_eq!(kept.text, format!("one\n\n{PROSE}\n\n{PROSE}\n\nImprint"));
    let kept = with(&["em"], &[".note"], &[]);
    assert_eq!(kept.text, "Note one\n\nTwice.\n\nNote two");
    // kept elements do not count as matches of the rules for the text
    let fell_back = with(&[".gone"], &["footer .note"], &[]);
    assert_eq!(fell_back.text, format!("{alone}\n\nNote two"));
    assert!(fell_back.rules.unwrap().fell_back);
}

#[test]
fn an_explanation_ends_with_the_rules_of_the_site() {
    let html = format!(
        "<article><h1>Bridge</h1><p>{PROSE}</p><p>{PROSE} Twice.</p><p class=box>{PROSE} Box.</p></article><p>Imprint</p>"
    );
    let rules = SiteRules::compile(&RuleText {
        keep: &owned(&["article + p"]),
        drop: &owned(&[".box"]),
        title: &owned(&[".box"]),
        ..RuleText::default()
    });
    let rules = rules.unwrap();
    let input = Input {
        rules: Some(&rules),
        ..Input::new(&html, None)
    };
    let explanation = crate::explain(&input, &Options::default());
    let extraction = extract(&input, &Options::default());
    assert_eq!(explanation.metadata, extraction.metadata);
    let blocks = explanation.blocks.iter();
    let by_rules = blocks.filter(|block| block.decided_by == Some("site rules"));
    let by_rules: Vec<(&str, Label)> = by_rules.map(|b| (b.text.as_str(), b.label)).collect();
    let boxed = format!("{PROSE} Box.");
    assert_eq!(
        by_rules,
        [
            (boxed.as_str(), Label::Boilerplate),
            ("Imprint", Label::Content)
        ]
    );
    assert_eq!(explanation.steps.last(), Some(&"site rules"));
}

#[test]
fn rules_that_match_nothing_leave_all_to_the_extractor_and_say_so() {
    let html = format!("<h1>Bridge</h1><p>{PROSE}</p><p>{PROSE}</p><div class=empty></div>");
    let rules = rules(&[".gone", ".empty"], &[".none"], [&[".gone"], &[], &[]]);
    let by_rules = read(&html, &rules);
    let applied = by_rules.rules.clone().unwrap();
    assert!(applied.fell_back);
    assert_eq!(applied.matched, [0, 1, 0, 0]);
    let url = Url::parse("https://www.bote.example/story/1").unwrap();
    let alone = extract(&Input::new(&html, Some(&url)), &Options::default());
    assert_eq!(
        Extraction {
            rules: None,
            ..by_rules
        },
        alone
    );
}

#[test]
fn title_authors_and_date_are_taken_from_where_the_rules_say() {
    let html = "<head><title>Page - Bote</title><meta property='og:title' content='Social &amp; short'>\
        <meta name=when content='2024-05-03T10:30:00+02:00'></head>\
        <h1>Kicker</h1><h2 class=head>The <i>real</i> title</h2>\
        <p class=by>Von <a>Erika Muster</a> und <a>Max Feld</a></p><p class=d>Stand: 4. Mai 2024, 12.15 Uhr</p>\
        <time class=t datetime='2024-05-05T08:00:00Z'>gestern</time>";
    let read = facts(html, &[".none", "h2.head", "h1"], &[".by a"], &["time.t"]);
    assert_eq!(read.title.as_deref(), Some("The real title"));
    assert_eq!(read.authors, ["Erika Muster", "Max Feld"]);
    let date = read.date_published.unwrap();
    assert_eq!(date.at.to_rfc3339(), "2024-05-05T08:00:00+00:00");
    assert_eq!(date.source, FieldSource::Rule);
    for field in ["title", "authors", "date_published"] {
        assert_eq!(read.decisions[field].source, FieldSource::Rule, "{field}");
    }
    let read = facts(
        html,
        &["meta[property='og:title']"],
        &[".by"],
        &["[name=when]"],
    );
    assert_eq!(read.title.as_deref(), Some("Social & short"));
    assert_eq!(read.authors, ["Erika Muster", "Max Feld"]);
    assert_eq!(read.date_published.unwrap().offset_minutes, Some(120));
    let read = facts(html, &["title"], &[], &[".d"]);
    assert_eq!(read.title.as_deref(), Some("Page - Bote"));
    assert_eq!(
        read.date_published.unwrap().at.to_rfc3339(),
        "2024-05-04T12:15:00+00:00"
    );
}

#[test]
fn invalid_authors_leave_none_and_an_invalid_date_is_reported() {
    let html = "<meta name=author content='Erika Muster'><h1>Bridge</h1><p class=by>Redaktion</p><p class=d>soon";
    let read = read(html, &rules(&[], &[], [&[], &[".by"], &[".d"]]));
    assert!(read.metadata.authors.is_empty());
    assert_eq!(read.metadata.date_published, None);
    let applied = read.rules.unwrap();
    assert_eq!(applied.unreadable_date.as_deref(), Some("soon"));
}

#[test]
fn a_rule_that_cannot_be_used_is_named_with_its_key() {
    let wrong = owned(&["p", "div:hover"]);
    let text = RuleText {
        drop: &wrong,
        ..RuleText::default()
    };
    let error = SiteRules::compile(&text).unwrap_err().to_string();
    assert!(
        error.starts_with("`drop`: \"div:hover\": `:hover`"),
        "{error}"
    );
    let long = owned(&[&"a".repeat(501)]);
    let text = RuleText {
        title: &long,
        ..RuleText::default()
    };
    let error = SiteRules::compile(&text).unwrap_err().to_string();
    assert!(error.ends_with("longer than 500 bytes"), "{error}");
    let many = vec!["a".to_owned(); 101];
    let text = RuleText {
        text: &many,
        ..RuleText::default()
    };
    assert!(SiteRules::compile(&text).is_err());
}
