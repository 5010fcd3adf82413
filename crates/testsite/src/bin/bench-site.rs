//! Serves bench hosts until it is interrupted, then prints the counts of requests.

use std::path::PathBuf;

use testsite::{BenchSettings, BenchSite};
use tokio::signal::unix::{SignalKind, signal};

const USAGE: &str = "\
Serves hosts of small pages on loopback, for measuring crawlers.

    bench-site [--port N] [--hosts N] [--pages N] [--seed N] [--seeds FILE]

Prints its address, writes a seed file for gleaner to FILE, and on SIGTERM or SIGINT (or at /__log) the counts
of requests as JSON. With one host the host is named 127.0.0.1, else bench-000.localhost and so on.";

#[tokio::main(flavor = "current_thread")]
#[expect(
    clippy::print_stdout,
    reason = "the address and the counts are its output"
)]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut settings = BenchSettings {
        port: 0,
        hosts: 1,
        pages: 5_001,
        seed: 1,
    };
    let mut seeds: Option<PathBuf> = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        if name == "--help" {
            println!("{USAGE}");
            return Ok(());
        }
        let value = arguments
            .next()
            .ok_or_else(|| format!("{name} needs a value\n\n{USAGE}"))?;
        match name.as_str() {
            "--port" => settings.port = value.parse()?,
            "--hosts" => settings.hosts = value.parse()?,
            "--pages" => settings.pages = value.parse()?,
            "--seed" => settings.seed = value.parse()?,
            "--seeds" => seeds = Some(value.into()),
            _ => return Err(format!("unknown option {name}\n\n{USAGE}").into()),
        }
    }
    let (mut terminate, mut interrupt) = (
        signal(SignalKind::terminate())?,
        signal(SignalKind::interrupt())?,
    );
    let site = BenchSite::bind(settings).await?;
    if let Some(file) = seeds {
        std::fs::write(file, site.seeds_toml())?;
    }
    println!("http://{}/", site.address());
    let stop = async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    };
    println!("{}", site.serve(stop).await?);
    Ok(())
}
