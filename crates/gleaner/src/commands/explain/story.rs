//! Explains why articles form one story, and the rank of the story.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::Value;
use store::{Headline, NearlyJoined, Story, StoryArticle, StoryLink};

use crate::console::clean;
use crate::console::output::Results;
use crate::console::plural::count;
use crate::console::table::{self, Align};
use crate::database;
use crate::program::Context;

/// The name of a story in a target: the part after `story:`, or an id with a number, which no article id has.
pub(super) fn named(target: &str) -> Option<&str> {
    if let Some(name) = target.strip_prefix("story:") {
        return Some(name);
    }
    let (id, number) = target.split_once(':')?;
    let is_id = id.len() == 64 && id.bytes().all(|byte| byte.is_ascii_hexdigit());
    (is_id && number.parse::<u32>().is_ok()).then_some(target)
}

#[derive(Serialize)]
struct Explained {
    #[serde(flatten)]
    story: Story,
    articles_in: Vec<StoryArticle>,
    nearly_joined: Vec<NearlyJoined>,
    other_languages: Vec<StoryLink>,
    /// What is known of the dates of its articles.
    #[serde(skip)]
    headlines: BTreeMap<String, Headline>,
}

pub(super) async fn explain(name: &str, json: bool, context: &Context) -> anyhow::Result<()> {
    let explained = database::with(context, async |store| {
        let whole = store.article_with_prefix(name).await;
        let name = database::one(whole)?.unwrap_or_else(|| name.to_owned());
        let Some(story) = store.story(&name).await? else {
            return Ok(None);
        };
        let articles_in = store.story_articles(&story.id).await?;
        let ids: Vec<String> = articles_in.iter().map(|one| one.id.clone()).collect();
        let explained = Explained {
            headlines: store.headlines(&ids).await?,
            articles_in,
            nearly_joined: store.nearly_joined(&story.id).await?,
            other_languages: store.story_links(&story.id).await?,
            story,
        };
        Ok(Some((name, explained)))
    })
    .await?;
    let Some((name, explained)) = explained else {
        return database::no_id(
            "story",
            name,
            "`gleaner stories` lists them; the id of an article or of a merged story works too",
        );
    };
    let mut out = Results::new();
    if json {
        out.json(&explained)?;
    } else {
        out.text(&describe(&name, &explained))?;
    }
    out.finish()
}

fn describe(wanted: &str, explained: &Explained) -> String {
    let Story {
        id,
        title,
        language,
        date_founded,
        date_active,
        articles,
        copies,
        owners,
        score,
        breadth,
        recency,
        burst,
        cohesion,
        keywords,
        links: _,
    } = &explained.story;
    let mut text = clean::line(title.as_deref().unwrap_or("(no title)")) + "\n";
    let _ = write!(text, "story:{id}, {language}");
    if wanted != id {
        let _ = write!(text, ", where {wanted} is");
    }
    let _ = write!(
        text,
        "\n{} to {}: {} and {} of them\n",
        date_founded.format("%Y-%m-%d"),
        date_active.format("%Y-%m-%d"),
        count(*articles, "article"),
        count(*copies, "copy"),
    );
    let _ = writeln!(text, "about: {}", clean::line(&terms(keywords)));
    let _ = write!(
        text,
        "\nscore {score:.3} = breadth {breadth:.3} × recency {recency:.3} × burst {burst:.3}\n  \
         breadth: {} (outlets of one publisher, and copies of a text, count once)\n  \
         recency: halves every 18 hours after the last article\n  \
         burst: the last day compared with the two weeks before\n\
         cohesion {cohesion:.3}: mean similarity of its pairs\n\n",
        count(*owners, "independent owner")
    );
    let columns = [
        ("published", Align::Left),
        ("site", Align::Left),
        ("owner", Align::Left),
        ("wire", Align::Left),
        ("like", Align::Right),
        ("shares", Align::Left),
        ("title", Align::Left),
        ("id", Align::Left),
    ];
    let rows = explained.articles_in.iter();
    let rows: Vec<Vec<String>> = rows
        .map(|article| row(article, explained.headlines.get(&article.id)))
        .collect();
    text += &table::lay_out(&columns, &rows);
    text += &other_languages(&explained.other_languages);
    let nearly_elsewhere = explained.articles_in.iter().filter_map(nearly_elsewhere);
    let nearly_elsewhere: Vec<String> = nearly_elsewhere.collect();
    if !nearly_elsewhere.is_empty() {
        let _ = write!(
            text,
            "\nthe next most similar story of an article (similarity of the required one):\n{}",
            nearly_elsewhere.concat()
        );
    }
    if !explained.nearly_joined.is_empty() {
        text += "\nnearly joined:\n";
        for other in &explained.nearly_joined {
            let _ = writeln!(
                text,
                "  {} of {}  {}  story:{}",
                number(other.score),
                number(other.needed),
                table::cut(other.title.as_deref().unwrap_or("-"), 60),
                other.story_id
            );
        }
    }
    text
}

