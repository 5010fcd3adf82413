use std::net::TcpListener;
use std::process::Stdio;
use std::time::{Duration, Instant};

use super::{Folder, code, gleaner, stderr};

/// Five seconds, and what a machine with other work may add.
const PATIENCE: Duration = Duration::from_secs(12);

#[test]
fn one_signal_ends_a_command_that_waits_for_a_database_that_hangs() {
    // Takes connections, and never answers.
    let hangs = TcpListener::bind("127.0.0.1:0").unwrap();
    let folder = Folder::new();
    let url = format!("postgresql://me@{}/none", hangs.local_addr().unwrap());
    for signal in ["-TERM", "-INT"] {
        let mut child = gleaner(&folder)
            .arg("status")
            .env("DATABASE_URL", &url)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let _waits = hangs.accept().unwrap();
        // It listens for signals from a thread that begins beside the connection.
        std::thread::sleep(Duration::from_millis(500));
        let killed = std::process::Command::new("kill")
            .args([signal, &child.id().to_string()])
            .status();
        assert!(killed.unwrap().success());
        let since = Instant::now();
        while child.try_wait().unwrap().is_none() {
            if since.elapsed() > PATIENCE {
                child.kill().unwrap();
                panic!("{signal} does not end it");
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let output = child.wait_with_output().unwrap();
        assert_eq!(code(&output), 1);
        assert!(
            stderr(&output).contains("all that was stored is whole"),
            "{}",
            stderr(&output)
        );
    }
}
