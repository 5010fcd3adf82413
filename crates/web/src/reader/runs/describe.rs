//! Describes a run in words. Pure functions.

use chrono::{DateTime, TimeDelta, Utc};
use store::{Run, RunState};

/// Names of counts, in the order in which a nightly run makes them, and their descriptions.
const COUNTS: [(&str, &str); 14] = [
    ("sites_added", "sites added"),
    ("fetched", "pages, feeds and sitemaps fetched"),
    ("not_modified", "pages unchanged"),
    ("pages_read", "pages extracted"),
    ("articles_added", "new articles"),
    ("articles_changed", "new versions of articles"),
    ("pages_rejected", "pages that are not articles"),
    ("copies", "copies of other articles"),
    ("stories", "stories that changed"),
    ("stories_added", "new stories"),
    ("pages_pruned", "old pages deleted"),
    ("visits_pruned", "old visits deleted"),
    ("urls_pruned", "old URLs deleted"),
    ("versions_deleted", "versions of articles deleted"),
];
/// Counts that describe the run itself and not its work.
const OTHERS: [&str; 5] = ["site", "stage", "stage_done", "stage_of", "stage_seconds"];

/// The progress of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Progress {
    /// The stage in words.
    pub(super) stage: String,
    /// `1234 visits` or `12 of 500 pages`.
    pub(super) done: String,
    /// Percentage done, if the total is known.
    pub(super) percent: Option<u64>,
    /// `11.2 per second`.
    pub(super) rate: String,
    /// How long the run has taken.
    pub(super) took: String,
}

/// Describes the progress of a run.
pub(super) fn progress(run: &Run, now: DateTime<Utc>) -> Progress {
    let number = |name: &str| run.counts[name].as_u64();
    let (stage, unit) = match run.counts["stage"].as_str() {
        Some("crawl") => ("Crawling", "visits"),
        Some("extract") => ("Extracting", "pages"),
        Some("aggregate") => ("Grouping articles into stories", "articles"),
        Some(_) | None if run.command == "site forget" => ("Deleting a site", "rows"),
        Some(_) | None => ("Between stages", ""),
    };
    let done = number("stage_done").unwrap_or(0);
    let of = number("stage_of").filter(|of| *of > 0);
    let seconds = number("stage_seconds").unwrap_or(0);
    Progress {
        stage: stage.to_owned(),
        done: match (of, unit) {
            _ if number("stage_done").is_none() => String::new(),
            (Some(of), _) => format!("{done} of {of} {unit}"),
            (None, _) => format!("{done} {unit}"),
        },
        percent: of.map(|of| (100 * done / of).min(100)),
        rate: if seconds > 0 && done > 0 {
            #[expect(
                clippy::cast_precision_loss,
                reason = "counts of pages, far below 2^52"
            )]
            let rate = done as f64 / seconds as f64;
            format!("{rate:.1} per second")
        } else {
            String::new()
        },
        took: took(run, now).unwrap_or_default(),
    }
}

/// How long a run took, or has taken so far: `3 h 12 min`. `None` if that is unknown.
pub(super) fn took(run: &Run, now: DateTime<Utc>) -> Option<String> {
    match (run.finished_at, run.state) {
        (Some(end), _) => Some(duration(end - run.started_at)),
        (None, RunState::Running) => Some(duration(now - run.started_at)),
        (None, _) => None,
    }
}

fn duration(took: TimeDelta) -> String {
    // rounded, as on the command line
    let seconds = (took.num_milliseconds() + 500).div_euclid(1_000).max(0);
    match seconds {
        0 => "less than a second".to_owned(),
        1..60 => format!("{seconds} s"),
        60..3600 => format!("{} min {} s", seconds / 60, seconds % 60),
        _ => format!("{} h {} min", seconds / 3600, seconds / 60 % 60),
    }
}

/// What was counted, and how often.
pub(super) type Counts = Vec<(String, u64)>;

