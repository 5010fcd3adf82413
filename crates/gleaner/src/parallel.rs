//! Processes a stream on all cores. Results keep the order of the input, memory is bounded, and a slow source does not delay
//! items that have already arrived.

use std::num::NonZeroUsize;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::time::Duration;

use anyhow::Context as _;
use rayon::iter::{IntoParallelIterator as _, ParallelIterator as _};
use tokio_util::sync::CancellationToken;

/// Maximum bytes read ahead of the work. A larger item passes if it is the only one in memory.
const BYTES_AHEAD: usize = 32 << 20;
/// Maximum items per batch: enough to keep all cores busy, few enough to stop soon.
const BATCH: usize = 256;
/// Interval between checks for a stop while the source is silent.
const POLL_INTERVAL: Duration = Duration::from_millis(100);

/// How a stream ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// All items were processed.
    Done,
    /// The user stopped it; the current batch was finished.
    Stopped,
}

/// Creates a thread pool with one thread per core, or with the number the user requested.
pub fn threads(wanted: Option<NonZeroUsize>) -> anyhow::Result<rayon::ThreadPool> {
    let wanted = wanted.map_or(0, NonZeroUsize::get);
    rayon::ThreadPoolBuilder::new()
        .num_threads(wanted)
        .build()
        .context("cannot start the threads")
}

/// Processes the items of `produce` in `pool`, and passes the results to `take` in order, a batch at a time. `produce` calls its
/// argument with the size of each item in bytes and the item, and returns once that yields `false`.
pub fn ordered<I: Send + 'static, T: Send>(
    pool: &rayon::ThreadPool,
    stop: &CancellationToken,
    produce: impl FnOnce(&mut dyn FnMut(usize, I) -> bool) + Send + 'static,
    work: impl Fn(I) -> T + Sync,
    mut take: impl FnMut(Vec<T>) -> anyhow::Result<()>,
) -> anyhow::Result<End> {
    let (send, receive) = mpsc::channel();
    let ahead = Arc::new(Budget::default());
    let source_ahead = Arc::clone(&ahead);
    // Not joined: the thread may be waiting for a terminal, and ends with the process.
    std::thread::Builder::new()
        .name("input".to_owned())
        .spawn(move || {
            produce(&mut |size, item| {
                source_ahead.take(size);
                send.send((size, item)).is_ok()
            });
        })
        .context("cannot start the input thread")?;
    loop {
        if stop.is_cancelled() {
            ahead.release();
            return Ok(End::Stopped);
        }
        let Some(batch) = next_batch(&receive) else {
            return Ok(End::Done);
        };
        let size = batch.iter().map(|(size, _)| size).sum();
        let results = pool.install(|| batch.into_par_iter().map(|(_, item)| work(item)).collect());
        ahead.give_back(size);
        if let Err(error) = take(results) {
            ahead.release();
            return Err(error);
        }
    }
}

/// The items that have arrived so far; empty if none arrived within [`POLL_INTERVAL`], `None` at the end of the stream.
fn next_batch<I>(receive: &Receiver<(usize, I)>) -> Option<Vec<(usize, I)>> {
    let mut batch = match receive.recv_timeout(POLL_INTERVAL) {
        Ok(first) => vec![first],
        Err(RecvTimeoutError::Timeout) => return Some(Vec::new()),
        Err(RecvTimeoutError::Disconnected) => return None,
    };
    batch.extend(receive.try_iter().take(BATCH - 1));
    Some(batch)
}

/// Limits the bytes in memory to [`BYTES_AHEAD`].
#[derive(Debug, Default)]
struct Budget {
    used: Mutex<usize>,
    freed: Condvar,
}

impl Budget {
    /// Waits until `size` bytes fit, or until nothing else is in memory.
    fn take(&self, size: usize) {
        let used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        let mut used = self
            .freed
            .wait_while(used, |used| *used > 0 && *used + size > BYTES_AHEAD)
            .unwrap_or_else(PoisonError::into_inner);
        *used += size;
    }

    fn give_back(&self, size: usize) {
        let mut used = self.used.lock().unwrap_or_else(PoisonError::into_inner);
        *used = used.saturating_sub(size);
        self.freed.notify_all();
    }

    /// Unblocks a waiting source, which then finds its channel closed.
    fn release(&self) {
        self.give_back(usize::MAX);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_the_order_of_the_input() {
        let pool = threads(NonZeroUsize::new(4)).unwrap();
        let mut seen = Vec::new();
        let end = ordered(
            &pool,
            &CancellationToken::new(),
            |emit| (0..2000_u64).for_each(|n| assert!(emit(1 << 16, n))),
            |n| {
                std::thread::sleep(Duration::from_micros(200 - (n * 7) % 200));
                n
            },
            |some| {
                seen.extend(some);
                Ok(())
            },
        );
        assert_eq!(end.unwrap(), End::Done);
        assert!(seen.into_iter().eq(0..2000));
    }

    #[test]
    fn an_item_larger_than_the_budget_passes() {
        let pool = threads(NonZeroUsize::new(1)).unwrap();
        let mut count = 0;
        let source = |emit: &mut dyn FnMut(usize, ()) -> bool| {
            (0..3).for_each(|_| assert!(emit(BYTES_AHEAD * 2, ())));
        };
        let take = |some: Vec<()>| {
            count += some.len();
            Ok(())
        };
        ordered(&pool, &CancellationToken::new(), source, |()| (), take).unwrap();
        assert_eq!(count, 3);
    }

    #[test]
    fn a_stop_ends_an_endless_source() {
        let pool = threads(NonZeroUsize::new(1)).unwrap();
        let stop = CancellationToken::new();
        let source = |emit: &mut dyn FnMut(usize, ()) -> bool| while emit(1 << 20, ()) {};
        let take = |_| {
            stop.cancel();
            Ok(())
        };
        let end = ordered(&pool, &stop, source, |()| (), take);
        assert_eq!(end.unwrap(), End::Stopped);
    }

    #[test]
    fn a_failed_taker_ends_the_work() {
        let pool = threads(NonZeroUsize::new(1)).unwrap();
        let source = |emit: &mut dyn FnMut(usize, ()) -> bool| while emit(1 << 20, ()) {};
        let end = ordered(
            &pool,
            &CancellationToken::new(),
            source,
            |()| (),
            |_| anyhow::bail!("full"),
        );
        assert_eq!(end.unwrap_err().to_string(), "full");
    }
}
