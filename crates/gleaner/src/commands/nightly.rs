//! `gleaner nightly`.

pub(crate) mod notify;
mod report;
mod watches;
pub(crate) mod zone;

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context as _;
use chrono::{DateTime, Local, TimeDelta};
use croner::Cron;
use croner::parser::{CronParser, Seconds, Year};
use store::{Diagnosis, Lifecycle, Outcome, SiteOverview, Store};

use self::notify::notify;
use self::report::Ending;
use self::watches::Digest;
use super::exit_code::{LOW_DISK, STOPPED, UNREACHED, WARNED};
use super::status;
use crate::console::failure::{UnsuccessfulEnd, describe};
use crate::console::output::{self, Results};
use crate::console::plural::count;
use crate::database;
use crate::files::input::url_of;
use crate::pipeline::{self, Plan, RunReport};
use crate::program::Context;
use crate::reading::stored::PageExtractor;

/// Maximum time between readings of the clock while waiting for the next run: the clock may be set, and the machine may sleep.
const POLL_INTERVAL: Duration = Duration::from_mins(1);

/// Seed, crawl, extract, aggregate and prune, as one recorded run
///
/// Exit codes: 0 success, 1 error, 3 new warnings about sites (with --fail-on warnings), 4 no site could be reached, or there is none, 5
/// stopped early, 6 the crawl ended early because the disk is nearly full.
#[derive(Debug, clap::Args)]
#[command(
    after_help = "Examples:\n  gleaner nightly --seeds seeds\n  gleaner nightly --seeds seeds --schedule \"30 2 * * *\""
)]
pub(crate) struct Args {
    /// Seed file, folder or URL to read first; can be repeated
    #[arg(long, value_name = "PATH")]
    pub(crate) seeds: Vec<PathBuf>,
    /// Keep running, and start a run at these times (minute, hour, day, month, weekday; local time), such as "30 2 * * *"
    #[arg(long, value_name = "CRON", value_parser = schedule)]
    pub(crate) schedule: Option<Cron>,
    /// Stop the crawl after N requests for pages, feeds and sitemaps [default: `worker.max_pages_per_night`]
    #[arg(long, value_name = "N", value_parser = crate::console::argument::at_least_one)]
    max_pages: Option<u64>,
    /// Exit with code 3 if there are warnings about sites that the last run did not have
    #[arg(long, value_enum, value_name = "WHAT")]
    fail_on: Option<FailOn>,
}

/// Condition under which a run counts as failed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
enum FailOn {
    Warnings,
}

/// Parses a schedule of five fields, as in cron, or a name such as `@daily`. A sixth field for seconds is refused, since it would shift
/// the meaning of the others.
fn schedule(text: &str) -> Result<Cron, String> {
    let parser = CronParser::builder()
        .seconds(Seconds::Disallowed)
        .year(Year::Disallowed)
        .build();
    let fields = text.split_whitespace().count();
    let schedule = parser.parse(text).map_err(|error| {
        let fault = if fields == 5 || text.trim_start().starts_with('@') {
            let fault = error.to_string();
            let fault = fault.trim_end_matches('.');
            format!("a field is wrong: {fault}")
        } else {
            format!("it must have 5 fields, not {fields}")
        };
        format!("{fault}; write minute, hour, day, month and weekday, such as \"30 2 * * *\"")
    })?;
    match schedule.find_next_occurrence(&Local::now(), false) {
        Ok(_) => Ok(schedule),
        Err(_) => Err("it matches no future time".to_owned()),
    }
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    let mut is_reported = false;
    let ended = runs(args, context, &mut is_reported).await;
    if ended.is_err() && !is_reported {
        notify(context, &ended, &Ending::default()).await;
    }
    ended
}

/// Sets `is_reported` if the error of a run was reported.
async fn runs(args: &Args, context: &Context, is_reported: &mut bool) -> anyhow::Result<()> {
    // Fail at once, not when the first run begins.
    let checked = context.settings.crawl.check().map_err(anyhow::Error::msg);
    let unchecked = match checked {
        Err(error) if args.seeds.is_empty() => Some(error),
        checked => checked.map(|()| None)?,
    };
    if args.schedule.is_some() {
        // a list on the web may be temporarily unreachable
        let mut files = args.seeds.clone();
        files.retain(|path| url_of(path).is_none());
        if let Err(fault) = zone::local() {
            tracing::warn!("{fault}");
        }
        pipeline::load_seeds(&files, &context.settings.crawl).await?;
    }
    let reader = Arc::new(PageExtractor::new(&context.settings)?);
    let mut plan = Plan::new(&context.settings, reader);
    plan.seeds.clone_from(&args.seeds);
    plan.limits.max_pages = args.max_pages.or(plan.limits.max_pages);
    database::with(context, async |store| {
        if let Some(error) = unchecked
            && pipeline::has_site_to_crawl(store).await?
        {
            return Err(error);
        }
        match &args.schedule {
            None => {
                let ended = reported(store, &plan, args.fail_on, context).await;
                *is_reported = ended.is_err();
                ended
            }
            Some(schedule) => repeat(store, &plan, schedule, args.fail_on, context).await,
        }
    })
    .await
}

