//! Connections of the hostile server, which reads requests with care and writes responses without checks.

use std::{sync::Arc, time::Instant};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    task::JoinSet,
};

use super::{
    hosts,
    request::{RequestHead, Response},
};
use crate::server::log::{Log, Request};

/// Maximum length of the head of a request.
const MAX_HEAD: usize = 64 << 10;

/// Serves until dropped.
pub(super) async fn serve(listener: TcpListener, port: u16, log: Arc<Log>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        while connections.try_join_next().is_some() {}
        connections.spawn(converse(stream, port, Arc::clone(&log)));
    }
}

/// Answers request after request until one side closes the connection.
async fn converse(mut stream: TcpStream, port: u16, log: Arc<Log>) {
    let mut read = Vec::new();
    while let Some(head) = head(&mut stream, &mut read).await {
        let started = Instant::now();
        let field = |name: &str| field(&head, name);
        let path = head.split(' ').nth(1).unwrap_or("/").to_owned();
        let host = field("host").unwrap_or_default();
        let host = host
            .split(':')
            .next()
            .unwrap_or_default()
            .to_ascii_lowercase();
        let request = RequestHead {
            host: host.trim_end_matches(".localhost"),
            path: &path,
            cookie: field("cookie"),
            port,
        };
        let answer = hosts::answer(&request);
        let index = log.begin(Request {
            started,
            ended: None,
            host: host.clone(),
            path: path.clone(),
            status: answer.status(),
            user_agent: field("user-agent").map(str::to_owned),
            bytes: 0,
        });
        let (sent, is_open) = send(&mut stream, answer).await;
        log.end(index, started, sent);
        if !is_open {
            return;
        }
    }
}

/// The head of the next request, with its empty line; `None` at the end of the connection.
async fn head(stream: &mut TcpStream, read: &mut Vec<u8>) -> Option<String> {
    loop {
        if let Some(end) = read.windows(4).position(|four| four == b"\r\n\r\n") {
            let rest = read.split_off(end + 4);
            let head = std::mem::replace(read, rest);
            return Some(String::from_utf8_lossy(&head).into_owned());
        }
        if read.len() > MAX_HEAD || stream.read_buf(read).await.ok()? == 0 {
            return None;
        }
    }
}

fn field<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let fields = head.lines().filter_map(|line| line.split_once(':'));
    let mut named = fields.filter(|(key, _)| key.eq_ignore_ascii_case(name));
    named.next().map(|(_, value)| value.trim())
}

/// Sends an answer. Returns the number of bytes, and whether the connection stays open.
async fn send(stream: &mut TcpStream, answer: Response) -> (u64, bool) {
    match answer {
        Response::Send(bytes) => {
            let sent = stream.write_all(&bytes).await.is_ok();
            (bytes.len() as u64, sent)
        }
        Response::Close(bytes) => {
            let _ = stream.write_all(&bytes).await;
            let _ = stream.shutdown().await;
            (bytes.len() as u64, false)
        }
        Response::Reset(bytes) => {
            let _ = stream.write_all(&bytes).await;
            let _ = stream.set_zero_linger();
            (bytes.len() as u64, false)
        }
        Response::Repeat { head, piece, times } => {
            let mut sent = 0;
            if stream.write_all(&head).await.is_err() {
                return (sent, false);
            }
            sent += head.len() as u64;
            for _ in 0..times {
                if stream.write_all(&piece).await.is_err() {
                    break;
                }
                sent += piece.len() as u64;
            }
            let _ = stream.shutdown().await;
            (sent, false)
        }
    }
}
