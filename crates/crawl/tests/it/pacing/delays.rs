//! The time between requests in the server's log.

use std::time::Duration;

use testsite::Request;

/// Asserts that each request begins at least `delay` after the previous one ended.
pub(crate) fn assert_apart<'a>(
    requests: impl IntoIterator<Item = &'a Request>,
    delay: Duration,
    what: &str,
) {
    let mut requests: Vec<_> = requests.into_iter().collect();
    requests.sort_by_key(|request| request.started);
    for pair in requests.windows(2) {
        let before = pair[0].ended;
        let gap = pair[1].started.saturating_duration_since(before);
        assert!(
            gap >= delay,
            "{what}: {gap:?} between {}{} and {}{}",
            pair[0].host,
            pair[0].path,
            pair[1].host,
            pair[1].path
        );
    }
}
