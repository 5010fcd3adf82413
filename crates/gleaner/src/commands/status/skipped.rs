//! `gleaner status --skipped`.

use store::SkippedCount;

use crate::console::output::Results;
use crate::console::plural::count;
use crate::database;
use crate::program::Context;

pub(super) async fn run(site: &str, json: bool, context: &Context) -> anyhow::Result<()> {
    let (site, skipped) = database::with(context, async |store| {
        let site = database::site(store, site).await?;
        let skipped = store.skipped(&site).await?;
        Ok((site, skipped))
    })
    .await?;
    let mut out = Results::new();
    if json {
        out.json(&skipped)?;
    } else {
        out.text(&describe(&site, &skipped))?;
    }
    out.finish()
}

fn describe(site: &str, skipped: &[SkippedCount]) -> String {
    if skipped.is_empty() {
        return format!("All URLs found so far on {site} are requested.\n");
    }
    let mut lines = Vec::new();
    for SkippedCount {
        reason,
        urls,
        examples,
    } in skipped
    {
        lines.push(format!("{reason}: {}", count(*urls, "URL")));
        lines.extend(examples.iter().map(|url| format!("    {url}")));
        if usize::try_from(*urls).is_ok_and(|urls| urls > examples.len()) {
            lines.push("    …".to_owned());
        }
    }
    lines.join("\n") + "\n"
}
