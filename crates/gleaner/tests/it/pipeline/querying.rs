//! Runs the SQL of `docs/querying.md`.

use chrono::{DateTime, TimeDelta, Utc};
use serde_json::{Value, json};
use store::testing::rows;
use testsite::Settings;

use super::{World, links, text, versions, write};

const DOCUMENT: &str = include_str!("../../../../../docs/querying.md");

/// The statements below a heading, without comments.
fn statements(section: &str) -> Vec<String> {
    let blocks = section.split("```sql").skip(1);
    let lines = |statement: &str| -> String {
        let lines = statement
            .lines()
            .map(|line| line.split("--").next().unwrap());
        lines.collect::<Vec<_>>().join("\n").trim().to_owned()
    };
    let all = blocks.flat_map(|block| block.split("```").next().unwrap().split(';'));
    let all = all.map(lines);
    all.filter(|statement| !statement.is_empty()).collect()
}

fn page(
    url: &str,
    at: Option<DateTime<Utc>>,
    fetched: DateTime<Utc>,
    title: &str,
    words: &str,
) -> String {
    let paragraphs = [
        words,
        "Nach Angaben des Landkreises stieg der Pegel in der Nacht um vierzig Zentimeter, doch eine Gefahr für die Anwohner besteht \
         nach Ansicht von Landrätin Petra Holm derzeit nicht. „Wir beobachten die Lage stündlich“, sagte sie am Morgen.",
        "Die Schulen in Grothusen bleiben bis Freitag geschlossen, und die Fähre nach Süderhaff fährt nur noch zweimal am Tag. Wer \
         Angehörige im Pflegeheim am Hafen hat, soll sich bei der Leitstelle melden, die rund um die Uhr besetzt ist.",
        "Der Deichverband rechnet damit, dass die Arbeiten drei Wochen dauern und 1,4 Millionen Euro kosten. Ein Teil des Geldes \
         kommt vom Land, den Rest müssen die Gemeinden am Unterlauf selbst aufbringen, wie Geschäftsführer Jens Albers erklärte.",
        "Im vergangenen Winter war das Wasser an derselben Stelle über die Krone gelaufen und hatte achtzig Keller geflutet. Seitdem \
         streiten der Verband und der Kreis darüber, ob ein zweites Siel gebaut werden soll oder ob ein höherer Deich genügt.",
    ];
    let body = paragraphs.join("</p><p>");
    let time = at.map_or(String::new(), |at| {
        format!(
            "<meta property='article:published_time' content='{}'>",
            at.to_rfc3339()
        )
    });
    let html = format!(
        "<html lang=de><head><title>{title}</title><meta property='og:type' content='article'>\
         <meta name='author' content='dpa'>{time}</head>\
         <body><header><a href='/'>Draht</a> <nav><a href='/politik'>Politik</a> <a href='/sport'>Sport</a> \
         <a href='/kultur'>Kultur</a> <a href='/wetter'>Wetter</a></nav></header>\
         <article><h1>{title}</h1><p>{body}</p></article>\
         <footer><a href='/impressum'>Impressum</a> <a href='/datenschutz'>Datenschutz</a></footer></body></html>"
    );
    json!({"url": url, "html": html, "fetched_at": fetched.to_rfc3339()}).to_string() + "\n"
}

/// What the newsroom lacks: a wire copy, a changed headline, an article without a date, and one event in three languages.
fn pages() -> String {
    let now = Utc::now() - TimeDelta::hours(2);
    let wire = "Hamburg (dpa) - Am Dienstag haben Helfer begonnen, die Deiche am Unterlauf mit Sandsäcken zu erhöhen.";
    let edited =
        "Am Mittwoch hat der Kreistag über das neue Siel beraten, wie die Verwaltung mitteilt.";
    let undated =
        "Die Gemeinde sucht Freiwillige für den Deichschutz, schreibt sie ohne Angabe eines Tages.";
    [
        page(
            "https://wire-one.example/deich-halt-4711.html",
            Some(now),
            now,
            "Deich am Unterlauf hält dem Hochwasser stand",
            wire,
        ),
        page(
            "https://wire-two.example/flut-am-deich-4712.html",
            Some(now + TimeDelta::minutes(9)),
            now,
            "Flut am Deich: Helfer füllen Sandsäcke",
            wire,
        ),
        page(
            "https://wire-one.example/kreistag-siel-4713.html",
            Some(now),
            now,
            "Kreistag streitet über ein zweites Siel",
            edited,
        ),
        page(
            "https://wire-one.example/freiwillige-gesucht",
            None,
            now,
            "Grothusen sucht Freiwillige für den Deichschutz",
            undated,
        ),
        links::pages(),
    ]
    .concat()
}

fn changed_page() -> String {
    let now = Utc::now() - TimeDelta::hours(1);
    let edited = "Am Mittwoch hat der Kreistag dem neuen Siel nach langer Beratung zugestimmt, wie die Verwaltung mitteilt.";
    let url = "https://wire-one.example/kreistag-siel-4713.html";
    page(
        url,
        Some(now - TimeDelta::hours(1)),
        now,
        "Kreistag einig über ein zweites Siel",
        edited,
    )
}

