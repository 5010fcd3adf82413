//! The report on the end of a nightly run: the JSON that `[notify]` sends.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use serde::Serialize;
use serde_json::{Map, Value};
use store::Warning;

use super::summary;
use super::watches::{Digest, WatchNews};
use crate::commands::exit_code::{LOW_DISK, STOPPED, UNREACHED, WARNED};
use crate::console::plural::count;
use crate::console::{clean, failure, output};
use crate::pipeline::{self, RunReport};

/// Maximum number of warnings in the paragraph; the list has all of them.
const MAX_NAMED: usize = 5;

/// What is known about a nightly run at its end.
#[derive(Debug, Default)]
pub(super) struct Ending {
    /// What it did, if it began.
    pub(super) run: Option<RunReport>,
    /// The warnings that the last run did not have, and the others.
    pub(super) warnings: Vec<Warning>,
    pub(super) still: Vec<Warning>,
    /// Empty unless a command is notified.
    pub(super) digest: Digest,
}

/// The report. Its keys are stable; Slack and Mattermost show `text`.
#[derive(Debug, Serialize)]
pub(super) struct Report<'a> {
    /// One paragraph for people, and one for each watch with something new.
    text: String,
    pub(super) exit_code: u8,
    /// `done`, `warnings`, `unreachable`, `stopped`, `low_disk` or `failed`.
    state: &'static str,
    /// The counts of the run; empty if it did not begin.
    run: Map<String, Value>,
    /// The warnings that the last run did not have, and the others.
    warnings: Vec<SiteWarning>,
    still: Vec<SiteWarning>,
    /// The watches with something new, or that could not be searched.
    watches: &'a [WatchNews],
    /// The name of the machine.
    host: String,
    version: &'static str,
}

#[derive(Debug, Serialize)]
struct SiteWarning {
    site: String,
    state: &'static str,
    sentence: String,
}

impl SiteWarning {
    fn new(warning: &Warning) -> Self {
        Self {
            site: warning.site_id.clone(),
            state: warning.state(),
            sentence: warning.sentence(),
        }
    }
}

impl<'a> Report<'a> {
    /// Creates the report. `ended` is the result of the command.
    pub(super) fn new(ended: &anyhow::Result<()>, ending: &'a Ending) -> Self {
        let error = ended.as_ref().err();
        let exit_code = match error {
            Some(error) if !output::is_closed(error) => failure::code(error),
            _ => 0,
        };
        let state = match exit_code {
            0 => "done",
            WARNED => "warnings",
            UNREACHED => "unreachable",
            STOPPED => "stopped",
            LOW_DISK => "low_disk",
            _ => "failed",
        };
        let host = pipeline::host_name();
        let text = paragraph(&host, exit_code, error, ending) + &ending.digest.text();
        let run = ending.run.as_ref().map(pipeline::counts);
        Self {
            text,
            exit_code,
            state,
            run: run.unwrap_or_default(),
            warnings: ending.warnings.iter().map(SiteWarning::new).collect(),
            still: ending.still.iter().map(SiteWarning::new).collect(),
            watches: &ending.digest.watches,
            host,
            version: env!("CARGO_PKG_VERSION"),
        }
    }
}

