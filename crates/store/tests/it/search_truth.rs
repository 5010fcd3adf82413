//! The grammar of queries: what they find is what a plain reading of the articles finds, and what breaks the grammar is refused where.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde_json::json;
use sqlx::PgPool;
use store::{
    Aggregates, ArticleTerms, Interval, Patience, SearchOrder, SearchQuery, SeedSite, Store,
    testing,
};

use crate::fixtures::{
    accepted, article, finding, group, member, now, one_page, ranked, save, seed, upsert,
};
use crate::search::{ask, matches};

/// Path, language, title, text, author, section, tags, names, and day of publication of each article, empty if it is unknown.
const ARTICLES: &str = "
a1 | en | Trump visits China | Trump met leaders in Beijing. The white house was pleased. | Anna Smith | World | China, Trade | Donald Trump, Beijing | 2026-01-05
a2 | en | Biden visits China | Biden met leaders in Beijing, not at the White House. | Bob Stone | World | China | Joe Biden | 2026-01-06
a3 | en | Trump and Biden debate | Trump and Biden spoke about taxes and political happiness for an hour. | Anna Smith | Politics | | Donald Trump, Joe Biden | 2026-01-07
a4 | en | China builds dams | Engineers near white houses finished a bridge. | | World | Dams | Three Gorges | 2026-02-01
a5 | en | Biden retires | Biden is at home; a white, house-like tent stands there. | Carol Smithers | Politics | Biden | Joe Biden | 2026-02-02
a6 | en | The U.S. and the law | AT&T and C++ programmers in the U.S. met at 12:30, to be or not to be. | | | | | 2026-02-03
d1 | de | Klima im Wandel | Das Klima ändert sich, sagen Forscher. | Jörg Börsch | Wissen | Klima | Hamburg | 2026-03-01
d2 | de | Klimaschutz kostet | Der Klimaschutz kostet Geld, die Klimakrise mehr. | Jörg Börsch | Politik | Klimaschutz | Berlin | 2026-03-02
d3 | de | Weltklima | Das Weltklima und die Häuser der Stadt. | | Wissen | | Merkel | 2026-03-03
d4 | de | Haus am See | Ein Haus steht am See. Rote Häuser stehen daneben. | | | | Angela Merkel | 2026-03-04
d5 | de | Rotes Haus | Das rote Haus der Klimaforscher ist ein Klima-Haus. | Anna Schmidt | wissen | Forschung | Merkelstraße | 2026-03-05
d6 | de | Die Grünen | Die Grünen tagen. Grüne Wiesen. Die grünen Äcker. | Bodo O'Neill | Politik | | | 2026-03-06
j1 | ja | 東京都の橋 | 東京都は古い橋を閉鎖した。 | | | | | 2026-04-01
j2 | ja | 京都の春 | 京都の東に橋がある。 | | | | | 2026-04-02
u1 | en | Tariffs without a date | Nobody says when tariffs rise. | | | | |
";

/// The fields of each article.
fn articles() -> impl Iterator<Item = [&'static str; 9]> {
    let lines = ARTICLES.trim().lines();
    lines.map(|line| {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        fields.try_into().unwrap()
    })
}

/// The values of a field.
fn listed(field: &str) -> Vec<&str> {
    let values = field.split(", ");
    values.filter(|value| !value.is_empty()).collect()
}

