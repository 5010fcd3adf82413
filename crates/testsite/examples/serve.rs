//! Serves the newsroom until Ctrl-C, for a person to click through.

use testsite::{Newsroom, Settings};

#[tokio::main(flavor = "current_thread")]
#[expect(clippy::print_stdout, reason = "an example talks to its user")]
async fn main() -> std::io::Result<()> {
    let port = std::env::args()
        .nth(1)
        .and_then(|port| port.parse().ok())
        .unwrap_or(0);
    let newsroom = Newsroom::start(Settings {
        port,
        ..Settings::default()
    })?;
    println!("{}", newsroom.seeds_toml());
    println!("Ctrl-C ends it.");
    tokio::signal::ctrl_c().await?;
    newsroom.stop().await;
    Ok(())
}