/// The agencies of a text, and which sites credit them if it is not only its own.
fn wire(article: &StoryArticle) -> String {
    let agencies = article.agencies.join(", ");
    if article
        .credited_by
        .iter()
        .all(|site| *site == article.source_id)
    {
        return agencies;
    }
    format!(
        "{agencies} (credited by {})",
        article.credited_by.join(", ")
    )
}

fn row(article: &StoryArticle, headline: Option<&Headline>) -> Vec<String> {
    let founded = article.shared.as_array().is_none_or(Vec::is_empty);
    let mut site = article.source_id.clone();
    if !article.copied_by.is_empty() {
        let _ = write!(site, " (+{})", article.copied_by.join(", "));
    }
    vec![
        store::date_of(article, headline),
        site,
        article.owner.clone(),
        wire(article),
        if founded {
            "first".to_owned()
        } else {
            format!("{:.3}", article.score)
        },
        table::cut(&terms(&article.shared), 70),
        table::cut(article.title.as_deref().unwrap_or("-"), 60),
        article.id.clone(),
    ]
}

/// Lists the same event in other languages, with the evidence.
fn other_languages(links: &[StoryLink]) -> String {
    let mut text = String::new();
    if !links.is_empty() {
        text += "\nthe same event in other languages:\n";
    }
    for link in links {
        let _ = writeln!(
            text,
            "  {}  {:.1} of {:.1}  {}  story:{}\n      both have {}",
            link.linked_language,
            link.score,
            link.needed,
            table::cut(link.title.as_deref().unwrap_or("-"), 60),
            link.linked_id,
            evidence(&link.shared),
        );
    }
    text
}

/// What two stories share, each item in the spelling of both.
fn evidence(shared: &Value) -> String {
    let pieces = shared.as_array().into_iter().flatten().filter_map(|piece| {
        let (form, other) = (piece["form"].as_str()?, piece["other_form"].as_str()?);
        let form = if form == other {
            form.to_owned()
        } else {
            format!("{form} / {other}")
        };
        let form = clean::line(&form);
        Some(format!("{form} {:.1}", piece["weight"].as_f64()?))
    });
    pieces.collect::<Vec<_>>().join(", ")
}

/// The most similar story besides that of an article.
fn nearly_elsewhere(article: &StoryArticle) -> Option<String> {
    let nearly = article.nearly.as_ref()?;
    let story = clean::line(nearly.get("story")?.as_str()?);
    let number_of = |field: &str| number(nearly.get(field).and_then(Value::as_f64));
    Some(format!(
        "  {} of {}  {}  story:{story}\n",
        number_of("score"),
        number_of("needed"),
        table::cut(article.title.as_deref().unwrap_or("-"), 60),
    ))
}

fn number(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_owned(), |value| format!("{value:.3}"))
}

