//! Minimises the loss by nonlinear conjugate gradient, with `argmin`.

use argmin::core::{
    Error, Executor, IterState, KV, Problem, Solver, State, TerminationReason, TerminationStatus,
};
use argmin::solver::conjugategradient::NonlinearConjugateGradient;
use argmin::solver::conjugategradient::beta::PolakRibierePlus;
use argmin::solver::linesearch::MoreThuenteLineSearch;

use super::loss::Loss;

type Point = Vec<f64>;
type SearchState = IterState<Point, Point, (), (), (), f64>;
type LineSearch = MoreThuenteLineSearch<Point, Point, f64>;
type ConjugateGradient = NonlinearConjugateGradient<Point, LineSearch, PolakRibierePlus, f64>;

/// Finds a point where the loss is flat, or the best one within `epochs` steps.
///
/// Nonlinear conjugate gradient after Polak and Ribière with the line search of Moré and Thuente
/// (Nocedal and Wright, *Numerical Optimization*, 2006, chapter 5).
pub(super) fn minimise(loss: &Loss, start: Point, epochs: u64, tolerance: f64) -> Point {
    let mut best = start;
    let mut left = epochs;
    // The search restarts along the steepest descent after its line search found no better point.
    for _ in 0..20 {
        let search = UntilFlat {
            inner: ConjugateGradient::new(LineSearch::new(), PolakRibierePlus::new()),
            tolerance,
        };
        let from = best.clone();
        let executor = Executor::new(loss, search)
            .configure(|state| state.param(from).max_iters(left))
            .ctrlc(false)
            .timer(false);
        // An error here means that the line search gave up at once: there is nothing better around.
        let Ok(result) = executor.run() else { break };
        let state = result.state;
        left = left.saturating_sub(state.get_iter());
        let ended = state.get_termination_reason() != Some(&stalled());
        let moved = state.get_best_param().filter(|point| **point != best);
        let Some(found) = moved else { break };
        best.clone_from(found);
        if ended || left == 0 {
            break;
        }
    }
    best
}

fn stalled() -> TerminationReason {
    TerminationReason::SolverExit("the line search found no better point".to_owned())
}

/// Conjugate gradient that stops when the gradient is short, unlike `argmin`'s own, and that keeps
/// its last point when the line search gives up.
struct UntilFlat {
    inner: ConjugateGradient,
    tolerance: f64,
}

impl<'a> Solver<&'a Loss, SearchState> for UntilFlat {
    fn name(&self) -> &'static str {
        "nonlinear conjugate gradient until flat"
    }

    fn init(
        &mut self,
        problem: &mut Problem<&'a Loss>,
        state: SearchState,
    ) -> Result<(SearchState, Option<KV>), Error> {
        self.inner.init(problem, state)
    }

    fn next_iter(
        &mut self,
        problem: &mut Problem<&'a Loss>,
        state: SearchState,
    ) -> Result<(SearchState, Option<KV>), Error> {
        let before = state.clone();
        let step = self.inner.next_iter(problem, state);
        Ok(step.unwrap_or_else(|_| (before.terminate_with(stalled()), None)))
    }

    fn terminate(&mut self, state: &SearchState) -> TerminationStatus {
        let flat = state.get_gradient().is_some_and(|gradient| {
            let squared: f64 = gradient.iter().map(|slope| slope * slope).sum();
            squared.sqrt() < self.tolerance
        });
        if flat {
            TerminationStatus::Terminated(TerminationReason::SolverConverged)
        } else {
            TerminationStatus::NotTerminated
        }
    }
}