/// Runs once and reports how it ended. The articles of watches that the report names are sent once, unless the command failed.
async fn reported(
    store: &Store,
    plan: &Plan,
    fail_on: Option<FailOn>,
    context: &Context,
) -> anyhow::Result<()> {
    let mut ending = Ending::default();
    let ended = once(store, plan, fail_on, context, &mut ending).await;
    let is_sent = notify(context, &ended, &ending).await;
    let Digest { quiet, until, .. } = &ending.digest;
    let named = if is_sent {
        ending.digest.named()
    } else {
        Vec::new()
    };
    if quiet.len() + named.len() > 0
        && let Err(error) = store.watches_sent(quiet, &named, *until).await
    {
        tracing::error!(%error, "the next report names the same articles of the watches again");
    }
    ended
}

async fn once(
    store: &Store,
    plan: &Plan,
    fail_on: Option<FailOn>,
    context: &Context,
    ending: &mut Ending,
) -> anyhow::Result<()> {
    let run = ending.run.insert(RunReport::default());
    let id = pipeline::run(store, plan, &context.stop, run).await?;
    let mut out = Results::new();
    out.text(&summary(run))?;
    let unsuccessful = |code, why: String| Err(UnsuccessfulEnd { code, why }.into());
    if run.stopped {
        out.finish()?;
        return unsuccessful(STOPPED, "the nightly run was stopped early".to_owned());
    }
    if !context.settings.notify.command.trim().is_empty() {
        // The night is over, however the watches are.
        let digest = Digest::read(store, &context.stop).await;
        ending.digest = digest.unwrap_or_else(|error| {
            tracing::error!(%error, "the watches could not be read");
            Digest::default()
        });
    }
    if let Some(low) = run.low_disk {
        out.finish()?;
        return unsuccessful(LOW_DISK, low.to_string());
    }
    let waiting = pipeline::waiting(store, &run.crawled, &[]).await?;
    if let Some(waiting) = &waiting {
        out.line(waiting)?;
    }
    (ending.warnings, ending.still) = store.new_warnings(id).await?;
    let warnings = &ending.warnings;
    out.text(&status::describe_warnings(warnings))?;
    if let Some(still) = report::still(warnings, &ending.still) {
        out.line(&still)?;
    }
    out.finish()?;
    // an archive of imported pages has no active sites
    let sites = store.site_overviews(&[], false).await?;
    let is_gone =
        |site: &SiteOverview| [Lifecycle::Removed, Lifecycle::Forgotten].contains(&site.lifecycle);
    if sites.iter().all(is_gone) {
        return unsuccessful(UNREACHED, "there is no site to crawl".to_owned());
    }
    if waiting.is_some() && is_cut_off(store, run).await? {
        return unsuccessful(UNREACHED, "no site could be reached".to_owned());
    }
    if fail_on == Some(FailOn::Warnings) && !warnings.is_empty() {
        let warned = count(warnings.len(), "warning");
        return unsuccessful(WARNED, format!("{warned}, see above"));
    }
    Ok(())
}

/// Whether no site that was tried answered and at least one site is in trouble, or no site was tried because all of them wait after
/// a failure.
async fn is_cut_off(store: &Store, run: &RunReport) -> anyhow::Result<bool> {
    let answers = [Outcome::Redirected, Outcome::NotFound];
    if answers
        .iter()
        .any(|&outcome| run.crawled.count(outcome) > 0)
    {
        return Ok(false);
    }
    let tried = run.crawled.outcomes.values().sum::<u64>() > 0 || !run.crawled.left.is_empty();
    let mut sites = store.site_overviews(&[], false).await?;
    sites.retain(|site| site.lifecycle == Lifecycle::Active && site.seeded);
    let mut in_trouble = sites.iter().map(|site| Diagnosis::of(site).is_trouble);
    Ok(if tried {
        in_trouble.any(|is| is)
    } else {
        !sites.is_empty() && in_trouble.all(|is| is)
    })
}

