//! The end of an article.

use extract::{Filter, Label, Labels, RunFlags};
use html::TextDocument;

/// Marks everything from an end mark on as boilerplate, if at least 60 words of full text precede it
/// (`IgnoreBlocksAfterContentFilter`).
pub(crate) const IGNORE_AFTER_END: Filter = Filter::new("ignore-after-end", ignore_after_end);

fn ignore_after_end(_: &TextDocument, labels: &mut Labels) {
    let (mut read, mut ended) = (0, false);
    for run in &mut labels.runs {
        if run.is_content() && run.text_density() >= 9.0 {
            read += run.words;
        }
        ended |= run.flags.has(RunFlags::END) && read >= 60;
        if ended {
            run.label = Label::Boilerplate;
        }
    }
}
