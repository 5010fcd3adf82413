//! Connections that are lost after the server did its work, but before its answer arrived.

use std::{
    str::FromStr,
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
};

use sqlx::postgres::PgConnectOptions;
use store::{Database, Store, testing};
use tokio::{
    io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt},
    net::{TcpListener, TcpStream, UnixStream},
};
use url::Url;

use crate::fixtures::claimed;

/// More answers than any of the methods below waits for.
const ANSWERS: i64 = 10;

/// A connection to the server.
trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<S: AsyncRead + AsyncWrite + Unpin + Send> Stream for S {}

/// A store behind a relay that can lose an answer of the server.
struct Relayed {
    store: Store,
    /// Answers to pass on before one is lost.
    left: Arc<AtomicI64>,
}

impl Relayed {
    async fn to(store: &Store) -> Self {
        let server = Url::parse(&store.url()).unwrap();
        let options = PgConnectOptions::from_str(server.as_str()).unwrap();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let mut through = Url::parse("postgresql://127.0.0.1").unwrap();
        through
            .set_port(Some(listener.local_addr().unwrap().port()))
            .unwrap();
        through.set_username(options.get_username()).unwrap();
        through.set_password(server.password()).unwrap();
        through.set_path(options.get_database().unwrap());
        let left = Arc::new(AtomicI64::new(i64::MAX));
        let counter = Arc::clone(&left);
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                let server = connect(&options).await;
                tokio::spawn(relay(client, server, Arc::clone(&counter)));
            }
        });
        let store = Store::open(&Database::Url(through.into())).await.unwrap();
        Self { store, left }
    }

    /// Loses one answer, after `passed` others, with its connection.
    fn lose(&self, passed: i64) -> &Store {
        self.left.store(passed, Ordering::SeqCst);
        &self.store
    }
}

async fn connect(options: &PgConnectOptions) -> Box<dyn Stream> {
    let port = options.get_port();
    match options.get_socket() {
        Some(folder) => {
            let socket = folder.join(format!(".s.PGSQL.{port}"));
            Box::new(UnixStream::connect(socket).await.unwrap())
        }
        None => Box::new(
            TcpStream::connect((options.get_host(), port))
                .await
                .unwrap(),
        ),
    }
}

async fn relay(client: TcpStream, server: Box<dyn Stream>, left: Arc<AtomicI64>) {
    let (mut from_client, mut to_client) = client.into_split();
    let (mut from_server, mut to_server) = tokio::io::split(server);
    let answers = async {
        let mut answer = vec![0; 1 << 16];
        while let Ok(length @ 1..) = from_server.read(&mut answer).await {
            if left.fetch_sub(1, Ordering::SeqCst) == 0 {
                return;
            }
            if to_client.write_all(&answer[..length]).await.is_err() {
                return;
            }
        }
    };
    tokio::select! {
        () = answers => {}
        _ = tokio::io::copy(&mut from_client, &mut to_server) => {}
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_quota_is_taken_and_released_once_whichever_answer_is_lost() {
    let store = &testing::database().await;
    let lease = claimed(store, "paper").await;
    let relayed = Relayed::to(store).await;
    let charged = async || {
        let rows = testing::rows(store, "select used, renderings from quotas");
        let row = rows.await.unwrap().remove(0);
        ["used", "renderings"].map(|column| row[column].as_i64().unwrap())
    };
    store.take_quota(&lease, 100, 1_000).await.unwrap();
    for lost in 0..ANSWERS {
        let quota = relayed.lose(lost).take_quota(&lease, 32, 1_000).await;
        let quota = quota.unwrap();
        assert_eq!(quota.pages, 32);
        assert_eq!(charged().await, [132, lost], "taken, answer {lost} lost");
        let released = relayed.lose(lost).release_quota(&lease, quota, 32).await;
        released.unwrap();
        assert_eq!(charged().await, [100, lost], "released, answer {lost} lost");
        let taken = relayed.lose(lost).take_rendering(&lease, 100).await;
        assert!(taken.unwrap());
        assert_eq!(
            charged().await,
            [100, lost + 1],
            "rendered, answer {lost} lost"
        );
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_night_reads_and_changes_once_whichever_answer_is_lost() {
    let store = &testing::database().await;
    claimed(store, "paper").await;
    let relayed = Relayed::to(store).await;
    for lost in 0..ANSWERS {
        relayed.lose(lost).server().await.unwrap();
        let released = relayed.lose(lost).release_dead_workers().await;
        assert_eq!(released.unwrap(), 0);
        let rows = relayed.lose(lost).export(0, 10).await;
        assert_eq!(rows.unwrap().len(), 0);
    }
    for lost in 0..ANSWERS {
        for pause in [true, false] {
            let changed = relayed.lose(lost).pause_site("paper", pause).await;
            assert!(changed.unwrap(), "paused: {pause}, answer {lost} lost");
        }
    }
    assert!(!store.pause_site("paper", false).await.unwrap());
    for lost in 0..ANSWERS {
        relayed.lose(lost).begin_run("nightly").await.unwrap();
        let runs = store.runs_before(i64::MAX, 100).await.unwrap();
        assert_eq!(runs.len(), usize::try_from(lost).unwrap() + 1);
    }
}
