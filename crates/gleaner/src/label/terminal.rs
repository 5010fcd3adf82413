//! The terminal: taken over for the session, and given back however it ends.

use std::io::IsTerminal as _;
use std::process::{Command, Stdio};
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use anyhow::{Context as _, bail};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{
    self, DisableBracketedPaste, EnableBracketedPaste, Event, KeyEventKind,
};
use ratatui::crossterm::execute;
use tokio::sync::mpsc::UnboundedSender;
use tokio_util::sync::CancellationToken;

use super::item::Item;
use super::session::{Effect, Fetched, Session, Write};
use super::view;
use crate::console::failure::Advise as _;
use crate::console::output::Results;
use crate::console::telemetry;

/// How often fetched items are looked for while no key is pressed.
const POLL: Duration = Duration::from_millis(30);
/// The program that opens a URL in the browser.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// Connects the terminal with the backend.
pub(super) struct Channels<T: Item> {
    pub(super) fetched: Receiver<Fetched<T>>,
    pub(super) requests: UnboundedSender<()>,
    pub(super) writes: UnboundedSender<Write<T>>,
    /// Cancelled when the session has ended: by the person, by a signal, or by a failure.
    pub(super) ended: CancellationToken,
}

/// Refuses to begin without a terminal on both sides.
pub(crate) fn needs_a_terminal() -> anyhow::Result<()> {
    let is_there = std::io::stdin().is_terminal() && Results::go_to_a_terminal();
    if is_there {
        return Ok(());
    }
    Err(anyhow::anyhow!("labelling needs a terminal to show pages on and read keys from"))
        .advise("run `gleaner label` in one, not in a pipe; `gleaner label export`, `import` and `status` need none")
}

/// The terminal in raw mode on its alternate screen; restored on drop.
struct RawTerminal(DefaultTerminal);

impl RawTerminal {
    /// Enters raw mode. A panic restores the terminal, too.
    fn enter() -> anyhow::Result<Self> {
        let terminal = ratatui::try_init().inspect_err(|_| restore());
        let mut screen = Self(terminal.context("cannot take over the terminal")?);
        // Else pasted text would label pages. Terminals without bracketed paste ignore this.
        let _ = execute!(screen.0.backend_mut(), EnableBracketedPaste);
        Ok(screen)
    }
}

impl Drop for RawTerminal {
    fn drop(&mut self) {
        let _ = execute!(self.0.backend_mut(), DisableBracketedPaste);
        restore();
    }
}

/// A terminal that is gone needs no restoring.
fn restore() {
    let _ = ratatui::try_restore();
}

/// Runs a session to its end and returns it.
pub(super) fn run<T: Item>(
    mut session: Session<T>,
    channels: &Channels<T>,
) -> anyhow::Result<Session<T>> {
    let _quiet = telemetry::hold();
    let _ended = channels.ended.clone().drop_guard();
    let mut screen = RawTerminal::enter()?;
    let began = Instant::now();
    let mut is_changed = true;
    while !channels.ended.is_cancelled() {
        while let Ok(fetched) = channels.fetched.try_recv() {
            session.receive(fetched, began.elapsed());
            is_changed = true;
        }
        if session.wants_more() && channels.requests.send(()).is_err() {
            break;
        }
        if is_changed {
            show(&mut screen, &mut session)?;
        }
        is_changed = event::poll(POLL).context("cannot read the keys")?;
        if is_changed {
            let event = event::read().context("cannot read the keys")?;
            if !handle(&mut session, &event, began.elapsed(), channels)? {
                break;
            }
        }
    }
    Ok(session)
}

fn show<T: Item>(screen: &mut RawTerminal, session: &mut Session<T>) -> anyhow::Result<()> {
    let size = screen.0.size().context("cannot measure the terminal")?;
    let (columns, lines) = view::text_area::<T>(size.width, size.height);
    session.resize(columns, lines);
    let drawn = screen.0.draw(|frame| view::draw(frame, session));
    drawn.context("cannot draw on the terminal")?;
    Ok(())
}

/// Handles an event; `false` ends the session.
fn handle<T: Item>(
    session: &mut Session<T>,
    event: &Event,
    now: Duration,
    channels: &Channels<T>,
) -> anyhow::Result<bool> {
    let Event::Key(key) = event else {
        return Ok(true);
    };
    if key.kind == KeyEventKind::Release {
        return Ok(true);
    }
    let write = match session.press(*key, now) {
        None => return Ok(true),
        Some(Effect::Quit) => return Ok(false),
        Some(Effect::Open(urls)) => {
            for url in urls {
                session.message = open(&url);
            }
            return Ok(true);
        }
        Some(Effect::Write(write)) => write,
    };
    if channels.writes.send(write).is_err() {
        bail!("labels can no longer be saved"); // the backend says why
    }
    Ok(true)
}

/// Opens a URL in the browser. Returns a message.
fn open(url: &str) -> String {
    let is_web = url::Url::parse(url).is_ok_and(|url| matches!(url.scheme(), "http" | "https"));
    if !is_web {
        return "this is no address that a browser opens".to_owned();
    }
    let child = Command::new(OPENER)
        .arg(url)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match child {
        Ok(mut child) => {
            // Waited for, so that no zombie is left.
            std::thread::spawn(move || child.wait());
            "handed to the browser".to_owned()
        }
        Err(error) => format!("cannot run {OPENER}: {error}"),
    }
}
