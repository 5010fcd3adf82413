//! `gleaner seed check`.

use std::path::PathBuf;

use anyhow::bail;
use crawl::{Seed, Survey};
use store::Outcome;
use tokio::task::JoinSet;

use crate::console::output::Results;
use crate::console::plural::count;
use crate::console::table;
use crate::pipeline;
use crate::program::Context;

/// Show what each site offers: robots.txt, home page, feeds and sitemaps
///
/// Requests each of these once, with the crawl delay between requests, and writes nothing to the database. If a site names no feed or
/// no sitemap, the usual paths are tried until one answers, unless `crawl.well_known_channels = false`. Exits with 1 if a site cannot
/// be crawled at present, also if its front page cannot be fetched.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example:\n  gleaner seed check mine.toml")]
pub(crate) struct Args {
    /// Seed files, or folders of them; also URLs of such files, and of home pages
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print one JSON object per site instead of tables
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: &Args, context: &Context) -> anyhow::Result<()> {
    context.settings.crawl.check().map_err(anyhow::Error::msg)?;
    let seeds = pipeline::load_seeds(&args.paths, &context.settings.crawl).await?;
    let sites = seeds.len();
    let mut waiting = seeds.into_iter();
    let mut surveys = JoinSet::new();
    let begin = |surveys: &mut JoinSet<_>, seed: Seed| {
        let settings = context.settings.crawl.clone();
        surveys.spawn(async move { crawl::survey(&settings, &seed).await });
    };
    for seed in waiting
        .by_ref()
        .take(context.settings.worker.hosts_at_once.max(1))
    {
        begin(&mut surveys, seed);
    }
    let mut out = Results::new();
    let (mut surveyed, mut closed) = (0, 0);
    let stop = &context.stop;
    while let Some(done) = tokio::select! {
        done = surveys.join_next() => done,
        () = stop.cancelled() => None,
    } {
        let survey = done??;
        surveyed += 1;
        closed += u32::from(survey.refusal().is_some() || survey.home_failure().is_some());
        if args.json {
            out.json(&survey)?;
        } else {
            out.text(&describe(&survey))?;
        }
        out.flush()?;
        if let Some(seed) = waiting.next() {
            begin(&mut surveys, seed);
        }
    }
    out.finish()?;
    if surveyed < sites {
        bail!("stopped: checked {surveyed} of {}", count(sites, "site"));
    }
    if closed > 0 {
        bail!(
            "{closed} of {} cannot be crawled at present, see above",
            count(surveyed, "site")
        );
    }
    Ok(())
}

/// What it means that the front page was requested in vain.
fn home_failure(outcome: Outcome) -> String {
    match outcome {
        Outcome::Busy => {
            "The front page asks for fewer requests, so nothing more was requested. A crawl tries it again later."
                .to_owned()
        }
        Outcome::Challenge => {
            "The front page demands proof that the visitor is human, so nothing more was requested. A crawl gets no pages."
                .to_owned()
        }
        Outcome::Refused => {
            "The front page refuses this crawler; its publisher may allow it.".to_owned()
        }
        Outcome::NotFound => "There is no front page at this address; correct `home`.".to_owned(),
        other => format!(
            "The front page cannot be fetched: {}. Look at it in a browser.",
            other.as_str().replace('_', " ")
        ),
    }
}

/// Formats a survey as a heading and a table.
pub(in crate::commands) fn describe(survey: &Survey) -> String {
    let failure = survey.robots_failure.as_ref();
    let failure = failure.map_or_else(String::new, |why| format!(" ({why})"));
    let robots = match (&survey.refused, survey.robots_status, survey.crawl_delay) {
        (Some(why), ..) => format!("not contacted: {why}"),
        (None, None, _) => {
            format!("robots.txt could not be fetched: nothing may be fetched{failure}")
        }
        (None, Some(status), None) => format!("robots.txt {status}{failure}"),
        (None, Some(status), Some(delay)) => {
            format!(
                "robots.txt {status}, asks for {} s between requests",
                delay.as_secs_f32()
            )
        }
    };
    let rows = survey.channels.iter().map(|channel| {
        vec![
            channel.kind.to_owned(),
            channel.outcome.to_string().replace('_', " "),
            channel.entries.to_string(),
            channel.format.unwrap_or("-").to_owned(),
            channel.named_by.to_owned(),
            match &channel.moved_to {
                Some(target) => format!("{} has moved to {target}", channel.url),
                None => channel.url.clone(),
            },
        ]
    });
    let headings = "channel | outcome | >entries | what | named by | address";
    let table = match survey.channels.as_slice() {
        [] => String::new(),
        _ => table::of(headings, rows),
    };
    let none = |kind| !survey.channels.iter().any(|channel| channel.kind == kind);
    let remark = if let Some(outcome) = survey.home_failure() {
        format!("{}\n", home_failure(outcome))
    } else if let Some(why) = survey.ended_early() {
        format!("Ended early: {why}; the rest was not requested.\n")
    } else if survey.channels.is_empty() || !none("feed") || !none("sitemap") {
        String::new()
    } else {
        "No feed or sitemap: its articles are found only through links.\n".to_owned()
    };
    format!(
        "{} (of {}): {robots}\n{table}{remark}\n",
        survey.site_id, survey.owner
    )
}
