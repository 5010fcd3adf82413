//! A worker in its own process, which may be killed. The program is this test binary.

use std::process::{Child, Command, Stdio};
use std::time::Duration;

use crawl::{Plan, Settings, crawl};
use tokio_util::sync::CancellationToken;

use super::fixture::Fixture;

/// The database of the crawl; set in workers only.
const DATABASE: &str = "GLEANER_PACING_DATABASE";
/// Delays of hosts, domains and addresses, and the lease, in milliseconds.
const TIMES: &str = "GLEANER_PACING_TIMES";

/// Killed when dropped.
pub(crate) struct Worker(Child);

impl Worker {
    pub(crate) fn start(fixture: &Fixture) -> Self {
        let settings = &fixture.settings;
        let times = [
            settings.delay,
            settings.domain_delay(),
            settings.address_delay(),
            settings.lease,
        ];
        let times = times.map(|time| time.as_millis().to_string()).join(" ");
        let child = Command::new(std::env::current_exe().unwrap())
            .args([
                "--exact",
                "pacing::process::this_binary_is_also_the_worker",
                "--nocapture",
            ])
            .env(DATABASE, fixture.database.url())
            .env(TIMES, times)
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

/// The settings of all workers, with these times in milliseconds.
pub(crate) fn settings([delay, domain, address, lease]: [u64; 4]) -> Settings {
    let mut settings = Settings::with_contact("https://example.org/bot").unwrap();
    settings.private_hosts = vec!["localhost".to_owned()];
    settings.delay = Duration::from_millis(delay);
    settings.domain_delay = Some(Duration::from_millis(domain));
    settings.address_delay = Some(Duration::from_millis(address));
    // Of leases that never expire here, a request may take long: the machine can be busy.
    settings.timeout = Duration::from_millis((lease / 10).clamp(800, 10_000));
    settings.idle_timeout = settings.timeout;
    settings.lease = Duration::from_millis(lease);
    settings.well_known_channels = false;
    settings
}

#[tokio::test(flavor = "multi_thread")]
async fn this_binary_is_also_the_worker() {
    let (Ok(url), Ok(times)) = (std::env::var(DATABASE), std::env::var(TIMES)) else {
        return;
    };
    let times: Vec<u64> = times.split(' ').map(|time| time.parse().unwrap()).collect();
    let settings = settings(times.try_into().unwrap());
    let store = store::Store::open(&store::Database::Url(url))
        .await
        .unwrap();
    let plan = Plan {
        patience: Duration::from_mins(2) + settings.lease,
        ..Plan::new(&format!("process {}", std::process::id()))
    };
    let stop = CancellationToken::new();
    crawl(&store, &settings, &plan, &stop, &mut |_| {})
        .await
        .unwrap();
}
