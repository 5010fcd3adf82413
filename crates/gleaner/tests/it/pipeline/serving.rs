//! The reader, as a process that serves HTTP requests.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

use super::World;

/// A reader that runs until the test ends.
pub(super) struct Serving {
    child: Child,
    address: String,
    /// The path of the address that it printed.
    pub(super) path: String,
}

impl Drop for Serving {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Serving {
    pub(super) fn start(world: &World) -> Self {
        Self::by(world, &["serve"])
    }

    /// Starts it with another command than `serve`.
    pub(super) fn by(world: &World, args: &[&str]) -> Self {
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

    /// Status and body of the response to a GET request.
    pub(super) fn get(&self, path: &str) -> (u16, String) {
        let (status, _, body) = self.ask(&format!("GET {path} HTTP/1.1\r\n"), "");
        (status, body)
    }

    /// A page as the user ana sees it.
    pub(super) fn page(&self, path: &str) -> String {
        let (status, _, body) = self.ask(
            &format!("GET {path} HTTP/1.1\r\nCookie: gleaner_who=ana\r\n"),
            "",
        );
        assert_eq!(status, 200, "{path}: {body}");
        body
    }

    /// Sends a form as the user ana.
    pub(super) fn post(&self, path: &str, form: &str) {
        let head = format!(
            "POST {path} HTTP/1.1\r\nCookie: gleaner_who=ana\r\nOrigin: http://{}\r\n\
             Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {}\r\n",
            self.address,
            form.len()
        );
        let (status, _, body) = self.ask(&head, form);
        assert_eq!(status, 303, "{path} {form}: {body}");
    }

    /// Status, head and body of the response to a request.
    pub(super) fn ask(&self, head: &str, body: &str) -> (u16, String, String) {
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

/// The value of a hidden field of a page; `None` if there is no such field.
pub(super) fn field(page: &str, name: &str) -> Option<String> {
    let begin = format!("name=\"{name}\" value=\"");
    let rest = page.split(&begin).nth(1)?;
    Some(rest.split('"').next().unwrap().to_owned())
}
