//! Stories with what is new in them.

use chrono::TimeDelta;
use store::{Aggregates, FreshCursor, FreshOrder, FreshQuery, Store, Story, testing};

use crate::fixtures::{group, member, now, published, ranked};

/// Five stories by number of owners, age of the newest article in hours, score, and whether the first article is from days ago. The
/// last of them has a second article, which is new.
async fn told(store: &Store) -> Vec<String> {
    let mut found = Aggregates::default();
    let mut ids = Vec::new();
    for (path, owners, hours, score, is_old) in [
        ("a", 1, 1, 0.9, false),
        ("b", 3, 3, 0.2, false),
        ("c", 7, 90, 0.5, true),
        ("d", 1, 80, 0.7, true),
        ("e", 2, 2, 0.1, true),
    ] {
        let id = published(store, path, path, "de").await;
        found.members.push(member(&id, &id));
        found.stories.push(Story {
            owners,
            score,
            date_active: now() - TimeDelta::hours(hours),
            ..ranked(&id, "de")
        });
        if is_old {
            let sql = format!(
                "update articles set fetched_at = fetched_at - interval '3 days' where article_id = '{id}'"
            );
            testing::damage(store, &sql).await.unwrap();
        }
        ids.push(id);
    }
    let second = published(store, "f", "f", "de").await;
    found.members.push(member(&second, &ids[4]));
    group(store, 0, &found).await;
    ids
}

#[tokio::test]
async fn stories_with_new_articles_come_first_and_the_others_follow_to_the_end() {
    let store = &testing::database().await;
    let ids = told(store).await;
    let name = |id: &String| {
        let at = ids.iter().position(|known| known == id).unwrap();
        ["a", "b", "c", "d", "e"][at]
    };
    for (since, order, expected) in [
        (Some(24), FreshOrder::Outlets, "b1 e1 a1 d0 c0"),
        (Some(24), FreshOrder::Time, "a1 e1 b1 d0 c0"),
        (Some(24 * 30), FreshOrder::Outlets, "c1 b1 e2 a1 d1"),
        (None, FreshOrder::Outlets, "a0 d0 c0 b0 e0"),
        (None, FreshOrder::Time, "a0 e0 b0 d0 c0"),
    ] {
        // in one page, and in pages of one story
        for limit in [10, 1] {
            let mut query = FreshQuery {
                since: since.map(|hours| now() - TimeDelta::hours(hours)),
                language: Some("de".to_owned()),
                order,
                limit,
                ..FreshQuery::default()
            };
            let mut found = Vec::new();
            loop {
                let page = store.fresh_stories(&query).await.unwrap();
                let Some(last) = page.last() else { break };
                let cursor = FreshCursor::of(last).to_string();
                query.after = Some(cursor.parse().unwrap());
                found.extend(page);
            }
            let found = found
                .iter()
                .map(|fresh| format!("{}{}", name(&fresh.story.id), fresh.added));
            let found: Vec<String> = found.collect();
            assert_eq!(found.join(" "), expected, "{since:?} {order:?} {limit}");
        }
    }
    let reports = store.story_reports(&ids[4..]).await.unwrap();
    let day = now() - TimeDelta::hours(24);
    let mut new: Vec<_> = reports
        .iter()
        .map(|one| (one.id == ids[4], one.is_new(day)))
        .collect();
    new.sort_unstable();
    assert_eq!(new, [(false, true), (true, false)]);
    let other = FreshQuery {
        language: Some("fr".to_owned()),
        limit: 10,
        ..FreshQuery::default()
    };
    assert!(store.fresh_stories(&other).await.unwrap().is_empty());
    for cursor in ["1.2.3.4", "1.-1.3.0.a", "1.253402300800000000.3.0.a"] {
        assert!(cursor.parse::<FreshCursor>().is_err(), "{cursor}");
    }
}