/// Each query with the truth as SQL on `a`, the latest versions, with `lower` texts `body` and `head`.
const TRUE: &str = r#"
Trump => body ~ '\mtrump\M'
Trump Biden => body ~ '\mtrump\M' and body ~ '\mbiden\M'
Trump AND Biden => body ~ '\mtrump\M' and body ~ '\mbiden\M'
Trump OR Biden => body ~ '\m(trump|biden)\M'
Trump or Biden => body ~ '\m(trump|biden)\M'
(Trump OR Biden) AND China => body ~ '\m(trump|biden)\M' and body ~ 'china'
Trump OR Biden China => body ~ '\mtrump\M' or (body ~ '\mbiden\M' and body ~ 'china')
China Trump OR Biden => (body ~ 'china' and body ~ '\mtrump\M') or body ~ '\mbiden\M'
China -Trump => body ~ 'china' and body !~ '\mtrump\M'
China NOT Trump => body ~ 'china' and body !~ '\mtrump\M'
China -(Trump OR Biden) => body ~ 'china' and body !~ '\m(trump|biden)\M'
-Trump -Biden lang:en => body !~ '\m(trump|biden)\M' and language = 'en'
NOT (China OR lang:de OR lang:ja) => not (body ~ 'china' or language in ('de', 'ja'))
"white house" => body ~ '\mwhite[^a-z]+house\M'
“White House” => body ~ '\mwhite[^a-z]+house\M'
white -"white house" => body ~ 'white' and body !~ '\mwhite[^a-z]+house\M'
"white house" OR dams => body ~ '\mwhite[^a-z]+house\M' or body ~ '\mdams\M'
NOT "white house" lang:en => body !~ '\mwhite[^a-z]+house\M' and language = 'en'
NOT "white house" => body !~ '\mwhite[^a-z]+house\M'
"rote Häuser" => body ~ 'rote häuser'
"rote Haus" => body ~ 'rote haus\M'
"Häuser" => body ~ '\mhäuser\M'
"die Grünen" => body ~ '\mdie grünen\M'
"to be or not to be" law => body ~ 'to be or not to be'
title:"die Grünen" => head ~ '\mdie grünen\M'
title:China => head ~ 'china'
title:China title:Trump => head ~ 'china' and head ~ 'trump'
Beijing -title:Trump => body ~ 'beijing' and head !~ 'trump'
title:Trump OR title:Biden => head ~ 'trump|biden'
Klima => body ~ '\mklima\M'
Klima* => body ~ '\mklima'
title:klima* => head ~ '\mklima'
klima* -klimaschutz => body ~ '\mklima' and body !~ '\mklimaschutz\M'
haus* => body ~ '\mhaus'
# their stems are shorter: polit, happi
politi* => body ~ '\mpoliti'
happin* => body ~ '\mhappin'
Trump NOT(Biden) => body ~ 'trump' and body !~ 'biden'
(dams)OR(taxes) => body ~ 'dams|taxes'
häus* => body ~ '\mhäus'
"white hous*" => body ~ '\mwhite[^a-z]+hous'
'rote häus*' => body ~ 'rote häus'
dams site:https://www.archive.example/ => body ~ '\mdams\M'
-klima* lang:de => body !~ '\mklima' and language = 'de'
lang:ja => language = 'ja'
lang:de lang:ja => language in ('de', 'ja')
-lang:de => language <> 'de'
東京都 => body like '%東京都%'
京都 -東京都 => body like '%京都%' and body not like '%東京都%'
author:smith => exists (select from unnest(authors) one where one ~* '\msmith\M')
author:"Jörg Börsch" -Klimaschutz => 'Jörg Börsch' = any(authors) and body !~ 'klimaschutz'
section:Politics OR section:wissen => lower(section) in ('politics', 'wissen')
section:politik section:wissen klima* => lower(section) in ('politik', 'wissen') and body ~ '\mklima'
tag:china -tag:trade => 'China' = any(tags) and not 'Trade' = any(tags)
name:merkel => path in ('d3', 'd4')
name:"joe biden" -name:trump => path in ('a2', 'a5')
since:2026-02-02 until:2026-03-01 => date_published >= '2026-02-02' and date_published < '2026-03-02'
Trump OR since:2026-04-01 => body ~ '\mtrump\M' or date_published >= '2026-04-01'
lang:de NOT since:2026-03-03 => language = 'de' and date_published < '2026-03-03'
(lang:en until:2026-01-05) OR (lang:de since:2026-03-06) => (language = 'en' and date_published < '2026-01-06') or (language = 'de' and date_published >= '2026-03-06')
# an article without a date is in no period
tariffs OR (dams since:2026-01-01) => head ~ 'tariffs|dams'
-has:date => date_published is null
lang:en until:2030-01-01 => language = 'en' and date_published is not null
-since:2026-02-02 lang:en => language = 'en' and (date_published is null or date_published < '2026-02-02')
has:author -has:tag => cardinality(authors) > 0 and cardinality(tags) = 0
# what a language leaves out matches nothing as an alternative, and everything beside a condition
(the OR has:tag) lang:en => cardinality(tags) > 0 and language = 'en'
(the has:tag) OR title:debate => cardinality(tags) > 0 and (language = 'en' or body ~ '\mthe\M') or head ~ 'debate'
trump -(the OR has:tag) => body ~ 'trump' and cardinality(tags) = 0
has:story OR has:section lang:en => path = 'a1' or (section is not null and language = 'en')
lang:ja lang:xx => language = 'ja'
dams site:WWW.Archive.example -site:elsewhere => body ~ '\mdams\M'
-dams site:archive.example lang:en => body !~ '\mdams\M' and language = 'en'
author:O'Neill author:stone => path in ('a2', 'd6')
China -author:smith => body ~ 'china' and not exists (select from unnest(authors) one where one ~* '\msmith\M')
lang:ja site-tag:none site-tag:"Regional" => language = 'ja'
lang:ja -site-tag:none => language = 'ja'
"#;

