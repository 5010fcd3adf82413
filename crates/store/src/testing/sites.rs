//! Sites as `gleaner site` sees them, for tests without a database.

use chrono::{DateTime, Utc};

use crate::{CooldownReason, SiteOverview, SiteState};

/// A seeded, active site without visits, whose host is due at this time.
pub fn overview(id: &str, due: DateTime<Utc>) -> SiteOverview {
    SiteOverview {
        id: id.to_owned(),
        name: id.to_owned(),
        home: format!("https://www.{id}.example/"),
        domain: format!("{id}.example"),
        seeded: true,
        main_host_at: Some(due),
        next_at: Some(due),
        ..SiteOverview::default()
    }
}

/// Such a site during a cooldown for this reason.
pub fn cooling(
    id: &str,
    due: DateTime<Utc>,
    reason: SiteState,
    detail: Option<&str>,
) -> SiteOverview {
    SiteOverview {
        cooldown: Some(CooldownReason {
            reason,
            detail: detail.map(str::to_owned),
        }),
        ..overview(id, due)
    }
}