fn paragraph(host: &str, code: u8, error: Option<&anyhow::Error>, ending: &Ending) -> String {
    let warnings = &ending.warnings;
    let how = match code {
        0 => "the nightly run is done".to_owned(),
        WARNED => format!(
            "the nightly run is done, with {}",
            count(warnings.len(), "warning")
        ),
        UNREACHED => "no site could be reached".to_owned(),
        STOPPED => "the nightly run was stopped early".to_owned(),
        LOW_DISK => error.map(failure::describe).unwrap_or_default(),
        _ => {
            let why = error.map(failure::describe).unwrap_or_default();
            format!("the nightly run failed: {why}")
        }
    };
    let mut text = format!("Gleaner on {host}: {how} (exit code {code}).");
    // If a run failed, it is unknown what the failing stage did.
    let has_failed = ![0, WARNED, UNREACHED, STOPPED, LOW_DISK].contains(&code);
    let done = ending.run.as_ref().filter(|_| !has_failed);
    for line in done.map(summary).unwrap_or_default().lines() {
        text.extend([" ", line.trim_end_matches('.'), "."]);
    }
    if !warnings.is_empty() {
        let named = warnings.iter().take(MAX_NAMED).map(Warning::describe);
        text.extend([" Warnings: ", &named.collect::<Vec<_>>().join("; ")]);
        if warnings.len() > MAX_NAMED {
            let _ = write!(text, "; and {} more", warnings.len() - MAX_NAMED);
        }
        text.push('.');
    }
    if let Some(still) = still(warnings, &ending.still) {
        text.extend([" ", &still, "."]);
    }
    clean::line(&text)
}

/// The sites that needed attention before the run already, in a sentence; the others are named.
pub(super) fn still(named: &[Warning], still: &[Warning]) -> Option<String> {
    let sites = still.iter().map(|warning| warning.site_id.as_str());
    let sites = sites.collect::<BTreeSet<_>>().len();
    let more = if named.is_empty() { "" } else { "more " };
    let verb = if sites == 1 { "needs" } else { "need" };
    (sites > 0).then(|| {
        format!(
            "{} still {verb} attention: gleaner status",
            count(sites, &format!("{more}site"))
        )
    })
}

#[cfg(test)]
mod tests {
    use store::{Concern, SiteState};

    use super::*;
    use crate::console::failure::UnsuccessfulEnd;

    #[test]
    fn the_report_says_in_one_paragraph_what_programs_read_in_its_fields() {
        let warning = |site: &str| Warning {
            site_id: site.to_owned(),
            what: Concern::NeverWorked {
                state: SiteState::Blocked,
                says: "blocked (its front page: 403 refused)".to_owned(),
            },
        };
        let sites = ["a", "b", "c", "d", "e", "f", "g"];
        let ending = Ending {
            run: Some(RunReport::default()),
            warnings: sites.map(warning).into(),
            still: vec![warning("h"), warning("i"), warning("h")],
            ..Ending::default()
        };
        let ended = Err(UnsuccessfulEnd {
            code: WARNED,
            why: "7 warnings, see above".to_owned(),
        }
        .into());
        let report = serde_json::to_value(Report::new(&ended, &ending)).unwrap();
        assert_eq!(report["exit_code"], 3);
        assert_eq!(report["state"], "warnings");
        assert_eq!(report["run"]["pages_read"], 0);
        let seventh = &report["warnings"][6];
        assert_eq!(
            (&seventh["site"], &seventh["state"]),
            (&"g".into(), &"blocked".into())
        );
        assert_eq!(
            seventh["sentence"],
            "has never had an article: blocked (its front page: 403 refused)"
        );
        let text = report["text"].as_str().unwrap();
        assert!(!text.contains('\n'), "{text}");
        for part in [
            "the nightly run is done, with 7 warnings (exit code 3). 0 URLs fetched, 0 not modified. ",
            " Warnings: a: has never had an article: blocked (its front page: 403 refused); b: ",
            "; and 2 more. 2 more sites still need attention: gleaner status.",
        ] {
            assert!(text.contains(part), "{part}: {text}");
        }
    }

    #[test]
    fn a_night_that_could_not_begin_says_why() {
        let ended = Err(anyhow::anyhow!("connection refused").context("cannot open the database"));
        let report = serde_json::to_value(Report::new(&ended, &Ending::default())).unwrap();
        assert_eq!(
            (&report["exit_code"], &report["state"]),
            (&1.into(), &"failed".into())
        );
        assert_eq!(report["run"], serde_json::json!({}));
        let text = report["text"].as_str().unwrap();
        assert!(
            text.ends_with(
                "the nightly run failed: cannot open the database: connection refused (exit code 1)."
            ),
            "{text}"
        );
    }
}
