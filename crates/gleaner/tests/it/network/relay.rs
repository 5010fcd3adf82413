//! Exposes the embedded database, which listens only on a unix socket, on the network.

use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, UnixStream};

/// Forwards TCP connections to a unix socket until the runtime ends; returns the address to connect to.
pub(crate) async fn relay(address: IpAddr, socket: PathBuf) -> SocketAddr {
    let listener = TcpListener::bind((address, 0)).await.unwrap();
    let at = listener.local_addr().unwrap();
    tokio::spawn(async move {
        while let Ok((mut outside, _)) = listener.accept().await {
            let socket = socket.clone();
            tokio::spawn(async move {
                if let Ok(mut inside) = UnixStream::connect(socket).await {
                    let _ = copy_bidirectional(&mut outside, &mut inside).await;
                }
            });
        }
    });
    at
}

/// The socket that a `postgresql:///…?host=…` URL leads to.
pub(crate) fn socket(url: &str) -> PathBuf {
    let (_, query) = url.split_once('?').unwrap();
    let value = |name: &str| {
        let pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .filter(|pair| pair.0 == name)
            .map(|pair| pair.1)
            .next()
            .unwrap()
    };
    let (folder, port) = (value("host"), value("port"));
    assert!(
        !folder.contains('%'),
        "a temporary folder has a plain name: {folder}"
    );
    PathBuf::from(folder).join(format!(".s.PGSQL.{port}"))
}
