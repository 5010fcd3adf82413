//! `gleaner database`.

use std::ffi::{OsStr, OsString};
use std::os::unix::process::ExitStatusExt as _;
use std::path::Path;
use std::process::ExitStatus;

use anyhow::Context as _;
use rustix::process::{Pid, Signal, kill_process};
use tokio::process::Command;
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::console::failure::UnsuccessfulEnd;
use crate::console::{interrupt, output};
use crate::database;
use crate::program::Context;

/// Keep the database running and print its URL
///
/// The URL is for psql, a notebook or any other client. The embedded database runs until Ctrl-C.
///
/// With a command, runs that command instead and exits with its exit code. `DATABASE_URL` and the libpq variables (`PGHOST` and so on)
/// are set for it; `psql`, `pg_dump` and other programs are those of the embedded server.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner database\n  gleaner database -- psql -c 'select count(*) from news.articles'\n  gleaner database -- pg_dump -Fc -f gleaner.dump"
)]
pub(crate) struct Args {
    /// Command to run with the database in its environment
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    database::with_any_schema(context, async |store| {
        // A user who gives --no-migrate may be about to restore a backup into an empty database.
        if context.migrate {
            store.migrate().await?;
        }
        let url = store.url();
        if let [program, arguments @ ..] = args.command.as_slice() {
            let mut command = Command::new(program);
            command
                .args(arguments)
                .envs(libpq(&url))
                .env("DATABASE_URL", url)
                .env("PATH", path(store.programs()));
            return ended(program, wait(command, &context.stop).await);
        }
        output::message(&url)?;
        tracing::info!("the database runs until Ctrl-C");
        context.stop.cancelled().await;
        Ok(())
    })
    .await
}

/// The `PATH` of the command: the programs of the embedded server come first, as they have its version.
fn path(programs: Option<&Path>) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = programs.map(Path::to_owned).into_iter();
    // A folder with a colon in its name cannot be part of PATH.
    std::env::join_paths(folders.chain(std::env::split_paths(&path))).unwrap_or(path)
}

/// Runs a command and waits until it exits. It receives Ctrl-C from the terminal; a `SIGTERM` is forwarded to it.
async fn wait(mut command: Command, stop: &CancellationToken) -> std::io::Result<ExitStatus> {
    let _grace = interrupt::hold_grace();
    let mut child = command.kill_on_drop(true).spawn()?;
    interrupt::leave_to_child();
    tokio::select! {
        ended = child.wait() => return ended,
        () = stop.cancelled() => {}
    }
    let id = child.id().and_then(|id| i32::try_from(id).ok());
    if let Some(id) = id.and_then(Pid::from_raw) {
        // It may have exited in the meantime.
        let _ = kill_process(id, Signal::TERM);
    }
    child.wait().await
}

/// Turns the exit status of a command into ours: its exit code, or, as in shells, 128 plus the signal that ended it.
fn ended(program: &OsStr, status: std::io::Result<ExitStatus>) -> anyhow::Result<()> {
    let name = program.to_string_lossy();
    let status = status.with_context(|| format!("cannot run {name}"))?;
    if status.success() {
        return Ok(());
    }
    let code = status
        .code()
        .or_else(|| Some(128 + status.signal()?))
        .and_then(|code| u8::try_from(code).ok());
    Err(UnsuccessfulEnd {
        code: code.unwrap_or(1),
        why: format!("{name} failed: {status}"),
    }
    .into())
}

/// The URL of a database as the environment variables that `psql`, `pg_dump` and other libpq clients read.
fn libpq(url: &str) -> Vec<(&'static str, String)> {
    let Ok(url) = Url::parse(url) else {
        return Vec::new();
    };
    let decoded = |text: &str| {
        let text = text
            .replace('+', "%2B")
            .replace('&', "%26")
            .replace('=', "%3D");
        let mut pairs = url::form_urlencoded::parse(text.as_bytes());
        pairs.next().map(|(text, _)| text.into_owned())
    };
    let mut found = Vec::new();
    let mut set = |name, value: Option<String>| {
        let value = value.filter(|value| !value.is_empty());
        found.extend(value.map(|value| (name, value)));
    };
    set("PGHOST", url.host_str().and_then(decoded));
    set("PGPORT", url.port().map(|port| port.to_string()));
    set("PGUSER", decoded(url.username()));
    set("PGPASSWORD", url.password().and_then(decoded));
    set("PGDATABASE", decoded(url.path().trim_start_matches('/')));
    for (name, value) in url.query_pairs() {
        let name = match &*name {
            "host" => "PGHOST",
            "port" => "PGPORT",
            "user" => "PGUSER",
            "password" => "PGPASSWORD",
            "dbname" => "PGDATABASE",
            "sslmode" => "PGSSLMODE",
            _ => continue,
        };
        set(name, Some(value.into_owned()));
    }
    found
}

#[cfg(test)]
mod tests {
    use super::libpq;

    #[test]
    fn a_url_becomes_the_variables_of_libpq() {
        let embedded = "postgresql:///gleaner?host=/tmp/a%20b&port=5433&user=gleaner";
        assert_eq!(
            libpq(embedded),
            [
                ("PGDATABASE", "gleaner".to_owned()),
                ("PGHOST", "/tmp/a b".to_owned()),
                ("PGPORT", "5433".to_owned()),
                ("PGUSER", "gleaner".to_owned()),
            ]
        );
        let remote = "postgres://me:s%40c+t@db.example:5432/news?sslmode=require";
        let names = [
            "PGHOST",
            "PGPORT",
            "PGUSER",
            "PGPASSWORD",
            "PGDATABASE",
            "PGSSLMODE",
        ];
        let values = ["db.example", "5432", "me", "s@c+t", "news", "require"];
        let expected: Vec<_> = names.into_iter().zip(values.map(str::to_owned)).collect();
        assert_eq!(libpq(remote), expected);
        assert!(libpq("nonsense").is_empty());
    }
}
