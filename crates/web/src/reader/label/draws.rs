//! Draws of samples of pairs. A draw reads thousands of articles, and continues if the browser leaves.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::response::{IntoResponse, Redirect, Response};
use store::PairKind;

use super::Desk;
use super::pairs::kind_of;
use super::params::Params;
use crate::reader::page::PageError;

/// Maximum number of draws whose state is kept.
const MAX_KEPT: usize = 32;
/// How long a request waits for a draw to end.
const MAX_WAIT: Duration = Duration::from_secs(3);

/// The state of a draw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Draw {
    UnderWay,
    Failed(String),
}

/// A sample, by its kind and its seed.
type Sample = (PairKind, i64);

/// The draws in progress, and those that failed.
#[derive(Debug, Default)]
pub(super) struct Draws(Mutex<VecDeque<(Sample, Draw)>>);

impl Draws {
    /// The state of the draw of a sample; `None` if there is none or it has succeeded.
    pub(super) fn of(&self, sample: Sample) -> Option<Draw> {
        let draws = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let mut draws = draws.iter();
        draws
            .find(|(known, _)| *known == sample)
            .map(|(_, draw)| draw.clone())
    }

    /// Records the start of a draw. Returns false if one is in progress.
    fn begin(&self, sample: Sample) -> bool {
        let mut draws = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if draws.iter().any(|(_, draw)| *draw == Draw::UnderWay) {
            return false;
        }
        draws.retain(|(known, _)| *known != sample);
        if draws.len() == MAX_KEPT {
            draws.pop_front();
        }
        draws.push_back((sample, Draw::UnderWay));
        true
    }

    fn end(&self, sample: Sample, done: Result<(), String>) {
        let mut draws = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        draws.retain(|(known, _)| *known != sample);
        if let Err(error) = done {
            draws.push_back((sample, Draw::Failed(error)));
        }
    }
}

/// Draws a sample.
pub(super) async fn draw(
    State(desk): State<Desk>,
    Path(pairs): Path<String>,
    Query(params): Query<Params>,
) -> Result<Response, PageError> {
    let kind = kind_of(&pairs)?;
    let sample = (kind, params.seed());
    let draws = Arc::clone(&desk.draws);
    if !draws.begin(sample) {
        let message = "A sample is being drawn. Wait until it is done.";
        return Err(PageError::Busy(message.to_owned()));
    }
    let drawing = (desk.tools.draw)(kind, params.seed());
    let end = tokio::spawn(async move {
        // A draw that panics has ended too.
        let done = tokio::spawn(drawing).await;
        let done =
            done.unwrap_or_else(|_| Err("The draw failed; the log has the reason.".to_owned()));
        draws.end(sample, done);
    });
    // The page shows whether it has ended.
    let _ = tokio::time::timeout(MAX_WAIT, end).await;
    Ok(Redirect::to(&format!("/label/{pairs}{}", params.query())).into_response())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_sample_is_drawn_at_a_time_and_a_failure_is_kept() {
        let draws = Draws::default();
        let (one, other) = ((PairKind::Copies, 1), (PairKind::Stories, 1));
        assert!(draws.begin(one));
        assert!(!draws.begin(other));
        assert_eq!(draws.of(one), Some(Draw::UnderWay));
        draws.end(one, Err("no articles".to_owned()));
        assert_eq!(draws.of(one), Some(Draw::Failed("no articles".to_owned())));
        assert!(draws.begin(one), "it may be tried again");
        draws.end(one, Ok(()));
        assert_eq!(draws.of(one), None);
    }
}
