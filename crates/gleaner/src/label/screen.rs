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

use super::clerk::{Errand, ErrandOf};
use super::desk::{Delivery, Desk, Wish};
use super::task::Task;
use super::view;
use crate::failure::Advise as _;
use crate::output::Results;
use crate::telemetry;

/// How long a delivery may wait for the next look at the keys.
const LOOK: Duration = Duration::from_millis(30);
/// What shows an address in the browser.
const OPENER: &str = if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// What connects the screen with the rest.
pub(super) struct Wires<T: Task> {
    pub(super) deliveries: Receiver<Delivery<T>>,
    pub(super) more: UnboundedSender<()>,
    pub(super) errands: UnboundedSender<ErrandOf<T>>,
    /// The session is over: by the person, by a signal, or since something failed.
    pub(super) over: CancellationToken,
}

/// Refuses to begin where nobody could see anything or press a key.
pub(crate) fn needs_a_terminal() -> anyhow::Result<()> {
    let is_there = std::io::stdin().is_terminal() && Results::go_to_a_terminal();
    if is_there {
        return Ok(());
    }
    Err(anyhow::anyhow!("labelling needs a terminal to show pages on and read keys from"))
        .advise("run `gleaner label` in one, not in a pipe; `gleaner label export`, `import` and `status` need none")
}

/// The terminal in our hands. Dropped, it is as before.
struct Screen(DefaultTerminal);

impl Screen {
    /// Takes the terminal over. A panic gives it back, too.
    fn take() -> anyhow::Result<Self> {
        let terminal = ratatui::try_init().inspect_err(|_| give_back());
        let mut screen = Self(terminal.context("cannot take over the terminal")?);
        // Pasted text is no keys: it would label pages. A terminal that knows no paste says nothing to this.
        let _ = execute!(screen.0.backend_mut(), EnableBracketedPaste);
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        let _ = execute!(self.0.backend_mut(), DisableBracketedPaste);
        give_back();
    }
}

/// What cannot be given back any more has gone by itself.
fn give_back() {
    let _ = ratatui::try_restore();
}

/// Runs a session to its end and gives the desk back.
pub(super) fn run<T: Task>(mut desk: Desk<T>, wires: &Wires<T>) -> anyhow::Result<Desk<T>> {
    let _quiet = telemetry::hold();
    let _over = wires.over.clone().drop_guard();
    let mut screen = Screen::take()?;
    let began = Instant::now();
    let mut is_changed = true;
    while !wires.over.is_cancelled() {
        while let Ok(delivery) = wires.deliveries.try_recv() {
            desk.take(delivery, began.elapsed());
            is_changed = true;
        }
        if desk.asks_for_more() && wires.more.send(()).is_err() {
            break;
        }
        if is_changed {
            show(&mut screen, &mut desk)?;
        }
        is_changed = event::poll(LOOK).context("cannot read the keys")?;
        if is_changed {
            let heard = event::read().context("cannot read the keys")?;
            if !hear(&mut desk, &heard, began.elapsed(), wires)? {
                break;
            }
        }
    }
    Ok(desk)
}

fn show<T: Task>(screen: &mut Screen, desk: &mut Desk<T>) -> anyhow::Result<()> {
    let size = screen.0.size().context("cannot measure the terminal")?;
    let (columns, lines) = view::room::<T>(size.width, size.height);
    desk.fit(columns, lines);
    let drawn = screen.0.draw(|frame| view::draw(frame, desk));
    drawn.context("cannot draw on the terminal")?;
    Ok(())
}

/// Does what an event asks for; `false`: the person goes home.
fn hear<T: Task>(
    desk: &mut Desk<T>,
    event: &Event,
    now: Duration,
    wires: &Wires<T>,
) -> anyhow::Result<bool> {
    let Event::Key(key) = event else {
        return Ok(true);
    };
    if key.kind == KeyEventKind::Release {
        return Ok(true);
    }
    let errand = match desk.press(*key, now) {
        None => return Ok(true),
        Some(Wish::Quit) => return Ok(false),
        Some(Wish::Open(urls)) => {
            for url in urls {
                desk.remark = open(&url);
            }
            return Ok(true);
        }
        Some(Wish::Save(label)) => Errand::Save(label),
        Some(Wish::Undo(key)) => Errand::Undo(key),
    };
    if wires.errands.send(errand).is_err() {
        bail!("labels can no longer be saved"); // whoever saves says why
    }
    Ok(true)
}

/// Opens an address in the browser, and says what came of it.
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
            // Waited for, so that it does not stay behind as a zombie.
            std::thread::spawn(move || child.wait());
            "handed to the browser".to_owned()
        }
        Err(error) => format!("cannot run {OPENER}: {error}"),
    }
}