/// Queries that find nothing.
const NOTHING: [&str; 10] = [
    "lang:xx",
    "lang:'",
    "lang:d'e\\",
    "site:elsewhere",
    "-site:archive.example",
    "site-tag:none",
    "-site-tag:regional",
    "story:none",
    "author:!!!",
    "author:\"anna o'neill\"",
];

/// Queries that are refused, each with the column of the fault and a part of the message.
const FALSE: [(&str, usize, &str); 66] = [
    ("intitle:Biden", 1, "did you mean title:?"),
    ("Trump intitle:\"a b\"", 7, "did you mean title:?"),
    ("Trump -tilte:Biden", 8, "did you mean title:?"),
    ("language:de", 1, "did you mean lang:?"),
    ("autor:Smith", 1, "did you mean author:?"),
    ("Häuser source:x", 8, "did you mean site:?"),
    ("after:2026-01-01", 1, "did you mean since:?"),
    ("before:2026-01-01 a", 1, "did you mean until:?"),
    ("(a OR sit:b)", 7, "did you mean site:?"),
    ("filetype:pdf", 1, "there are title:"),
    ("a site-tags:b", 3, "did you mean site-tag:?"),
    ("a inurl:(b c)", 3, "did you mean site:?"),
    ("Trump NEAR Biden", 7, "NEAR is not an operator"),
    ("a ADJ3 b", 3, "ADJ3 is not an operator"),
    ("a XOR b", 3, "XOR is not an operator"),
    ("Miete~2", 6, "~ is not an operator"),
    ("a \"b c\"~5", 8, "~ is not an operator"),
    ("title:Miete^2", 12, "^ is not an operator"),
    ("a | b", 3, "write OR"),
    ("a || b", 3, "write OR"),
    ("a && b", 3, "write AND"),
    ("(a OR b", 1, "is not closed"),
    ("a (b (c)", 3, "is not closed"),
    ("a OR b)", 7, "closes no group"),
    (") a", 1, "closes no group"),
    ("()", 1, "group is empty"),
    ("a -( )", 4, "group is empty"),
    ("OR", 1, "no word before it"),
    ("a OR", 3, "a word is missing"),
    ("a OR OR b", 6, "no word before it"),
    ("a AND", 3, "a word is missing"),
    ("a AND OR b", 7, "no word before it"),
    ("(OR a)", 2, "no word before it"),
    ("(a OR) b", 4, "a word is missing"),
    ("a NOT", 3, "a word is missing"),
    ("日本 \"a b", 4, "not ended"),
    ("title:\"a b", 7, "not ended"),
    ("*klima", 1, "only at the end"),
    ("kl*ma", 3, "only at the end"),
    ("a k*", 4, "after 2 letters"),
    ("site:", 1, "a value must follow"),
    ("a site: b", 3, "a value must follow"),
    ("site:(a OR b)", 1, "write (site:a OR site:b)"),
    ("a since:yesterday", 9, "2026-11-01"),
    ("has:text", 5, "one of author"),
    ("a !b", 3, "! is not an operator"),
    ("!(a b)", 1, "! is not an operator"),
    ("a –b", 3, "– is not an operator"),
    ("a|b", 2, "write OR"),
    ("(a)|(b)", 4, "write OR"),
    ("lang:de|en", 8, "write OR"),
    ("a&&b", 2, "write AND"),
    ("wom?n", 4, "? stands for no letter"),
    ("title:wom?n", 10, "? stands for no letter"),
    ("a w/5 b", 3, "w/5 is not an operator"),
    ("a near5 b", 3, "near5 is not an operator"),
    ("a PRE/3 b", 3, "PRE/3 is not an operator"),
    ("atleast5 a", 1, "atleast5 is not an operator"),
    ("a ODER b", 3, "write OR"),
    ("a NICHT(b)", 3, "write NOT"),
    ("\"clim* change\"", 6, "only at the end"),
    ("site_tag:a", 1, "did you mean site-tag:?"),
    ("article_title:a", 1, "did you mean title:?"),
    ("a when:7d", 3, "did you mean since:?"),
    ("colour_code:a", 1, "there are title:"),
    ("「a b", 1, "not ended"),
];

