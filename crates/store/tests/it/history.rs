//! Cursors of a database that was restored from a backup.

use store::testing::TestDatabase;
use store::{Cursor, ExportQuery, Series, Store, StoreError, testing};

use crate::fixtures::{imported, now, published};

/// Reads everything after a cursor. Returns where the next reading begins.
async fn read(store: &Store, after: Cursor) -> Result<Cursor, StoreError> {
    let all = ExportQuery::default();
    let mut cursor = after;
    loop {
        let batch = store.export_some(cursor, 2, &all).await?;
        let Some(next) = batch.next else {
            return Ok(cursor);
        };
        cursor = next;
    }
}

async fn articles(store: &Store, name: &str, count: usize) {
    for n in 0..count {
        published(store, &format!("{name}-{n}"), &format!("{name} {n}."), "de").await;
    }
}

/// A database as it lives on after a backup, and one that is restored from the backup: a copy of its files.
async fn restored(backup: TestDatabase) -> (TestDatabase, TestDatabase) {
    backup.store.clone().close().await.unwrap();
    (testing::copy(&backup).await, testing::copy(&backup).await)
}

#[tokio::test]
async fn a_cursor_from_after_the_backup_is_refused_whatever_was_written_since() {
    let backup = testing::database().await;
    articles(&backup, "before", 3).await;
    let at_backup = read(&backup, Cursor::default()).await.unwrap();
    let page = store_page(&backup, "a").await;
    let (original, restored) = restored(backup).await;
    lost_pages_are_noticed(&original, &restored, page).await;
    articles(&original, "lost", 2).await;
    let lost = read(&original, at_backup).await.unwrap();
    assert!(lost.number > at_backup.number);
    // Right after the restore, its number is not assigned yet; then it is, and then it is old.
    for written in [0, 2, 4] {
        articles(&restored, &format!("new-{written}"), written).await;
        let refused = read(&restored, lost).await.unwrap_err();
        assert!(
            matches!(refused, StoreError::OtherHistory { cursor, .. } if cursor == lost),
            "{refused}"
        );
        assert!(refused.to_string().contains("start over without a cursor"));
    }
    assert!(restored.last_cursor().await.unwrap() > lost.number);
    // What both have in common is continued, in either.
    for store in [&restored, &original] {
        let next = read(store, at_backup).await.unwrap();
        assert_eq!(read(store, next).await.unwrap(), next);
        assert!(next.number > at_backup.number);
    }
    let next = read(&restored, at_backup).await.unwrap();
    assert!(read(&original, next).await.is_err());
}

/// Stores a page. Returns the cursor after it.
async fn store_page(store: &Store, name: &str) -> Cursor {
    let page = imported(name, name.as_bytes(), Some(now()));
    store.import_pages(&[page]).await.unwrap();
    let last = store.last_page().await.unwrap().page_id;
    store.page_cursor(last).await.unwrap()
}

async fn lost_pages_are_noticed(original: &Store, restored: &Store, at_backup: Cursor) {
    let lost = store_page(original, "b").await;
    let check = async |cursor| restored.check_cursor(Series::Pages, cursor).await;
    assert!(check(lost).await.is_err());
    let new = store_page(restored, "c").await;
    assert_eq!(new.number, lost.number);
    assert!(check(lost).await.is_err());
    for cursor in [at_backup, new, Cursor::default()] {
        check(cursor).await.unwrap();
    }
    // Without new pages the cursor stays the same.
    assert_eq!(restored.page_cursor(new.number).await.unwrap(), new);
}

#[tokio::test]
async fn a_cursor_of_a_row_is_continued_and_one_without_a_token_only_from_before_the_tokens() {
    let store = &testing::database().await;
    articles(store, "old", 3).await;
    let all = ExportQuery::default();
    let batch = store.export_some(Cursor::default(), 9, &all).await.unwrap();
    assert_eq!(batch.rows.len(), 3);
    for (row, left) in batch.rows.iter().zip([2, 1, 0]) {
        let cursor = batch.cursor(row.cursor);
        assert!(cursor.token.is_some());
        let rest = store.export_some(cursor, 9, &all).await.unwrap();
        assert_eq!(rest.rows.len(), left);
    }
    let last = store.last_cursor().await.unwrap();
    // as an upgrade leaves it
    let upgraded = "delete from history where series = 'changes';
        insert into history (series, last, token) select 'changes', max(cursor), null from publications";
    testing::damage(store, upgraded).await.unwrap();
    let bare = |number| Cursor {
        number,
        token: None,
    };
    articles(store, "new", 3).await;
    for number in 0..=last {
        assert!(read(store, bare(number)).await.is_ok(), "{number}");
    }
    let refused = read(store, bare(last + 1)).await.unwrap_err().to_string();
    assert!(refused.contains("it has no token"), "{refused}");
    let window = store.export_window(Cursor::default(), 1).await;
    assert_eq!(window.unwrap().unwrap().token, None);
}
