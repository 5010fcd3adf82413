//! The URL patterns of a host whose pages fail in this crawl. They come after all others, since failures in a row end the crawl.

use std::collections::HashMap;

use store::{Due, UrlKind};

use crate::url::pattern::pattern_of;

/// Failures in a row after which the pages of a pattern come after the others. One refusal suffices.
const MAX_FAILURES: u32 = 2;
/// Refusals after which they do whatever other pages answer.
const MAX_REFUSALS: u32 = 2;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Something that is no failure of its host.
    Answered,
    /// A 403, an error of the server, or nothing.
    Failed,
    /// 429, 503 or a bot challenge.
    Refused,
}

/// When a page comes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Turn {
    /// In the order of the frontier.
    #[default]
    Usual,
    /// After those: it was visited before, and its pattern is refused.
    Late,
    /// After these: it failed at its last visit, or is new and its pattern is refused.
    Last,
}

/// Counts of failures by URL pattern.
#[derive(Debug, Default)]
pub(crate) struct RefusedPatterns(HashMap<String, Failures>);

#[derive(Debug, Default)]
struct Failures {
    in_a_row: u32,
    refusals: u32,
}

impl RefusedPatterns {
    pub(crate) fn count(&mut self, url: &str, answer: Answer) {
        let pattern = pattern_of(url);
        if answer == Answer::Answered {
            if let Some(failures) = self.0.get_mut(&pattern) {
                failures.in_a_row = 0;
            }
            return;
        }
        let failures = self.0.entry(pattern).or_default();
        if answer == Answer::Refused {
            failures.in_a_row += MAX_FAILURES;
            failures.refusals += 1;
        } else {
            failures.in_a_row += 1;
        }
    }

    /// When a URL comes.
    pub(crate) fn turn(&self, due: &Due) -> Turn {
        let is_refused = || {
            let failures = self.0.get(&pattern_of(&due.url));
            failures.is_some_and(|f| f.in_a_row >= MAX_FAILURES || f.refusals >= MAX_REFUSALS)
        };
        match &due.history {
            _ if due.kind != UrlKind::Page => Turn::Usual,
            Some(history) if history.failures > 0 => Turn::Last,
            _ if self.0.is_empty() || !is_refused() => Turn::Usual,
            Some(_) => Turn::Late,
            None => Turn::Last,
        }
    }
}

#[cfg(test)]
mod tests {
    use store::Via;

    use super::*;
    use crate::tests::made::due;

    #[test]
    fn a_pattern_comes_last_after_two_failures_or_a_refusal_until_it_answers_but_not_after_two_refusals()
     {
        let url = |path: &str| format!("https://a.example/{path}/a-report-of-the-town.html");
        let mut refused = RefusedPatterns::default();
        let mut after = |answer, path: &str| {
            refused.count(&url("plus"), answer);
            refused.turn(&due(UrlKind::Page, Via::Feed, &url(path))) == Turn::Last
        };
        assert!(!after(Answer::Failed, "plus"));
        assert!(after(Answer::Failed, "plus"));
        assert!(!after(Answer::Failed, "news"));
        assert!(!after(Answer::Answered, "plus"));
        assert!(after(Answer::Refused, "plus"));
        assert!(!after(Answer::Answered, "plus"));
        assert!(after(Answer::Refused, "plus"));
        assert!(after(Answer::Answered, "plus"));
        assert!(!after(Answer::Answered, "news"));
    }
}
