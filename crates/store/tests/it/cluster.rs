//! The embedded cluster: created, shared, killed, found again.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use store::{Database, Store};

use crate::fixtures::{imported, now, to_extract};

fn server_of(home: &Path) -> Option<String> {
    let file = fs::read_to_string(home.join("postgres/data/postmaster.pid")).ok()?;
    Some(file.lines().next()?.to_owned())
}

/// Kills a process. Returns `false` if there is no such process.
fn kill(pid: &str) -> bool {
    let status = Command::new("kill").args(["-9", pid]).status();
    status.unwrap().success()
}

/// A folder that other users can reach: if root starts the server, another user runs it.
fn open_folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).unwrap();
    folder
}

async fn opened(home: &Path) -> Store {
    let store = Store::open(&Database::Embedded(home.to_owned()))
        .await
        .unwrap();
    store.migrate().await.unwrap();
    store
}

#[tokio::test]
async fn a_new_cluster_sorts_by_bytes_and_is_stopped_by_the_last_one_to_close() {
    let home = open_folder();
    let (first, second) = tokio::join!(opened(home.path()), opened(home.path()));
    assert_eq!(first.migrate().await.unwrap(), 0);
    let pool = sqlx::PgPool::connect(&first.url()).await.unwrap();
    let (collate, messages, knows): (String, String, bool) = sqlx::query_as(
        "select datcollate::text, current_setting('lc_messages'), 'MÜNCHEN' ilike 'münchen' and knows_letters()
        from pg_database where datname = current_database()",
    )
    .fetch_one(&pool)
    .await
    .unwrap();
    assert_eq!((collate.as_str(), messages.as_str()), ("C", "C"));
    // where the C library has the locale
    assert_eq!(knows, cfg!(target_env = "gnu"), "the case of letters");
    pool.close().await;
    let server = server_of(home.path()).expect("one server");
    first.close().await.unwrap();
    assert_eq!(server_of(home.path()), Some(server));
    assert_eq!(second.queue().await.unwrap().pages, 0);
    second.close().await.unwrap();
    assert_eq!(server_of(home.path()), None);
}

#[tokio::test(flavor = "multi_thread")]
async fn killing_the_server_in_mid_write_loses_nothing_acknowledged() {
    let home = open_folder();
    let store = opened(home.path()).await;
    let writers: Vec<_> = (0..4)
        .map(|writer| {
            let store = store.clone();
            tokio::spawn(async move {
                for n in 0..40 {
                    let page = imported(&format!("{writer}/{n}"), &vec![b'x'; 5_000], Some(now()));
                    let done = store.import_pages(&[page]).await.unwrap();
                    assert_eq!(done.added + done.known, 1);
                }
            })
        })
        .collect();
    let mut killed = 0;
    for _ in 0..2 {
        tokio::time::sleep(Duration::from_millis(150)).await;
        // The second kill may come before the server has been restarted.
        killed += usize::from(server_of(home.path()).is_some_and(|server| kill(&server)));
    }
    assert!(killed > 0);
    for writer in writers {
        writer.await.unwrap();
    }
    assert_eq!(store.queue().await.unwrap().pages, 160);
    assert!(kill(&server_of(home.path()).unwrap()));
    drop(store); // as if the program had also been killed
    let again = opened(home.path()).await;
    assert_eq!(again.queue().await.unwrap().pages, 160);
    assert_eq!(to_extract(&again).await[0].body.len(), 5_000);
    again.close().await.unwrap();
}

/// A program is killed while it creates the cluster, and the programs that it started keep running.
#[tokio::test]
async fn a_start_that_was_killed_keeps_the_next_one_waiting_until_its_programs_have_ended() {
    let home = open_folder();
    let postgres = home.path().join("postgres");
    fs::create_dir(&postgres).unwrap();
    let lock = fs::File::create(postgres.join("lock")).unwrap();
    lock.lock().unwrap();
    let made = postgres.join("data.part-1-1");
    fs::create_dir(&made).unwrap();
    // Like `initdb`, it inherits the lock and outlives its parent.
    let mut left = Command::new("sh")
        .args(["-c", "sleep 2; touch data.part-1-1/late"])
        .current_dir(&postgres)
        .stdin(lock)
        .spawn()
        .unwrap();
    let store = opened(home.path()).await;
    assert!(left.try_wait().unwrap().is_some(), "it waited");
    assert!(!made.exists());
    store.close().await.unwrap();
    a_loss_of_power_that_damaged_the_lock_files_does_not_keep_the_server_from_starting(&home).await;
}

async fn a_loss_of_power_that_damaged_the_lock_files_does_not_keep_the_server_from_starting(
    home: &tempfile::TempDir,
) {
    for content in [&b""[..], b"\0\0\0\0", b"rubbish\n"] {
        let store = opened(home.path()).await;
        assert!(kill(&server_of(home.path()).unwrap()));
        drop(store);
        for file in ["data/postmaster.pid", ".s.PGSQL.5432.lock"] {
            fs::write(home.path().join("postgres").join(file), content).unwrap();
        }
    }
    let store = opened(home.path()).await;
    assert_eq!(store.queue().await.unwrap().hosts, 0);
    store.close().await.unwrap();
}

#[tokio::test]
async fn a_long_path_with_odd_characters_and_a_closed_folder_work() {
    let top = tempfile::tempdir().unwrap();
    fs::set_permissions(top.path(), fs::Permissions::from_mode(0o700)).unwrap();
    let home: PathBuf = top.path().join("it's a \"long\" $HOME, ü".repeat(6));
    let store = match Store::open(&Database::Embedded(home.clone())).await {
        Ok(store) => store,
        // root in a container that forbids user namespaces: the message says what to do
        Err(error) => return assert!(error.to_string().contains("GLEANER_DATA_DIR"), "{error}"),
    };
    store.migrate().await.unwrap();
    assert!(
        store.url().starts_with("postgresql:///gleaner?host=%2F")
            || store.url().contains("host=/tmp/gleaner-")
    );
    assert!(store.url().contains("&port=5432&"), "{}", store.url());
    assert_eq!(store.queue().await.unwrap().hosts, 0);
    store.close().await.unwrap();
}

#[tokio::test]
async fn an_unreachable_url_is_an_error_that_says_so() {
    let nowhere = Database::Url("postgresql://me:secret@127.0.0.1:1/none".to_owned());
    let error = Store::open(&nowhere).await.unwrap_err().to_string();
    assert!(
        error.contains("DATABASE_URL")
            && error.contains("127.0.0.1:1")
            && !error.contains("secret"),
        "{error}"
    );
}

#[tokio::test]
async fn a_path_with_a_line_break_is_refused() {
    let top = tempfile::tempdir().unwrap();
    let error = Store::open(&Database::Embedded(top.path().join("two\nlines")))
        .await
        .unwrap_err();
    assert!(error.to_string().contains("line break"), "{error}");
    assert!(fs::read_dir(top.path()).unwrap().next().is_none());
}
