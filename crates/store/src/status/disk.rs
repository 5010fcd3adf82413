//! Size and growth of the database, and free disk space.

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use store_macros::retried;

use crate::{Store, StoreError, text::column};

/// Number of days on which a growth forecast is based.
const LOOK_BACK_DAYS: i32 = 60;
const SECONDS_A_DAY: f64 = 86_400.0;

/// The size and growth of the database, and the free disk space.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct DiskUse {
    /// Size of the database in bytes, without the server's log.
    pub database_bytes: i64,
    /// Growth in bytes per day, from the sizes on the last days; `None` if the size is known for one day only.
    pub bytes_a_day: Option<f64>,
    /// Free bytes on its disk; `None` if the database is not embedded, since its server does not report this.
    pub free_bytes: Option<u64>,
}

impl DiskUse {
    /// Days until at most `reserve` bytes are free. `None` if never at the current growth, or if unknown.
    pub fn days_left(&self, reserve: u64) -> Option<f64> {
        let growth = self.bytes_a_day.filter(|&growth| growth >= 1.0)?;
        #[expect(clippy::cast_precision_loss, reason = "a forecast")]
        let room = self.free_bytes?.saturating_sub(reserve) as f64;
        Some(room / growth)
    }
}

impl Store {
    /// Free bytes on the disk of the embedded database; `None` if the database is not embedded.
    pub fn free_bytes(&self) -> Result<Option<u64>, StoreError> {
        let Some(cluster) = &self.cluster else {
            return Ok(None);
        };
        let disk = rustix::fs::statvfs(cluster.home()).map_err(|error| StoreError::Io {
            path: cluster.home().to_owned(),
            source: error.into(),
        })?;
        Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize)))
    }

    /// The size and growth of the database, and the free disk space.
    #[retried]
    pub async fn disk_use(&self) -> Result<DiskUse, StoreError> {
        let size = sqlx::query!(
            r#"select now() as "now!", pg_database_size(current_database()) as "bytes!""#
        )
        .fetch_one(&self.pool)
        .await?;
        let days = sqlx::query!(
            "select day, bytes from size_days
            where day < (now() at time zone 'UTC')::date and day >= (now() at time zone 'UTC')::date - $1::integer
            order by day",
            LOOK_BACK_DAYS
        )
        .fetch_all(&self.pool)
        .await?;
        let days = column(&days, |day| (day.day, day.bytes));
        Ok(DiskUse {
            database_bytes: size.bytes,
            bytes_a_day: growth(&days, size.now, size.bytes),
            free_bytes: self.free_bytes()?,
        })
    }

    /// Saves the size of the database for today.
    #[retried]
    pub async fn record_size(&self) -> Result<(), StoreError> {
        sqlx::query!(
            "insert into size_days as d (day, bytes)
            values ((now() at time zone 'UTC')::date, pg_database_size(current_database()))
            on conflict (day) do update set bytes = excluded.bytes"
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }
}

/// Growth in bytes per day: the slope of the least-squares line through the sizes at the ends of
/// days and the current size. A night of pruning or a day without a crawl has little effect on it.
fn growth(days: &[(NaiveDate, i64)], now: DateTime<Utc>, bytes: i64) -> Option<f64> {
    if days.is_empty() {
        return None;
    }
    let today = now.date_naive();
    #[expect(clippy::cast_precision_loss, reason = "a forecast")]
    let points: Vec<(f64, f64)> = days
        .iter()
        .map(|&(day, bytes)| ((day - today).as_seconds_f64() / SECONDS_A_DAY, bytes as f64))
        .chain([(0.0, bytes as f64)])
        .collect();
    #[expect(clippy::cast_precision_loss, reason = "60 at most")]
    let count = points.len() as f64;
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / count;
    let (day, size) = (mean(|point| point.0), mean(|point| point.1));
    let both: f64 = points.iter().map(|(x, y)| (x - day) * (y - size)).sum();
    let squares: f64 = points.iter().map(|(x, _)| (x - day).powi(2)).sum();
    Some(both / squares)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(day: i64) -> NaiveDate {
        DateTime::UNIX_EPOCH.date_naive() + chrono::TimeDelta::days(1_000 + day)
    }

    fn now(day: i64) -> DateTime<Utc> {
        at(day).and_hms_opt(12, 0, 0).unwrap().and_utc()
    }

    #[test]
    fn growth_is_the_slope_of_the_sizes() {
        assert_eq!(growth(&[], now(0), 1_000), None);
        assert_eq!(growth(&[(at(0), 1_000)], now(1), 1_500), Some(500.0));
        let steady: Vec<_> = (0..20).map(|day| (at(day), 1_000 + day * 70)).collect();
        let a_day = growth(&steady, now(20), 2_400).unwrap();
        assert!((a_day - 70.0).abs() < 1e-6, "{a_day}");
        // A night of pruning, and a missing day.
        let mut bent = steady;
        bent[10].1 -= 300;
        bent.remove(5);
        let a_day = growth(&bent, now(20), 2_400).unwrap();
        assert!((60.0..80.0).contains(&a_day), "{a_day}");
    }

    #[test]
    fn the_days_left_count_from_what_is_kept_free() {
        let disk = |bytes_a_day, free_bytes| DiskUse {
            database_bytes: 0,
            bytes_a_day,
            free_bytes,
        };
        assert_eq!(disk(Some(100.0), Some(1_500)).days_left(500), Some(10.0));
        assert_eq!(disk(Some(100.0), Some(400)).days_left(500), Some(0.0));
        assert_eq!(disk(Some(-5.0), Some(1_500)).days_left(500), None);
        assert_eq!(disk(None, Some(1_500)).days_left(500), None);
        assert_eq!(disk(Some(100.0), None).days_left(500), None);
    }
}
