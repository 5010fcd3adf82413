//! A cache of one value that is expensive to compute.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// A value is still returned up to this many lifetimes while a newer one is computed.
const STALE_LIFETIMES: u32 = 6;

/// A value that is computed again when it is older than its lifetime. While one request computes it, the others get the previous one.
#[derive(Debug)]
pub(super) struct Cached<T> {
    lifetime: Duration,
    entry: Mutex<Option<(Instant, Arc<T>)>>,
    computing: tokio::sync::Mutex<()>,
    /// Number of calls of [`Self::forget`]: a value whose computation began before the last one is not kept.
    forgotten: AtomicU64,
}

impl<T> Cached<T> {
    pub(super) fn new(lifetime: Duration) -> Self {
        Self {
            lifetime,
            entry: Mutex::new(None),
            computing: tokio::sync::Mutex::new(()),
            forgotten: AtomicU64::new(0),
        }
    }

    /// The value, computed if there is none or if it is too old.
    pub(super) async fn get<E>(
        &self,
        compute: impl Future<Output = Result<T, E>>,
    ) -> Result<Arc<T>, E> {
        if let Some(value) = self.younger_than(self.lifetime) {
            return Ok(value);
        }
        let _computing = match self.computing.try_lock() {
            Ok(computing) => computing,
            Err(_) => match self.younger_than(self.lifetime * STALE_LIFETIMES) {
                Some(value) => return Ok(value),
                None => self.computing.lock().await,
            },
        };
        if let Some(value) = self.younger_than(self.lifetime) {
            return Ok(value); // another request has just computed it
        }
        let forgotten = self.forgotten.load(Ordering::Acquire);
        let value = Arc::new(compute.await?);
        let mut entry = self.entry.lock().unwrap_or_else(PoisonError::into_inner);
        if self.forgotten.load(Ordering::Acquire) == forgotten {
            *entry = Some((Instant::now(), Arc::clone(&value)));
        }
        drop(entry);
        Ok(value)
    }

    /// Like [`Self::get`], but returns a value that is slightly too old at once, and computes a newer one in the background.
    pub(super) async fn get_ready<E>(
        self: &Arc<Self>,
        compute: impl Future<Output = Result<T, E>> + Send + 'static,
    ) -> Result<Arc<T>, E>
    where
        T: Send + Sync + 'static,
        E: std::error::Error + Send,
    {
        let (young, usable) = (self.lifetime, self.lifetime * STALE_LIFETIMES);
        match (self.younger_than(young), self.younger_than(usable)) {
            (Some(value), _) => Ok(value),
            (None, Some(value)) => {
                let cached = Arc::clone(self);
                tokio::spawn(async move {
                    if let Err(error) = cached.get(compute).await {
                        tracing::warn!(%error, "could not refresh the cached value");
                    }
                });
                Ok(value)
            }
            (None, None) => self.get(compute).await,
        }
    }

    /// Forgets the value, so that the next request computes it.
    pub(super) fn forget(&self) {
        let mut entry = self.entry.lock().unwrap_or_else(PoisonError::into_inner);
        self.forgotten.fetch_add(1, Ordering::Release);
        *entry = None;
    }

    fn younger_than(&self, age: Duration) -> Option<Arc<T>> {
        let entry = self.entry.lock().unwrap_or_else(PoisonError::into_inner);
        let (made, value) = entry.as_ref()?;
        (made.elapsed() < age).then(|| Arc::clone(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compute(value: u32) -> std::future::Ready<Result<u32, ()>> {
        std::future::ready(Ok(value))
    }

    #[tokio::test]
    async fn a_value_is_computed_once_in_its_lifetime_and_again_when_it_was_forgotten() {
        let cached = Cached::new(Duration::from_hours(1));
        assert_eq!(*cached.get(compute(1)).await.unwrap(), 1);
        assert_eq!(*cached.get(compute(2)).await.unwrap(), 1);
        cached.forget();
        assert_eq!(*cached.get(compute(3)).await.unwrap(), 3);
        let failing = Cached::<u32>::new(Duration::from_hours(1));
        assert_eq!(failing.get(async { Err("no") }).await, Err("no"));
        assert_eq!(*failing.get(compute(4)).await.unwrap(), 4);
    }

    #[tokio::test]
    async fn while_one_request_computes_a_value_others_get_the_previous_one() {
        let cached = Cached::new(Duration::from_millis(20));
        cached.get(compute(1)).await.unwrap();
        tokio::time::sleep(Duration::from_millis(30)).await;
        let slow = cached.get(async {
            tokio::time::sleep(Duration::from_millis(50)).await;
            compute(2).await
        });
        let other = async {
            tokio::task::yield_now().await;
            cached.get(compute(3)).await
        };
        let (slow, other) = tokio::join!(slow, other);
        assert_eq!((*slow.unwrap(), *other.unwrap()), (2, 1));
    }

    #[tokio::test]
    async fn an_old_value_is_returned_at_once_while_a_newer_one_is_computed() {
        let cached = Arc::new(Cached::new(Duration::from_millis(500)));
        let compute = |value: u32| async move {
            tokio::time::sleep(Duration::from_millis(50)).await;
            Ok::<_, std::fmt::Error>(value)
        };
        assert_eq!(*cached.get_ready(compute(1)).await.unwrap(), 1);
        tokio::time::sleep(Duration::from_millis(510)).await;
        assert_eq!(*cached.get_ready(compute(2)).await.unwrap(), 1);
        while *cached.get_ready(compute(3)).await.unwrap() == 1 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        cached.forget();
        assert_eq!(*cached.get_ready(compute(4)).await.unwrap(), 4);
    }
}
