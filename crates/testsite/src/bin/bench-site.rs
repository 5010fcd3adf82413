//! Serves bench hosts, and counts the requests.

use std::{
    collections::HashMap,
    fmt::Write as _,
    fs, io,
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};
use testsite::{Newsroom, Request, Settings};

const USAGE: &str = "\
Serves hosts of small pages on loopback, for measuring crawlers.

    bench-site [--hosts N] [--pages N] [--seeds FILE]

Prints its address, writes a seed file for gleaner to FILE, and answers each line of standard input with the counts of requests,
as JSON. With one host the host is named 127.0.0.1, else bench-000.localhost and so on. The program exits at the end of
standard input.";

#[tokio::main(flavor = "multi_thread", worker_threads = 1)]
#[expect(
    clippy::print_stdout,
    reason = "the address and the counts are its output"
)]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut settings = Settings {
        bench_hosts: 1,
        ..Settings::default()
    };
    let mut file = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or(USAGE)?;
        match name.as_str() {
            "--hosts" => settings.bench_hosts = value.parse()?,
            "--pages" => settings.bench_pages = value.parse()?,
            "--seeds" => file = Some(value),
            _ => return Err(USAGE.into()),
        }
    }
    let hosts = settings.bench_hosts;
    let newsroom = Newsroom::start(settings)?;
    let port = newsroom.port();
    let mut seeds = String::new();
    for number in 0..hosts {
        let name = format!("bench-{number:03}");
        let host = match hosts {
            1 => "127.0.0.1".to_owned(),
            _ => format!("{name}.localhost"),
        };
        write!(
            seeds,
            "[[site]]\nid = \"{name}\"\nname = \"{name}\"\nhome = \"http://{host}:{port}/\"\nfeeds = []\nnews_sitemaps = []\nsitemaps = []\n\n"
        )?;
    }
    if let Some(file) = file {
        fs::write(file, seeds)?;
    }
    println!("http://127.0.0.1:{port}/");
    while tokio::task::block_in_place(|| io::stdin().read_line(&mut String::new()))? > 0 {
        println!("{}", counts(&newsroom.log()));
    }
    Ok(())
}

/// Requests for pages and for forbidden paths, pages requested at all and more than once, and the time of the last request for a
/// page, in seconds since 1970.
fn counts(log: &[Request]) -> Value {
    let mut pages = HashMap::new();
    let (mut forbidden, mut last) = (0_u64, None);
    for request in log {
        if request.path.starts_with("/never/") {
            forbidden += 1;
        } else if request.path == "/" || request.path.starts_with("/story/") {
            *pages.entry((&request.host, &request.path)).or_insert(0_u64) += 1;
            last = Some(request.started);
        }
    }
    let last = last.and_then(|at| SystemTime::now().checked_sub(at.elapsed()));
    let last = last.and_then(|at| at.duration_since(UNIX_EPOCH).ok());
    json!({
        "page_requests": pages.values().sum::<u64>(),
        "distinct_pages": pages.len(),
        "repeated_pages": pages.values().filter(|count| **count > 1).count(),
        "forbidden": forbidden,
        "last_at": last.map(|since| since.as_secs_f64()),
    })
}
