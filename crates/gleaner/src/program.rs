//! What the programs `gleaner` and `workshop` share: the global options, the start, and the exit code.

use std::borrow::Cow;
use std::ffi::OsString;
use std::path::PathBuf;

use clap::Parser;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use crate::console::telemetry::{self, LogFormat};
use crate::console::{failure, interrupt, output};
use crate::settings::{self, Settings};

/// A program: its command line, and what that does.
pub trait Program: Parser {
    /// The name that begins its messages.
    const NAME: &'static str;

    /// The options of every command.
    fn options(&self) -> &GlobalOptions;

    /// Whether the command is the tour, in which failures are planned.
    fn is_tour(&self) -> bool {
        false
    }

    /// Runs the command.
    fn run(&self, context: &Context) -> anyhow::Result<()>;
}

/// The options of every command.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Global options")]
pub struct GlobalOptions {
    /// Settings file that overrides the built-in settings [default: config/gleaner.toml, if it exists]
    #[arg(long, global = true, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Format of log lines on standard error: text or json
    #[arg(
        long,
        global = true,
        value_enum,
        default_value_t,
        value_name = "FORMAT",
        hide_possible_values = true
    )]
    log_format: LogFormat,
    /// Do not migrate the database; fail if its schema is not current
    #[arg(long, global = true)]
    no_migrate: bool,
}

/// The input of every command besides its own arguments.
#[derive(Clone, Debug)]
pub struct Context {
    /// The name under which the user called the program.
    pub(crate) called: String,
    /// The settings of the user.
    pub settings: Settings,
    /// Whether commands first migrate the database to the current schema.
    pub(crate) migrate: bool,
    /// Cancelled by Ctrl-C. The command then finishes its work in progress, says how to continue, and returns.
    pub stop: CancellationToken,
    /// Work that the command waits for before it closes the database.
    pub(crate) background: TaskTracker,
    /// Ends that work early, as `stop` does.
    pub(crate) stop_background: CancellationToken,
}

impl Context {
    /// Ends the work in the background early, and waits for it.
    pub(crate) async fn end_background(&self) {
        self.stop_background.cancel();
        self.background.close();
        self.background.wait().await;
    }
}

/// Runs a program with these arguments, of which the first is its name, and returns the exit code. An invalid command line ends the
/// process.
pub fn run<P: Program>(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let called = arguments.first().map(|name| name.to_string_lossy());
    let called = called.map_or_else(|| P::NAME.to_owned(), Cow::into_owned);
    let program = P::parse_from(&arguments);
    let options = program.options();
    telemetry::start(options.log_format, program.is_tour());
    let run = || {
        let settings = settings::load(options.config.as_deref())?;
        let stop = interrupt::listen(P::NAME);
        program.run(&Context {
            called,
            settings,
            migrate: !options.no_migrate,
            background: TaskTracker::new(),
            stop_background: stop.child_token(),
            stop,
        })
    };
    match run() {
        Ok(()) => 0,
        Err(error) if output::is_closed(&error) => 0,
        Err(error) => {
            failure::print(P::NAME, &error);
            failure::code(&error)
        }
    }
}

/// Runs a command that waits for the network or the database. The other commands need no runtime.
pub fn wait(command: impl Future<Output = anyhow::Result<()>>) -> anyhow::Result<()> {
    tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?
        .block_on(command)
}
