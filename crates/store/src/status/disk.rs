//! Size and growth of the database, and free disk space.

use serde::Serialize;
use store_macros::retried;

use crate::{Store, StoreError, error::at};

/// Number of days on which a growth forecast is based.
const LOOK_BACK_DAYS: i32 = 60;

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
        let disk = rustix::fs::statvfs(cluster.home());
        let disk = disk.map_err(|error| at(cluster.home())(error.into()))?;
        Ok(Some(disk.f_bavail.saturating_mul(disk.f_frsize)))
    }

    /// The size and growth of the database, and the free disk space.
    #[retried]
    pub async fn disk_use(&self) -> Result<DiskUse, StoreError> {
        // the slope of the least-squares line: a night of pruning or a day without a crawl has little effect on it
        let size = sqlx::query!(
            r#"with sizes (day, bytes) as (
                select 0, pg_database_size(current_database())
                union all
                select day - (now() at time zone 'UTC')::date, bytes from size_days
                where day < (now() at time zone 'UTC')::date and day >= (now() at time zone 'UTC')::date - $1::integer
            )
            select max(bytes) filter (where day = 0) as "bytes!", regr_slope(bytes, day) as a_day from sizes"#,
            LOOK_BACK_DAYS
        )
        .fetch_one(&self.pool)
        .await?;
        Ok(DiskUse {
            database_bytes: size.bytes,
            bytes_a_day: size.a_day,
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

#[cfg(test)]
mod tests {
    use super::*;

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