/// Saves the articles, the first of them in a story.
async fn archive(store: &Store) {
    let mut aggregates = Aggregates {
        cursor: 15,
        stories: vec![ranked("s1", "en")],
        ..Aggregates::default()
    };
    for [
        path,
        language,
        title,
        text,
        author,
        section,
        tags,
        names,
        day,
    ] in articles()
    {
        let url = format!("https://www.archive.example/{path}");
        let key = one_page(store, path, path, now()).await;
        let mut article = article(&url, text);
        let at: Option<DateTime<Utc>> = format!("{day}T12:00:00Z").parse().ok();
        for (field, value) in [
            ("title", json!(title)),
            ("language", json!(language)),
            ("authors", json!(listed(author))),
            ("section", json!(listed(section).first())),
            ("tags", json!(listed(tags))),
            ("date_published", json!(at)),
            ("date_published_precision", json!(at.map(|_| "second"))),
            ("date_published_source", json!(at.map(|_| "meta"))),
        ] {
            article[field] = value;
        }
        save(store, &[accepted(key, "1", article)]).await;
        let id = store::article_id(&url);
        let entity =
            |name: &&str| json!({"text": name, "label": "PER", "start": 0, "end": 1, "norm": name});
        aggregates.terms.push(ArticleTerms {
            id: id.clone(),
            version: 1,
            entities: json!(listed(names).iter().map(entity).collect::<Vec<_>>()).to_string(),
            keywords: "[]".to_owned(),
        });
        aggregates.copies.push(finding(&id, None));
        if path == "a1" {
            aggregates.members.push(member(&id, "s1"));
        }
    }
    group(store, 0, &aggregates).await;
    let tagged = SeedSite {
        tags: vec!["regional".to_owned()],
        ..seed("archive", "www.archive.example")
    };
    upsert(store, &[tagged]).await;
    assert_eq!(store.site_tags().await.unwrap(), ["regional"]);
}

#[tokio::test]
async fn a_query_finds_what_a_plain_reading_finds() {
    let store = &testing::database().await;
    archive(store).await;
    let pool = PgPool::connect(&store.url()).await.unwrap();
    let mut wrong = Vec::new();
    let lines = TRUE.trim().lines().filter(|line| !line.starts_with('#'));
    for (query, condition) in lines.map(|line| line.split_once(" => ").unwrap()) {
        let sql = format!(
            "select article_id from (
                select *, lower(coalesce(title, '') || E'\\n' || text) as body, lower(title) as head,
                    split_part(url, '/', 4) as path from articles where is_latest
            ) a where {condition}"
        );
        let truth: Vec<String> = sqlx::query_scalar(sqlx::AssertSqlSafe(sql))
            .fetch_all(&pool)
            .await
            .unwrap();
        let truth: BTreeSet<String> = truth.into_iter().collect();
        assert!(
            !truth.is_empty() && truth.len() < articles().count(),
            "{query}"
        );
        let asked = ask(query);
        let counted = store.search_series(&asked, Interval::Day).await.unwrap();
        let by_rows = Patience {
            exact_up_to: 0,
            sampling: Duration::MAX,
        };
        let by_rows = store.search_series_soon(&asked, Interval::Day, by_rows);
        let by_rows = by_rows.await.unwrap();
        assert_eq!((by_rows.periods, by_rows.share), (counted, 1.0), "{query}");
        for order in [SearchOrder::Newest, SearchOrder::Relevance] {
            let asked = SearchQuery {
                order,
                limit: 100,
                ..asked.clone()
            };
            let found = store.search(&asked).await.unwrap().hits;
            let found: BTreeSet<String> = found.into_iter().map(|hit| hit.id).collect();
            let counted = store.search_counts(&asked).await.unwrap().total;
            if found != truth || counted != i64::try_from(truth.len()).unwrap() {
                let path = |id: &String| {
                    articles().map(|[path, ..]| path).find(|path| {
                        store::article_id(&format!("https://www.archive.example/{path}")) == *id
                    })
                };
                let [found, truth] =
                    [&found, &truth].map(|ids| ids.iter().map(path).collect::<Vec<_>>());
                wrong.push(format!(
                    "{query}: {found:?}, counted {counted}, in truth {truth:?}"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    for query in NOTHING {
        assert!(matches(store, query).await.is_empty(), "{query}");
    }
}

#[test]
fn what_breaks_the_grammar_is_refused_where_it_does() {
    let now = Utc::now();
    for (query, column, why) in FALSE {
        let refused = SearchQuery::parse(query, now).expect_err(query);
        assert_eq!(refused.column, Some(column), "{query}: {refused}");
        assert!(refused.to_string().contains(why), "{query}: {refused}");
    }
}
