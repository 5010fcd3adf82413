//! One extractor in a separate process. It reads commands from standard input and answers each with one line.
//!
//! - `load FILE…`: keeps the decoded pages of JSONL.gz files in memory; answers their number and their bytes
//! - `round N`: extracts the text of all of them N times; answers the CPU seconds of one round
//! - `predict FILE OUT`: writes `{"id","text"}` for each page of the file; answers the number of pages
//!
//! `bench/extract/python_peer.py` has the same commands.

mod methods;

use std::error::Error;
use std::fs::File;
use std::hint::black_box;
use std::io::{self, BufRead, BufReader, BufWriter, Write};

use flate2::read::MultiGzDecoder;
use rustix::time::{ClockId, clock_gettime};

/// A page of a data set.
#[derive(serde::Deserialize)]
struct Page {
    id: String,
    html: String,
}

/// The text predicted for a page.
#[derive(serde::Serialize)]
struct Prediction {
    id: String,
    text: String,
}

fn main() -> Result<(), Box<dyn Error>> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let text = methods::named(&name).ok_or_else(|| format!("no method {name:?}"))?;
    let mut loaded: Vec<String> = Vec::new();
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect();
        let answer = match words[..] {
            ["load", ref files @ ..] => {
                loaded.clear();
                for file in files {
                    for page in pages(file)? {
                        loaded.push(page?.html);
                    }
                }
                let bytes: usize = loaded.iter().map(String::len).sum();
                format!("{} {bytes}", loaded.len())
            }
            ["round", times] => {
                let times: u32 = times.parse()?;
                let began = cpu_seconds();
                for _ in 0..times {
                    for page in &loaded {
                        black_box(text(black_box(page)));
                    }
                }
                format!("{}", (cpu_seconds() - began) / f64::from(times))
            }
            ["predict", file, out] => {
                let mut out = BufWriter::new(File::create(out)?);
                let mut count = 0;
                for page in pages(file)? {
                    let Page { id, html } = page?;
                    let text = text(&html);
                    serde_json::to_writer(&mut out, &Prediction { id, text })?;
                    out.write_all(b"\n")?;
                    count += 1;
                }
                out.flush()?;
                format!("{count}")
            }
            _ => return Err(format!("no command {line:?}").into()),
        };
        writeln!(output, "{answer}")?;
        output.flush()?;
    }
    Ok(())
}

fn pages(file: &str) -> io::Result<impl Iterator<Item = Result<Page, Box<dyn Error>>>> {
    let lines = BufReader::new(MultiGzDecoder::new(File::open(file)?)).lines();
    Ok(lines.map(|line| Ok(serde_json::from_str(&line?)?)))
}

/// CPU time of this process so far, user and system.
fn cpu_seconds() -> f64 {
    let time = clock_gettime(ClockId::ProcessCPUTime);
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}
