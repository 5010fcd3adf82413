//! The sites as visitors see them, in one binary so that it is linked once.

#![expect(clippy::unwrap_used, reason = "a failing helper is a failing test")]

mod bench_site;
mod newsroom;

use std::{net::SocketAddr, time::Duration};

use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::TcpStream,
    time::timeout,
};

/// Sends a request with further header lines. Returns the first `at_most` bytes of the response within the time limit.
async fn request(
    address: SocketAddr,
    host: &str,
    path: &str,
    headers: &str,
    at_most: u64,
    limit: Duration,
) -> Vec<u8> {
    let host = host.split(':').next().unwrap();
    let port = address.port();
    let head =
        format!("GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUser-Agent: test\r\n{headers}\r\n");
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(head.as_bytes()).await.unwrap();
    let mut bytes = Vec::new();
    let mut limited = stream.take(at_most);
    let _ = timeout(limit, limited.read_to_end(&mut bytes)).await;
    bytes
}
