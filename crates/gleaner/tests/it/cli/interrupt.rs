use std::net::TcpListener;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use super::{Folder, code, gleaner, stderr};
use crate::workers;

/// Five seconds, and a margin for a busy machine.
const TIMEOUT: Duration = Duration::from_secs(20);

#[test]
fn a_check_that_is_stopped_says_how_far_it_came() {
    // Accepts connections and never answers.
    let hangs = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = Folder::new();
    let home = format!("http://localhost:{}/", hangs.local_addr().unwrap().port());
    folder.write("mine.txt", &home);
    let mut child = gleaner(&folder)
        .args(["seed", "check", "mine.txt"])
        .env("GLEANER__CRAWL__CONTACT", "https://example.org/bot")
        .env("GLEANER__CRAWL__PRIVATE_HOSTS", "[\"localhost\"]")
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _waits = hangs.accept().unwrap();
    ask_to_stop(&mut child, "-INT");
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output).contains("stopped: checked 0 of 1 site"),
        "{}",
        stderr(&output)
    );
}

/// The place of `SIGHUP` in a mask.
const HANGUP: u64 = 1;

/// The signals that a process has in this mask, such as `SigIgn`.
fn signals(process: &str, mask: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).unwrap();
    let mut lines = status.lines();
    let mask = lines.find_map(|line| line.strip_prefix(mask)?.strip_prefix(':'));
    u64::from_str_radix(mask.unwrap().trim(), 16).unwrap()
}

/// Sends a signal once it is handled, by a thread that starts alongside the connection, and waits until the program has ended.
fn ask_to_stop(child: &mut Child, signal: &str) {
    let bit = match signal {
        "-HUP" => HANGUP,
        "-INT" => 1 << 1,
        _ => 1 << 14,
    };
    let process = child.id().to_string();
    let since = Instant::now();
    while signals(&process, "SigCgt") & bit == 0 {
        assert!(since.elapsed() < TIMEOUT, "{signal} is not handled");
        std::thread::sleep(Duration::from_millis(5));
    }
    workers::signal(child.id(), signal);
    let since = Instant::now();
    while child.try_wait().unwrap().is_none() {
        if since.elapsed() > TIMEOUT {
            child.kill().unwrap();
            panic!("{signal} does not end it");
        }
        std::thread::sleep(Duration::from_millis(20));
    }
}

#[test]
fn one_signal_ends_a_command_that_waits_for_a_database_that_hangs() {
    std::thread::scope(|scope| {
        for signal in ["-TERM", "-INT", "-HUP"] {
            // thus its children do, too
            if signal == "-HUP" && signals("self", "SigIgn") & HANGUP != 0 {
                eprintln!("skipped: SIGHUP is ignored here, as under nohup");
                continue;
            }
            scope.spawn(move || assert_ended(signal));
        }
    });
}

fn assert_ended(signal: &str) {
    // Accepts connections and never answers.
    let hangs = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("postgresql://me@{}/none", hangs.local_addr().unwrap());
    let folder = Folder::new();
    let mut child = gleaner(&folder)
        .arg("status")
        .env("DATABASE_URL", &url)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let _waits = hangs.accept().unwrap();
    ask_to_stop(&mut child, signal);
    let output = child.wait_with_output().unwrap();
    assert_eq!(code(&output), 1);
    assert!(
        stderr(&output).contains("everything stored is complete"),
        "{}",
        stderr(&output)
    );
}
