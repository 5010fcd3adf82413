//! Steps that join, drop and split runs.

use extract::{BlockRun, Filter, RunFlags};

/// Joins each content run with the run before it, regardless of the label of the latter
/// (`BlockProximityFusion.MAX_DISTANCE_1`): a short line right before content becomes content.
pub(crate) const PROXIMITY_FUSION: Filter = Filter::new("proximity-fusion", |_, labels| {
    labels.fuse(|before, run| run.is_content() && near(before, run));
});

/// Joins content runs at the same depth that have at most one dropped block between them
/// (`BlockProximityFusion.MAX_DISTANCE_1_CONTENT_ONLY_SAME_TAGLEVEL`).
pub(crate) const CONTENT_FUSION: Filter = Filter::new("content-fusion", |_, labels| {
    labels.fuse(|before, run| {
        run.is_content()
            && before.is_content()
            && before.tag_level == run.tag_level
            && near(before, run)
    });
});

/// Joins neighbours of equal text density (`SimpleBlockFusionProcessor`).
pub(crate) const EQUAL_DENSITY_FUSION: Filter = Filter::new("equal-density-fusion", |_, labels| {
    labels.fuse(equally_dense);
});

/// Drops boilerplate except the title, so that its neighbours become adjacent
/// (`BoilerplateBlockFilter.INSTANCE_KEEP_TITLE`).
pub(crate) const DROP_BOILERPLATE: Filter = Filter::new("drop-boilerplate", |_, labels| {
    labels.retain(|run| run.is_content() || run.flags.has(RunFlags::TITLE));
});

/// Makes each block a run again (`SplitParagraphBlocksFilter`).
pub(crate) const SPLIT_PARAGRAPHS: Filter = Filter::new("split-paragraphs", |document, labels| {
    labels.split(document);
});

fn near(before: &BlockRun, run: &BlockRun) -> bool {
    run.first - before.last - 1 <= 1
}

#[expect(
    clippy::float_cmp,
    reason = "the source compares the two quotients for equality"
)]
fn equally_dense(before: &BlockRun, run: &BlockRun) -> bool {
    before.text_density() == run.text_density()
}