#[tokio::test(flavor = "multi_thread")]
async fn changes_are_reported_and_twenty_documented_questions_have_an_answer() {
    let world = World::new(Settings::default()).await;
    world.ok(&["nightly", "--seeds", "newsroom.toml"]).await;
    let first = world.articles().await;
    let changes = world.newsroom.advance();
    // Old articles are not revisited every night; here they are.
    store::testing::make_pages_due(&world.database.store)
        .await
        .unwrap();
    world.ok(&["nightly", "--seeds", "newsroom.toml"]).await;
    versions::assert_reported(&world, &first, &changes).await;
    let quiet = "[[site]]\nid = \"quiet\"\nname = \"Quiet\"\nhome = \"https://quiet.example/\"\n";
    write(&world.path("quiet.toml"), quiet.as_bytes());
    world.ok(&["seed", "quiet.toml"]).await;
    for pages in [pages(), changed_page()] {
        world.import(&pages).await;
    }
    world.ok(&["aggregate"]).await;
    let store = &world.database.store;
    let one = async |sql: &str| {
        let found = rows(store, sql).await.unwrap();
        text(&found[0], "id").to_owned()
    };
    let id = one("select id from news.articles where version = 2").await;
    let leading = one("select id from news.stories order by articles desc").await;

    let questions = DOCUMENT.split("\n### ").skip(1);
    let mut answers: Vec<Vec<Vec<Value>>> = Vec::new();
    let mut unanswered = Vec::new();
    for (number, question) in (1..).zip(questions) {
        let heading = question.lines().next().unwrap();
        assert!(heading.starts_with(&format!("{number}. ")), "{heading}");
        let question = question.split("\n## ").next().unwrap();
        let mut answer = Vec::new();
        for statement in statements(question) {
            let sql = statement
                .replace(" id = '…'", &format!(" id = '{id}'"))
                .replace("story_id = '…'", &format!("story_id = '{leading}'"));
            let found = rows(store, &sql).await;
            let found = found.unwrap_or_else(|error| panic!("{heading}: {error}\n{sql}"));
            if found.is_empty() {
                unanswered.push(format!("{heading}\n{sql}"));
            }
            answer.push(found);
        }
        assert!(!answer.is_empty(), "{heading}");
        answers.push(answer);
    }
    assert_eq!(answers.len(), 20);
    assert!(unanswered.is_empty(), "nothing answers {unanswered:#?}");
    let answer = |number: usize, statement: usize| &answers[number - 1][statement - 1];
    let column = |number: usize, name: &str| -> Vec<String> {
        let found = answer(number, 1).iter();
        found.map(|row| text(row, name).to_owned()).collect()
    };
    let articles = rows(
        store,
        "select count(*) as n from news.articles where is_latest and moved_to is null",
    )
    .await;
    let articles = articles.unwrap()[0]["n"].as_i64().unwrap();
    let copies = answer(4, 2)
        .iter()
        .map(|row| row["copies"].as_i64().unwrap());
    assert_eq!(
        answer(4, 1)[0]["count"].as_i64().unwrap(),
        articles - copies.sum::<i64>()
    );
    assert!(
        column(6, "agency").contains(&"dpa".to_owned()),
        "{:?}",
        answer(6, 1)
    );
    assert!(answer(9, 1).iter().all(|row| row["first"].is_string()));
    assert!(column(11, "linked_language").contains(&"en".to_owned()));
    let kinds: Vec<&str> = answer(12, 2)
        .iter()
        .map(|row| text(row, "change"))
        .collect();
    assert!(
        kinds.contains(&"changed") && kinds.contains(&"gone"),
        "{kinds:?}"
    );
    assert_eq!(
        column(13, "before"),
        ["Kreistag streitet über ein zweites Siel"]
    );
    let gone = answer(14, 1)
        .iter()
        .filter(|row| row["date_gone"].is_string());
    assert_eq!(gone.count(), changes.withdrawn.len());
    assert!(answer(14, 1).iter().any(|row| row["moved_to"].is_string()));
    assert!(
        answer(17, 1)
            .iter()
            .all(|row| row["this_week"].as_i64() >= Some(3))
    );
    assert!(column(19, "source_name").contains(&"Quiet".to_owned()));
    assert!(column(20, "precision").contains(&"none".to_owned()));
    assert!(answer(20, 2)[0]["reserved"].as_i64() > Some(0));
    assert_valid(store).await;
}

/// Asserts that the other statements of the document are valid SQL, too.
async fn assert_valid(store: &store::Store) {
    let rest = DOCUMENT.split("\n### ").next().unwrap().to_owned();
    let tail = DOCUMENT.split("\n### 20. ").nth(1).unwrap();
    let tail = tail.split_once("\n## ").unwrap().1;
    for statement in statements(&(rest + tail)) {
        let found = rows(store, &statement.replace('…', "")).await;
        found.unwrap_or_else(|error| panic!("{error}\n{statement}"));
    }
}
