//! A worker that is a process, and may be killed. The program is this test binary itself.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crawl::{Plan, Settings, crawl};
use tokio_util::sync::CancellationToken;

use crate::stage::Stage;

/// The database of the crawl; set in workers only.
const DATABASE: &str = "GLEANER_PACING_DATABASE";

/// Killed when dropped.
pub(crate) struct Worker(Child);

impl Worker {
    pub(crate) fn start(stage: &Stage) -> Self {
        let child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "process::this_binary_is_also_the_worker", "--nocapture"])
            .env(DATABASE, stage.database.url())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn();
        Self(child.unwrap())
    }

    /// `kill -9`.
    pub(crate) fn kill(&mut self) {
        self.0.kill().unwrap();
        self.0.wait().unwrap();
    }

    pub(crate) fn stop(&self) {
        self.signal("STOP");
    }

    pub(crate) fn go_on(&self) {
        self.signal("CONT");
    }

    fn signal(&self, name: &str) {
        let sent = Command::new("kill")
            .args([format!("-{name}"), self.0.id().to_string()])
            .status();
        assert!(sent.unwrap().success());
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// The settings of all workers here: delays of some hundred milliseconds.
pub(crate) fn settings() -> Settings {
    let mut settings = Settings::with_contact("https://example.org/bot");
    settings.private_hosts = vec!["localhost".to_owned()];
    settings.delay = Duration::from_millis(120);
    settings.domain_delay = Some(Duration::from_millis(120));
    settings.address_delay = Some(Duration::from_millis(40));
    settings.timeout = Duration::from_millis(800);
    settings.idle_timeout = Duration::from_millis(800);
    settings.lease = Duration::from_millis(600);
    settings
}

#[tokio::test(flavor = "multi_thread")]
async fn this_binary_is_also_the_worker() {
    let Ok(url) = std::env::var(DATABASE) else {
        return;
    };
    let store = store::Store::open(&store::Database::Url(url)).await.unwrap();
    let plan = Plan {
        patience: Duration::from_mins(1),
        ..Plan::new(&format!("process {}", std::process::id()))
    };
    let stop = CancellationToken::new();
    crawl(&store, &settings(), &plan, &stop, |_| {}).await.unwrap();
}
