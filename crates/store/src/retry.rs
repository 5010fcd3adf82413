//! Boxing and retrying of the futures of [`Store`] methods.

use std::{
    pin::Pin,
    time::{Duration, Instant},
};

use crate::{
    Store, StoreError,
    error::{ErrorClass, classify},
};

/// How long to wait for a database that does not answer.
pub(crate) const MAX_OUTAGE: Duration = Duration::from_mins(1);
/// The same for a crawl worker: a crawl at night should survive the restart of a server or a router.
const MAX_OUTAGE_OF_WORKER: Duration = Duration::from_mins(5);
/// Maximum number of conflicts in a row.
const MAX_CONFLICTS: u32 = 10;

/// The return type of a [`Store`] method.
pub(crate) type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// Boxes a method body; used by the attributes `boxed` and `retried`.
pub(crate) fn boxed<'a, T, F>(body: F) -> BoxFuture<'a, T>
where
    F: Future<Output = T> + Send + 'a,
{
    Box::pin(body)
}

impl Store {
    /// Retries a piece of work after a deadlock, a serialisation failure or a lost connection. A
    /// dead embedded server is restarted. The work must be harmless when repeated, even if some of its
    /// transactions were committed. The attribute `retried` does this with the body of a method.
    pub(crate) async fn retry<'a, T>(
        &self,
        attempt: &(dyn Fn() -> BoxFuture<'a, Result<T, StoreError>> + Sync),
    ) -> Result<T, StoreError> {
        let mut failing_since = None;
        let mut tries = 0;
        loop {
            let done = match self.bound {
                None => attempt().await,
                Some(bound) => tokio::time::timeout(bound, attempt())
                    .await
                    .unwrap_or(Err(StoreError::Query(sqlx::Error::PoolTimedOut))),
            };
            match done {
                Err(StoreError::Query(error)) => {
                    tries += 1;
                    // An interrupted statement may have run for longer than an outage may last.
                    let since = *failing_since.get_or_insert_with(Instant::now);
                    self.recover(error, tries, since).await?;
                }
                done => return done,
            }
        }
    }

    /// Waits until a retry may help, or returns the error if none will.
    async fn recover(
        &self,
        error: sqlx::Error,
        tries: u32,
        since: Instant,
    ) -> Result<(), StoreError> {
        let pause = Duration::from_millis(u64::from(tries.min(20).pow(2)) * 5);
        let max_outage = match self.bound {
            None => MAX_OUTAGE,
            Some(_) => MAX_OUTAGE_OF_WORKER,
        };
        match classify(&error) {
            ErrorClass::Conflict if tries <= MAX_CONFLICTS => tokio::time::sleep(pause).await,
            ErrorClass::Disconnected if since.elapsed() < max_outage => {
                tracing::warn!(error = %error, "lost the connection to the database; retrying");
                tokio::time::sleep(pause).await;
                if let Some(cluster) = &self.cluster
                    && let Err(error) = cluster.revive().await
                {
                    if since.elapsed() >= max_outage {
                        return Err(error);
                    }
                    tracing::warn!(error = %error, "the embedded database could not be restarted");
                }
            }
            _ => return Err(error.into()),
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::{fs, path::PathBuf};

    /// Functions that ask the database and are called by retried methods only.
    const PARTS: [&str; 2] = ["article_columns", "article_rows"];

    /// The functions of a source file that ask the database and are not retried.
    fn asked_once(source: &str) -> Vec<String> {
        let (mut found, mut is_retried, mut name) = (Vec::new(), false, None);
        for line in source.lines().map(str::trim) {
            if line.starts_with("#[retried") {
                is_retried = true;
            } else if let Some((_, head)) = line.split_once("async fn ") {
                let called = head.split(['(', '<']).next().unwrap_or_default();
                name = (!std::mem::take(&mut is_retried)).then(|| called.to_owned());
            } else if ["pool", "writer"].iter().any(|pool| {
                line.contains(&format!("(&self.{pool})"))
                    || line.contains(&format!("self.{pool}.begin()"))
                    || line.contains(&format!("self.{pool}.acquire()"))
            }) {
                found.extend(name.take());
            }
        }
        found
    }

    #[test]
    fn every_method_that_asks_the_database_is_retried() {
        let mut folders = vec![PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/src"))];
        let (mut files, mut found) = (0, Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() && !path.ends_with("testing") {
                    folders.push(path);
                } else if path.extension().is_some_and(|extension| extension == "rs") {
                    let source = fs::read_to_string(&path).unwrap();
                    let source = source.split("#[cfg(test)]").next().unwrap_or_default();
                    found.extend(asked_once(source));
                    files += 1;
                }
            }
        }
        assert!(files > 50);
        found.sort();
        assert_eq!(
            found, PARTS,
            "not retried: a restart of the server would end the run"
        );
        let once = "#[boxed]\npub async fn a(&self) {\nx.execute(&self.pool)";
        assert_eq!(asked_once(once), ["a"]);
    }
}
