//! The priority of a URL: smaller numbers are fetched first.

use std::ops::RangeInclusive;

use chrono::{DateTime, TimeDelta, Utc};
use store::{LAST_CHANNEL_PRIORITY, UrlKind, Via};

/// The priorities of the front page, feeds and sitemaps.
pub(crate) const CHANNELS: RangeInclusive<i16> = 0..=LAST_CHANNEL_PRIORITY;
/// The priorities of pages.
pub(crate) const PAGES: RangeInclusive<i16> = LAST_CHANNEL_PRIORITY + 1..=i16::MAX;
/// Those of pages not visited before, and of pages visited before that did not fail (`revisit_priority`).
pub(crate) const NEW_PAGES: RangeInclusive<i16> =
    LAST_CHANNEL_PRIORITY + 1..=LAST_CHANNEL_PRIORITY + 1_000;
pub(crate) const REVISITS: RangeInclusive<i16> = LAST_CHANNEL_PRIORITY + 1_001..=i16::MAX - 1;
/// The priorities of items of feeds and news sitemaps and of links of the front page: those at least as likely to be
/// articles as not, and all.
pub(crate) const LIKELY_ARTICLES: RangeInclusive<i16> = 100..=260;
pub(crate) const FRONT_PAGE_LINKS: RangeInclusive<i16> = 100..=280;

/// Front pages first, then news channels, then sitemaps.
pub(crate) fn of_channel(kind: UrlKind) -> i16 {
    match kind {
        UrlKind::Home => 0,
        UrlKind::NewsSitemap => 10,
        UrlKind::Feed => 11,
        UrlKind::Sitemap => 20,
        UrlKind::Page => 300,
    }
}

/// Items of feeds and news sitemaps, newest first; then links of the front page; then links by depth; then the archive,
/// newest first.
pub(crate) fn of_page(
    via: Via,
    depth: i16,
    published: Option<DateTime<Utc>>,
    now: DateTime<Utc>,
) -> i16 {
    let age = published.map(|at| (now - at).max(TimeDelta::zero()));
    let hours = |default: i64| age.map_or(default, |age| age.num_hours());
    match via {
        Via::Feed | Via::NewsSitemap => 100 + staleness(age),
        Via::Seed | Via::FrontPage | Via::Redirect => 260,
        Via::Sitemap => 310 + bounded(hours(24 * 100) / 24, 100),
        _ => 270 + 10 * depth.clamp(0, 20),
    }
}

/// The priority of a sitemap in an index, by its last change.
pub(crate) fn of_sitemap(modified: Option<DateTime<Utc>>, now: DateTime<Utc>) -> i16 {
    let days = modified.map_or(20, |at| (now - at).num_days().max(0));
    of_channel(UrlKind::Sitemap) + bounded(days, 60)
}

/// 0 to 149, in steps of ten minutes for the first six hours, of an hour for the next thirty, then of half a day. An item
/// without a date counts as twelve hours old.
fn staleness(age: Option<TimeDelta>) -> i16 {
    let minutes = age.map_or(12 * 60, |age| age.num_minutes());
    match minutes {
        ..360 => bounded(minutes / 10, 35),
        360..2_160 => 36 + bounded((minutes - 360) / 60, 29),
        _ => 66 + bounded((minutes - 2_160) / 720, 83),
    }
}

/// The priority of the item at this index of a feed without dates, given that of the first.
pub(crate) fn undated(first: i16, index: usize) -> i16 {
    first + bounded(i64::try_from(index).unwrap_or(i64::MAX), 107)
}

fn bounded(value: i64, max: i16) -> i16 {
    i16::try_from(value).unwrap_or(max).min(max)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_announced_item_comes_first_and_the_archive_last() {
        let now = Utc::now();
        let ago = |hours| Some(now - TimeDelta::hours(hours));
        let order = [
            of_channel(UrlKind::Home),
            of_channel(UrlKind::Feed),
            of_channel(UrlKind::Sitemap),
            of_page(Via::Feed, 1, ago(-1), now),
            of_page(Via::NewsSitemap, 1, ago(5), now),
            of_page(Via::Feed, 1, ago(90), now),
            of_page(Via::FrontPage, 1, None, now),
            of_page(Via::Link, 2, None, now),
            of_page(Via::Link, 3, None, now),
            of_page(Via::Sitemap, 1, ago(24 * 20), now),
            of_page(Via::Sitemap, 1, None, now),
        ];
        assert!(order.is_sorted(), "{order:?}");
    }

    #[test]
    fn announced_items_are_told_apart_by_minutes_while_they_are_fresh() {
        let now = Utc::now();
        let minutes = [
            0, 12, 25, 59, 300, 359, 360, 430, 2_159, 2_160, 3_000, 43_200, 90_000_000,
        ];
        let order = minutes.map(|ago| {
            let published = now - TimeDelta::minutes(ago);
            of_page(Via::Feed, 1, Some(published), now)
        });
        let differ = order[..4].windows(2).all(|two| two[0] < two[1]);
        assert!(order.is_sorted() && differ, "{order:?}");
        let undated = of_page(Via::Feed, 1, None, now);
        assert_eq!(super::undated(undated, 100_000), 249);
        assert_eq!(order[12], 249, "before what the front page links");
    }
}
