use chrono::{DateTime, Utc};
use crawl::SeedRules;
use extract::RulesApplied;
use store::PageKey;

use super::*;

fn read(page_type: &str, article: Option<Article>) -> ExtractedPage {
    let key = PageKey {
        fetched_at: DateTime::UNIX_EPOCH,
        page_id: 1,
    };
    let verdict = NewVerdict {
        page_type: page_type.to_owned(),
        label_source: "rule:x".to_owned(),
        reason: "so".to_owned(),
        ..store::testing::verdict(key, None)
    };
    ExtractedPage {
        host_id: 1,
        verdict,
        article,
        paging: None,
        applied: None,
    }
}

fn article(title: &str, text: &str) -> Article {
    Article {
        title: Some(title.to_owned()),
        text: text.to_owned(),
        ..Article::default()
    }
}

fn tried(path: &str, before: ExtractedPage, after: ExtractedPage, matched: &[u32]) -> TriedPage {
    TriedPage {
        url: format!("https://a.example{path}"),
        before,
        after: ExtractedPage {
            applied: Some(RulesApplied {
                matched: matched.to_vec(),
                fell_back: matched[0] == 0,
                unreadable_date: None,
            }),
            ..after
        },
    }
}

fn rules() -> CompiledRules {
    let rules = SeedRules {
        text: vec![".body".to_owned()],
        title: vec!["h1.gone".to_owned()],
        not_articles: vec!["/quiz/*".to_owned()],
        ..SeedRules::default()
    };
    CompiledRules::new(&rules, 0).unwrap()
}

#[test]
fn a_trial_tells_what_changes_and_what_never_matched() {
    let dated = Article {
        authors: vec!["Erika Muster".to_owned(), "Max Feld".to_owned()],
        date_published: Some(DateTime::<Utc>::UNIX_EPOCH),
        date_published_precision: Some(DatePrecision::Day),
        ..article("New", "One two.\n\nThree.")
    };
    let is = |article: &Article| read("article", Some(article.clone()));
    let same = article("Same", "Same.");
    let old = article("Old", "One two.\n\nBuy this now.");
    let trial = Trial::begin("a", &rules(), false)
        .add(tried("/1", is(&old), is(&dated), &[2, 0]))
        .add(tried("/2", is(&same), is(&same), &[0, 0]))
        .add(tried("/quiz/3", is(&same), read("other", None), &[1, 0]));
    assert_eq!(
        trial.to_string(),
        "https://a.example/1\n\
         \x20 title   - Old\n\
         \x20         + New\n\
         \x20 authors - (none)\n\
         \x20         + Erika Muster, Max Feld\n\
         \x20 date    - (none)\n\
         \x20         + 1970-01-01\n\
         \x20 text    3 words removed, 1 added: One two. [-Buy this now.-]{+Three.+}\n\
         \n\
         https://a.example/quiz/3\n\
         \x20 verdict - article (rule:x: so)\n\
         \x20         + other (rule:x: so)\n\
         \x20 text    1 word removed, 0 added: [-Same.-]\n\
         \n\
         a: 2 of 3 pages would change (1 verdict, 1 title, 1 byline, 1 date, 2 texts), 1 would stay; 1 article would be lost\n\
         `title` \"h1.gone\" matched on 0 of 3 pages\n\
         `text` found nothing on 1 of the articles: their text is the extractor's\n"
    );
    let json = serde_json::to_value(&trial).unwrap();
    assert_eq!(json["pages"], 3);
    assert_eq!(json["changed"][0]["title"]["before"], "Old");
    assert_eq!(json["changed"][0]["texts"][1], dated.text);
    assert_eq!(json["rules"][2]["pages"], 1);
}

#[test]
fn without_pages_the_report_says_what_to_do() {
    let none = Trial::begin("a", &rules(), false).to_string();
    assert!(
        none.contains("no page of it is stored") && none.contains("gleaner crawl --site a"),
        "{none}"
    );
    let unread = Trial::begin("a", &rules(), true).to_string();
    assert!(unread.contains("run gleaner extract first"), "{unread}");
}
