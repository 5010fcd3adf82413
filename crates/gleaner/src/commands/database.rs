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

use crate::cli::Context;
use crate::console::failure::NotWell;
use crate::console::interrupt;
use crate::console::output::Results;
use crate::database;

/// Keep the database running, and say where it is
///
/// Prints its URL for psql, a notebook or any other client, and keeps the embedded database running until Ctrl-C.
/// With a command, runs that instead, with `DATABASE_URL` and the variables of libpq set (`PGHOST` and so on), and ends with it
/// and its exit code; `psql`, `pg_dump` and the like are those of the embedded server.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner database\n  gleaner database -- psql -c 'select count(*) from news.articles'\n  gleaner database -- pg_dump -Fc -f gleaner.dump"
)]
pub(crate) struct Args {
    /// A command to run with the database in its environment
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<OsString>,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    database::with_any_schema(context, async |store| {
        // Whoever says --no-migrate may be about to restore a backup into an empty database.
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
        let mut out = Results::new();
        out.line(&url)?;
        out.finish()?;
        tracing::info!("the database runs until Ctrl-C");
        context.stop.cancelled().await;
        Ok(())
    })
    .await
}

/// Where commands are looked for: first among the programs of the embedded server, which have its version.
fn path(programs: Option<&Path>) -> OsString {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = programs.map(Path::to_owned).into_iter();
    // A folder with a colon in its name cannot be named in a path.
    std::env::join_paths(folders.chain(std::env::split_paths(&path))).unwrap_or(path)
}

/// Runs a command to its end. Ctrl-C reaches it by the terminal; a `SIGTERM` is passed on.
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
        // It may have ended just now.
        let _ = kill_process(id, Signal::TERM);
    }
    child.wait().await
}

/// The end of a command as ours: with its exit code, or 128 and the signal that ended it, as shells have it.
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
    Err(NotWell {
        code: code.unwrap_or(1),
        why: format!("{name} failed: {status}"),
    }
    .into())
}

/// A URL of a database as the variables that `psql`, `pg_dump` and other clients of libpq read.
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
