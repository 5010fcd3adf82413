//! The reader, as a process that serves HTTP requests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use super::pipeline::World;

/// A reader that runs until the test ends.
pub(crate) struct Serving {
    child: Child,
    pub(crate) address: String,
    /// The path of the address that it printed.
    pub(crate) path: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serving {
    /// Starts it with a command.
    pub(crate) fn by(world: &World, args: &[&str]) -> Self {
        let mut command = world.gleaner(args);
        command.args(["--listen", "127.0.0.1:0"]);
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut line = String::new();
        let mut out = BufReader::new(child.stdout.take().unwrap());
        out.read_line(&mut line).unwrap();
        let line = line.trim().strip_prefix("http://").unwrap();
        let (address, path) = line.split_once('/').unwrap();
        Self {
            address: address.to_owned(),
            path: format!("/{path}"),
            child,
        }
    }

    /// Status, head and body of the response to a request.
    pub(crate) fn ask(&self, head: &str, body: &str) -> (u16, String, String) {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_mins(1)))
            .unwrap();
        let request = format!(
            "{head}Host: {}\r\nConnection: close\r\n\r\n{body}",
            self.address
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer).unwrap();
        let answer = String::from_utf8_lossy(&answer);
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (
            head.split(' ').nth(1).unwrap().parse().unwrap(),
            head.to_owned(),
            body.to_owned(),
        )
    }
}