/// Terms with their weights; names are marked.
fn terms(list: &Value) -> String {
    let terms = list.as_array().into_iter().flatten().filter_map(|term| {
        let name = term["part"] == "name" || term["name"] == true;
        let mark = if name { "*" } else { "" };
        Some(format!(
            "{mark}{} {:.2}",
            term["term"].as_str()?,
            term["weight"].as_f64()?
        ))
    });
    let terms: Vec<String> = terms.collect();
    if terms.is_empty() {
        "-".to_owned()
    } else {
        terms.join(", ")
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_articles_say_does_nothing_to_the_terminal() {
        let hostile = "\x1b[2JRat\u{202e} tagt".to_owned();
        let at = DateTime::UNIX_EPOCH;
        let shared = json!([{ "term": hostile, "part": "name", "weight": 1.0 }]);
        let explained = Explained {
            story: Story {
                id: "s".to_owned(),
                language: "de".to_owned(),
                title: Some(hostile.clone()),
                date_founded: at,
                date_active: at,
                articles: 1,
                copies: 0,
                owners: 1,
                score: 0.0,
                breadth: 0.0,
                recency: 0.0,
                burst: 0.0,
                cohesion: 0.0,
                keywords: shared.clone(),
                links: json!([]),
            },
            articles_in: vec![StoryArticle {
                id: "a".to_owned(),
                source_id: "a".to_owned(),
                owner: hostile.clone(),
                agencies: vec![hostile.clone()],
                credited_by: vec!["a".to_owned()],
                url: "https://a.example/".to_owned(),
                title: Some(hostile.clone()),
                date: at,
                score: 0.0,
                shared,
                nearly: Some(json!({ "story": hostile, "score": 0.1, "needed": 0.2 })),
                copied_by: Vec::new(),
            }],
            nearly_joined: Vec::new(),
            headlines: BTreeMap::new(),
            other_languages: vec![StoryLink {
                linked_id: "t".to_owned(),
                linked_language: "en".to_owned(),
                title: Some(hostile.clone()),
                score: 9.0,
                needed: 8.0,
                shared: json!([{ "form": hostile, "other_form": hostile, "weight": 1.0 }]),
            }],
        };
        let text = describe("s", &explained);
        assert!(text.starts_with("[2JRat tagt\n"), "{text:?}");
        assert!(text.contains("\n1970-01-01 to 1970-01-01: "), "{text:?}");
        assert!(
            text.contains("(similarity of the required one):\n  0.100 of 0.200  "),
            "{text:?}"
        );
        assert!(!text.contains(['\x1b', '\u{202e}']), "{text:?}");
    }

    #[test]
    fn an_article_known_to_the_day_has_no_clock_time() {
        let article = StoryArticle {
            id: "a".to_owned(),
            source_id: "a".to_owned(),
            owner: "a".to_owned(),
            agencies: Vec::new(),
            credited_by: Vec::new(),
            url: "https://a.example/".to_owned(),
            title: None,
            date: "2026-11-25T23:00:00Z".parse().unwrap(),
            score: 0.0,
            shared: json!([]),
            nearly: None,
            copied_by: Vec::new(),
        };
        let known = |precision: &str| Headline {
            id: "a".to_owned(),
            title: None,
            date_published: Some(article.date),
            date_published_tz: Some(60),
            date_published_precision: Some(precision.to_owned()),
        };
        assert_eq!(row(&article, Some(&known("day")))[0], "2026-11-26");
        assert_eq!(row(&article, Some(&known("minute")))[0], "2026-11-25 23:00");
    }

    #[test]
    fn a_credit_is_that_of_the_copy_that_gives_it() {
        let mut article = StoryArticle {
            id: "a".to_owned(),
            source_id: "harbor".to_owned(),
            owner: "harbor".to_owned(),
            agencies: vec!["Reuters".to_owned()],
            credited_by: vec!["harbor".to_owned()],
            url: "https://a.example/".to_owned(),
            title: None,
            date: DateTime::UNIX_EPOCH,
            score: 0.0,
            shared: json!([]),
            nearly: None,
            copied_by: vec!["valley".to_owned()],
        };
        assert_eq!(wire(&article), "Reuters");
        article.credited_by = vec!["valley".to_owned()];
        assert_eq!(wire(&article), "Reuters (credited by valley)");
    }

    #[test]
    fn stories_are_told_apart_from_articles() {
        let id = "0123456789abcdef".repeat(4);
        assert_eq!(named(&format!("story:{id}")), Some(id.as_str()));
        let second = format!("{id}:2");
        assert_eq!(named(&second), Some(second.as_str()));
        for other in [id.as_str(), "https://example.org/1", "page.html", "C:2"] {
            assert_eq!(named(other), None, "{other}");
        }
    }
}
