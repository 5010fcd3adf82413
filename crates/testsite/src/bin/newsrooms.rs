//! Serves several newsrooms; each day begins on command.

use std::{
    collections::{BTreeMap, HashMap},
    fs, io,
    time::Duration,
};

use chrono::Utc;
use testsite::{Fault, Newsroom, Settings};

const USAGE: &str = "\
Serves twelve newsrooms of five sites each on loopback, for runs over many nights.

    newsrooms FILE

Writes a seed file for gleaner to FILE, then reads commands from standard input, one per line:

    day                 the next day begins
    fail ID STATUS      every response of a site has this status, until `repair ID`
    repair ID
    counts              one line of JSON: the requests to each site since the last `counts`, and its articles so far

Each command is answered with one line. The program exits at the end of standard input.";

/// A newsroom, and the ids of its sites in the seed file, by host name.
struct Room {
    newsroom: Newsroom,
    ids: HashMap<String, String>,
}

#[tokio::main(flavor = "current_thread")]
#[expect(clippy::print_stdout, reason = "the answers are its output")]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).ok_or(USAGE)?;
    let mut all = Vec::new();
    let mut articles = BTreeMap::new();
    let mut seed_file = String::new();
    for number in 0..12 {
        let newsroom = Newsroom::start(Settings {
            seed: number,
            now: Utc::now(),
            new_a_day: 5..16,
            crawl_delay: Duration::ZERO,
            ..Settings::default()
        })?;
        let mut ids = HashMap::new();
        for article in newsroom.expected().articles {
            let id = format!("{}-{number}", article.site);
            *articles.entry(id.clone()).or_insert(0u64) += 1;
            ids.insert(format!("{}.localhost", article.site), id);
        }
        let mut text = newsroom.seeds_toml();
        for (host, id) in &ids {
            let site = host.trim_end_matches(".localhost");
            text = text.replace(&format!("id = \"{site}\""), &format!("id = \"{id}\""));
        }
        seed_file.push_str(&text);
        all.push(Room { newsroom, ids });
    }
    fs::write(file, seed_file)?;
    println!("ready");
    while let Some(line) = tokio::task::spawn_blocking(read_line).await?? {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["day"] => {
                for site in all.iter().flat_map(begin_day) {
                    *articles.entry(site).or_default() += 1;
                }
                println!("done");
            }
            ["fail", id, status] => {
                set_fault(&all, id, Fault::Fail(status.parse()?));
                println!("done");
            }
            ["repair", id] => {
                set_fault(&all, id, Fault::None);
                println!("done");
            }
            ["counts"] => {
                let requests = requests(&all);
                println!(
                    "{}",
                    serde_json::json!({ "requests": requests, "articles": articles })
                );
            }
            _ => return Err(USAGE.into()),
        }
    }
    Ok(())
}

/// A line of standard input; `None` at its end.
fn read_line() -> io::Result<Option<String>> {
    let mut line = String::new();
    Ok((io::stdin().read_line(&mut line)? > 0).then_some(line))
}

/// Begins the next day of a newsroom. Returns the id of the site of each new article.
fn begin_day(room: &Room) -> Vec<String> {
    let site = |url: String| {
        let host = url.strip_prefix("http://")?.split(':').next()?;
        room.ids.get(host).cloned()
    };
    let new = room.newsroom.advance().new;
    new.into_iter().filter_map(site).collect()
}

fn set_fault(rooms: &[Room], id: &str, fault: Fault) {
    for room in rooms {
        for (host, _) in room.ids.iter().filter(|(_, of)| *of == id) {
            room.newsroom.set_fault(host, fault);
        }
    }
}

/// The requests to each site since the last call.
fn requests(rooms: &[Room]) -> BTreeMap<&str, u64> {
    let mut counts = BTreeMap::new();
    for room in rooms {
        for id in room.ids.values() {
            counts.insert(id.as_str(), 0);
        }
        for request in room.newsroom.log() {
            if let Some(id) = room.ids.get(&request.host) {
                *counts.entry(id).or_default() += 1;
            }
        }
        room.newsroom.clear_log();
    }
    counts
}
