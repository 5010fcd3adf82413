//! Pages, verdicts and groups as the stages make them, for tests.

use std::sync::Arc;

use chrono::{DateTime, SubsecRound, Utc};
use serde_json::{Value, json};

use crate::{
    AggregateClaim, Copy, ImportedPage, Lease, NewPage, NewVerdict, PageKey, Record, Recorded,
    Store, StoreError, Story, StoryMember, Visit,
};

/// Records one visit. Returns `false` if the lease is lost; then nothing was written.
pub async fn record(store: &Store, lease: &Lease, visit: &Visit) -> Result<bool, StoreError> {
    let record = Record::new(&Arc::new(lease.clone()), visit.clone())?;
    match store.record_visits(&[record]).await?.pop() {
        Some(Recorded::Stored | Recorded::StoredInPart) => Ok(true),
        Some(Recorded::Refused(error)) => Err(error),
        Some(Recorded::LeaseLost) | None => Ok(false),
    }
}

/// A page with this body.
pub fn page(url: &str, body: &[u8]) -> NewPage {
    NewPage {
        url_final: url.to_owned(),
        http_status: 200,
        content_type: Some("text/html; charset=utf-8".to_owned()),
        headers: json!({}),
        body: body.to_vec(),
        plain: None,
        boxes: None,
    }
}

/// A page of an archive. Its domain is its host without `www.`.
pub fn imported(url: &str, body: &[u8], at: Option<DateTime<Utc>>) -> ImportedPage {
    let host = url.split('/').nth(2).unwrap_or_default();
    ImportedPage {
        page: page(url, body),
        url: url.to_owned(),
        url_canonical_authority: host.to_owned(),
        domain: host.trim_start_matches("www.").to_owned(),
        fetched_at: at,
        visit: None,
    }
}

/// A verdict: an article, or without one a section.
pub fn verdict(key: PageKey, article: Option<Value>) -> NewVerdict {
    let page_type = if article.is_some() {
        "article"
    } else {
        "section"
    };
    NewVerdict {
        key,
        version: "1".to_owned(),
        page_type: page_type.to_owned(),
        news_score: 0.5,
        features: json!({}),
        label_source: "model:test".to_owned(),
        reason: "for a test".to_owned(),
        pattern: "/*".to_owned(),
        layout: None,
        rules_revision: 0,
        article,
        is_unreadable: false,
    }
}

/// A story founded by an article.
pub fn story(id: &str, language: &str) -> Story {
    let now = Utc::now().trunc_subsecs(6);
    Story {
        id: id.to_owned(),
        language: language.to_owned(),
        title: None,
        date_founded: now,
        date_active: now,
        articles: 1,
        copies: 0,
        cohesion: 1.0,
        owners: 1,
        breadth: 1.0,
        recency: 1.0,
        burst: 1.0,
        score: 1.0,
        keywords: json!([]),
        links: json!([]),
    }
}

/// An article of a story.
pub fn member(id: &str, story: &str) -> StoryMember {
    StoryMember {
        id: id.to_owned(),
        story_id: story.to_owned(),
        score: 1.0,
        shared: "[]".to_owned(),
        nearly: None,
    }
}

/// The result of the aggregation for an article: a copy of another, or of none.
pub fn finding(id: &str, of: Option<&str>) -> Copy {
    Copy {
        id: id.to_owned(),
        version: 1,
        duplicate_of: of.map(str::to_owned),
        score: 1.0,
        rule: of.map(|_| "exact_text".to_owned()),
    }
}

/// The claim of a run after this many saves.
pub fn claim_after(token: i64) -> AggregateClaim {
    AggregateClaim {
        token,
        owner: "test".to_owned(),
    }
}