async fn repeat(
    store: &Store,
    plan: &Plan,
    schedule: &Cron,
    fail_on: Option<FailOn>,
    context: &Context,
) -> anyhow::Result<()> {
    while !context.stop.is_cancelled() {
        let now = Local::now();
        let mut next = schedule
            .find_next_occurrence(&now, false)
            .context("--schedule matches no future time")?;
        tracing::info!(next = %next.to_rfc3339(), "the next run begins at {}", next.format("%Y-%m-%d %H:%M %:z"));
        output::message(&format!(
            "the next run begins at {}; Ctrl-C ends",
            next.format("%Y-%m-%d %H:%M %:z")
        ))?;
        while let Some(wait) = wait(next - Local::now()) {
            tokio::select! {
                () = tokio::time::sleep(wait) => {}
                () = context.stop.cancelled() => return Ok(()),
            }
            next = still_next(schedule, (now, next), &Local::now());
        }
        let ended = reported(store, plan, fail_on, context).await;
        // A failed run must not prevent later ones; its failure is recorded in the runs.
        if let Err(error) = ended
            && !context.stop.is_cancelled()
        {
            tracing::error!("this nightly run failed: {}", describe(&error));
        }
    }
    Ok(())
}

/// The next run, found at a time: an earlier one if the clock was set back since, as it may have been years ahead.
fn still_next(
    schedule: &Cron,
    (found, next): (DateTime<Local>, DateTime<Local>),
    now: &DateTime<Local>,
) -> DateTime<Local> {
    let is_set_back = *now < found;
    let again = is_set_back.then(|| schedule.find_next_occurrence(now, false).ok());
    again.flatten().map_or(next, |again| again.min(next))
}

/// Time to wait before reading the clock again; `None` if the run is due.
fn wait(left: TimeDelta) -> Option<Duration> {
    let left = left.to_std().ok()?;
    (!left.is_zero()).then_some(left.min(POLL_INTERVAL))
}

/// Describes what a nightly run did, for people.
pub(crate) fn summary(run: &RunReport) -> String {
    let saved = &run.extracted.saved;
    let news = saved.added + saved.versions + run.aggregated.articles;
    let visits: u64 = run.crawled.outcomes.values().sum();
    let mut text = format!(
        "{}\n{}\n{}\n",
        pipeline::describe_crawl(&run.crawled),
        run.extracted,
        run.aggregated
    );
    if run.pruned.pages + run.pruned.visits + run.pruned.urls > 0 {
        let pruned = pipeline::describe_pruned(&run.pruned);
        text.extend(["Deleted according to [retention]: ", &pruned, ".\n"]);
    }
    if run.stopped {
        text.push_str("Stopped early; the same command continues where this one ended.\n");
    } else if news == 0 && visits > 0 && run.low_disk.is_none() {
        text.push_str("Nothing new since the last time.\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use chrono::Utc;

    use super::*;

    #[test]
    fn a_schedule_has_five_fields_and_a_future_time() {
        for right in ["30 2 * * *", "0 6 * * MON-FRI", "@daily", "0 0 29 2 *"] {
            assert!(schedule(right).is_ok(), "{right}: {:?}", schedule(right));
        }
        let refused = |text: &str| schedule(text).unwrap_err();
        for wrong in ["0 30 2 * * *", "0 30 2 * * * 2030", "30 2 * *", "25 2"] {
            assert!(refused(wrong).contains("write minute, hour,"), "{wrong}");
        }
        assert_eq!(refused("0 0 30 2 *"), "it matches no future time");
        let fields = refused("foo");
        assert!(
            fields.starts_with("it must have 5 fields, not 1; write"),
            "{fields}"
        );
    }

    #[test]
    fn the_clock_is_read_again_within_a_minute_and_the_night_begins_by_it() {
        assert_eq!(wait(TimeDelta::hours(9)), Some(POLL_INTERVAL));
        assert_eq!(wait(TimeDelta::seconds(7)), Some(Duration::from_secs(7)));
        assert_eq!(wait(TimeDelta::zero()), None);
        assert_eq!(wait(TimeDelta::hours(-9)), None);
    }

    #[test]
    fn the_next_run_is_the_next_day_also_if_the_clock_was_years_ahead() {
        let at = |text: &str| DateTime::<Local>::from(text.parse::<DateTime<Utc>>().unwrap());
        let noon = schedule("0 12 * * *").unwrap();
        let found = at("2099-06-10T00:00:00Z");
        let next = noon.find_next_occurrence(&found, false).unwrap();
        let later = at("2099-06-10T00:01:00Z");
        assert_eq!(still_next(&noon, (found, next), &later), next);
        let now = at("2026-06-10T00:00:00Z");
        let earlier = still_next(&noon, (found, next), &now);
        assert!(now < earlier && earlier - now <= TimeDelta::days(1));
        assert_eq!(still_next(&noon, (found, earlier), &earlier), earlier);
    }
}
