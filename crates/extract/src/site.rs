//! What only a crawler knows: text that stands on other pages of the same host too, in the same place of the template,
//! is none of the article's, however much it looks like one: appeals for donations, newsletter boxes, the life of the
//! author, disclaimers.
//!
//! A [`Trace`] is what one article page leaves behind: hashes of its content blocks, a few hundred bytes. A
//! [`HostKnowledge`] is the traces of up to [`PLACES`] pages of one host. Which pages those are depends on the pages
//! alone: each has its [place](Trace::place) by its address, and the newest there stays. So a page counts once however
//! often it is read, by however many workers and in whatever order, and the knowledge is a sample of all pages of the host
//! that follows them through the years.

mod knowledge;
#[cfg(test)]
mod tests;
mod trace;

pub use knowledge::{HostKnowledge, PLACES};
pub use trace::{FORMAT, Trace};

use crate::labels::Labels;
use html::TextDocument;

/// Takes the blocks out of the text that repeat on other pages of the host, and tells what the page leaves behind. Nothing
/// is taken out of the labels' other runs, and never so much that the article is gone.
pub fn drop_repeated(
    document: &TextDocument,
    labels: &mut Labels,
    address: &str,
    host: &HostKnowledge,
) -> Trace {
    let mut trace = Trace::of(document, labels, address);
    let repeated = host.repeated(&trace);
    for (block, repeated) in trace.blocks.iter_mut().zip(repeated) {
        block.dropped = repeated;
        if repeated {
            labels.drop_block(block.index as usize);
        }
    }
    trace
}