/// The counts of a run in words: those of its work, and its failed visits by reason.
pub(super) fn counts(run: &Run) -> (Counts, Counts) {
    let Some(counts) = run.counts.as_object() else {
        return (Vec::new(), Vec::new());
    };
    let work = COUNTS.iter().filter_map(|(name, text)| {
        let count = counts.get(*name)?.as_u64()?;
        Some(((*text).to_owned(), count))
    });
    let known =
        |name: &str| COUNTS.iter().any(|(known, _)| *known == name) || OTHERS.contains(&name);
    let mut rest: Counts = counts
        .iter()
        .filter(|(name, _)| !known(name))
        .filter_map(|(name, count)| Some((name.replace('_', " "), count.as_u64()?)))
        .collect();
    rest.sort_by(|one, other| (other.1, &one.0).cmp(&(one.1, &other.0)));
    (work.collect(), rest)
}

/// What the word for the state of a run leaves open.
pub(in crate::reader) fn ending(run: &Run) -> Option<&'static str> {
    match run.state {
        RunState::Running | RunState::Done | RunState::Failed => None,
        RunState::Lost => Some(
            "It was killed or cut off from the database. The numbers are those of the stages that it finished; the next run continues where it ended.",
        ),
        RunState::Stopped => {
            Some("It was stopped early on request. The next run continues where it ended.")
        }
    }
}

/// The style of the word for a state.
pub(in crate::reader) fn tone(state: RunState) -> &'static str {
    match state {
        RunState::Done => "good",
        RunState::Lost | RunState::Failed => "bad",
        RunState::Running | RunState::Stopped => "plain",
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn run(state: RunState, counts: serde_json::Value) -> Run {
        Run {
            id: 7,
            command: "nightly".to_owned(),
            state,
            started_at: Utc::now() - TimeDelta::minutes(90),
            finished_at: None,
            counts,
            detail: None,
        }
    }

    #[test]
    fn progress_says_what_is_done_and_how_fast() {
        let counts =
            json!({"stage": "extract", "stage_done": 50, "stage_of": 200, "stage_seconds": 4});
        let shown = progress(&run(RunState::Running, counts), Utc::now());
        assert_eq!(shown.stage, "Extracting");
        assert_eq!(shown.done, "50 of 200 pages");
        assert_eq!(
            (shown.percent, shown.rate.as_str()),
            (Some(25), "12.5 per second")
        );
        assert_eq!(shown.took, "1 h 30 min");
        assert_eq!(duration(TimeDelta::milliseconds(7_600)), "8 s");
        assert_eq!(duration(TimeDelta::milliseconds(119_700)), "2 min 0 s");
        assert_eq!(duration(TimeDelta::milliseconds(400)), "less than a second");
        let nothing = progress(&run(RunState::Running, json!({})), Utc::now());
        assert_eq!((nothing.done.as_str(), nothing.percent), ("", None));
        let odd = json!({"stage": "crawl", "stage_done": 3, "stage_of": 0, "stage_seconds": 0});
        let odd = progress(&run(RunState::Running, odd), Utc::now());
        assert_eq!(
            (odd.done.as_str(), odd.percent, odd.rate.as_str()),
            ("3 visits", None, "")
        );
    }

    #[test]
    fn counts_are_in_words_with_failures_apart() {
        let done = json!({"fetched": 9, "not_found": 2, "timeout": 3, "articles_added": 4, "stage": "crawl", "site": "x"});
        let (work, failed) = counts(&run(RunState::Done, done));
        assert_eq!(
            work,
            [
                ("pages, feeds and sitemaps fetched".to_owned(), 9),
                ("new articles".to_owned(), 4)
            ]
        );
        assert_eq!(
            failed,
            [("timeout".to_owned(), 3), ("not found".to_owned(), 2)]
        );
        assert_eq!(took(&run(RunState::Lost, json!({})), Utc::now()), None);
    }
}
