//! Copies: articles with the same text as another article.

use chrono::{DateTime, Utc};
use serde::Serialize;
use sqlx::PgConnection;
use store_macros::retried;

use crate::{
    Store, StoreError,
    text::{self, column},
};

/// An article to compare with others.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CopyCandidate {
    /// Article id.
    pub id: String,
    /// Its latest version.
    pub version: i32,
    /// Site id.
    pub source_id: String,
    /// SHA-256 of the normalised text.
    pub content_hash: String,
    /// Headline.
    pub title: Option<String>,
    /// Main text.
    pub text: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// News agencies that it credits.
    pub agencies: Vec<String>,
    /// Time of first publication.
    pub date_published: Option<DateTime<Utc>>,
    /// How exactly that is known: `second`, `minute`, `day` or `month`.
    pub date_published_precision: Option<String>,
    /// Fetch time of this version.
    pub date_crawled: DateTime<Utc>,
    /// When the URL was discovered.
    pub date_first_seen: DateTime<Utc>,
    /// The story that it is already in with another version.
    pub story_id: Option<String>,
}

/// A batch of articles to compare.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct CopyBatch {
    /// Latest versions that are new since the last run, in publication order.
    pub due: Vec<CopyCandidate>,
    /// Withdrawn articles.
    pub gone: Vec<String>,
    /// The cursor of the last batch.
    pub since: i64,
    /// The cursor of this batch, for [`Store::save_aggregates`]; equal to `since` if there is nothing to do.
    pub cursor: i64,
}

/// Whether an article is a copy, and of which.
#[derive(Debug, Clone, PartialEq)]
pub struct Copy {
    /// The article.
    pub id: String,
    /// The version that was compared.
    pub version: i32,
    /// The leading article; `None` if the article leads itself.
    pub duplicate_of: Option<String>,
    /// Similarity, 0..=1.
    pub score: f32,
    /// The rule that matched; `None` for a leading article.
    pub rule: Option<String>,
}

/// The leader of the articles with a text.
#[derive(Debug, Clone, PartialEq)]
pub struct TextLeader {
    /// SHA-256 of the normalised text.
    pub content_hash: String,
    /// The leading article: the one with the text, unless that is a copy.
    pub leader: String,
    /// Similarity of the article with the text and the leader, 0..=1.
    pub score: f32,
    /// The rule by which that article is a copy; `None` if it leads.
    pub rule: Option<String>,
}

/// An article and the articles that share its text.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct CopyGroup {
    /// The article.
    pub id: String,
    /// The leading article of which it is a copy, or the article at its new URL if it has moved; `None` if it leads.
    pub duplicate_of: Option<String>,
    /// URL of the leading article.
    pub leader_url: Option<String>,
    /// Similarity, 0..=1.
    pub score: f32,
    /// The rule by which it is a copy; `None` if it leads, or led before it moved.
    pub rule: Option<String>,
    /// Sites that copied the leader.
    pub copied_by: Vec<String>,
    /// News agencies that any article of the group credits.
    pub agencies: Vec<String>,
    /// Sites whose articles of the group credit one.
    pub credited_by: Vec<String>,
}

/// An article of a copy group.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct CopyMember {
    /// The article.
    pub id: String,
    /// The outlet's name.
    pub source_name: String,
    /// News agencies that it credits.
    pub agencies: Vec<String>,
}

/// Name of the stage in `cursors`.
pub(crate) const STAGE: &str = "copies";

impl Store {
    /// At most `limit` publications since the last batch, in order, with at most `bytes` of text in all, or a
    /// single publication. Versions that are not the latest are left out, so that there may be fewer articles.
    #[retried]
    pub async fn copies_due(&self, limit: i64, bytes: i64) -> Result<CopyBatch, StoreError> {
        self.publish().await?;
        let since = sqlx::query_scalar!("select cursor from cursors where stage = $1", STAGE)
            .fetch_optional(&self.pool)
            .await?
            .unwrap_or(0);
        let window = sqlx::query!(
            r#"select coalesce(max(w.content_cursor), $1) as "cursor!",
                coalesce(array_agg(distinct w.article_id order by w.article_id) filter (where w.withdrawn_at is not null
                    and not exists (select from articles a where a.article_id = w.article_id)), '{}') as "gone!"
            from (select p.*, sum(octet_length(a.text)) over (order by p.content_cursor rows unbounded preceding) as bytes,
                    row_number() over (order by p.content_cursor) as place
                from (select * from publications where content_cursor > $1 order by content_cursor limit $2) p
                left join articles a on a.article_id = p.article_id and a.version = p.version and a.is_latest
                    and p.withdrawn_at is null) w
            where w.bytes is null or w.bytes <= $3 or w.place = 1"#,
            since,
            limit,
            bytes
        )
        .fetch_one(&self.pool)
        .await?;
        let due = sqlx::query_as!(
            CopyCandidate,
            r#"select a.article_id as "id!", a.version as "version!", h.site_id as "source_id!",
                a.content_hash as "content_hash!", a.title, a.text as "text!", a.language, a.agencies as "agencies!",
                a.date_published, a.date_published_precision, a.fetched_at as "date_crawled!", s.first_seen as "date_first_seen!",
                m.story_id as "story_id?"
            from publications p
            join articles a on a.article_id = p.article_id and a.version = p.version
            join hosts h on h.host_id = a.host_id
            join seen s on s.host_id = a.host_id and s.url_id = a.url_id
            left join story_articles m on m.article_id = a.article_id
            where p.content_cursor > $1 and p.content_cursor <= $2 and p.withdrawn_at is null and a.is_latest
            order by p.content_cursor"#,
            since,
            window.cursor
        )
        .fetch_all(&self.pool)
        .await?;
        Ok(CopyBatch {
            due,
            gone: window.gone,
            since,
            cursor: window.cursor,
        })
    }

    /// For each of these content hashes the compared article with this text that is most like its leader, by content hash.
    #[retried]
    pub async fn leaders_with_hash(
        &self,
        content_hashes: &[String],
    ) -> Result<Vec<TextLeader>, StoreError> {
        let rows = sqlx::query_as!(
            TextLeader,
            r#"select distinct on (a.content_hash) a.content_hash, coalesce(c.duplicate_of, a.article_id) as "leader!", c.score, c.rule
            from articles a join copies c on c.article_id = a.article_id and c.version = a.version
            where a.is_latest and a.content_hash = any($1)
            order by a.content_hash, c.duplicate_of is null desc, c.score desc, c.duplicate_of, a.article_id"#,
            content_hashes
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }

    /// The copy group of an article; `None` if it has not been compared yet.
    #[retried]
    pub async fn copy_group(&self, article: &str) -> Result<Option<CopyGroup>, StoreError> {
        let row = sqlx::query_as!(
            CopyGroup,
            r#"select c.article_id as id, nullif(shown.id, c.article_id) as duplicate_of, leader.url as "leader_url?", c.score, c.rule,
                array(select distinct h.site_id from copies f
                    join article_heads heads on heads.article_id = f.article_id and heads.moved_to is null
                    join articles a on a.article_id = f.article_id and a.is_latest
                    join hosts h on h.host_id = a.host_id
                    where f.leader = c.leader and f.article_id <> shown.id order by 1) as "copied_by!",
                wire_agencies(c.leader) as "agencies!",
                array(select distinct h.site_id from copies f
                    join articles a on a.article_id = f.article_id and a.is_latest
                    join hosts h on h.host_id = a.host_id
                    where f.leader = c.leader and cardinality(a.agencies) > 0 order by 1) as "credited_by!"
            from copies c
            join lateral (
                select coalesce(heads.moved_to, c.leader) as id from article_heads heads where heads.article_id = c.leader
            ) shown on true
            left join articles leader on leader.article_id = shown.id and leader.is_latest
            where c.article_id = $1"#,
            article
        );
        Ok(row.fetch_optional(&self.pool).await?)
    }

    /// The articles that share the text of an article, itself included, by the name of their outlet; without former URLs of articles that
    /// have moved.
    #[retried]
    pub async fn copy_members(&self, article: &str) -> Result<Vec<CopyMember>, StoreError> {
        let members = sqlx::query_as!(
            CopyMember,
            r#"select a.article_id as "id!", site.name as "source_name!", a.agencies as "agencies!"
            from copies own
            join copies c on c.leader = own.leader
            join article_heads heads on heads.article_id = c.article_id and heads.moved_to is null
            join articles a on a.article_id = c.article_id and a.is_latest
            join hosts h on h.host_id = a.host_id
            join sites site on site.site_id = h.site_id
            where own.article_id = $1 order by 2, 1"#,
            text::owned(article)
        );
        Ok(members.fetch_all(&self.pool).await?)
    }
}

/// Saves copies, except those of withdrawn articles. Copies of an article that has itself become a copy follow its leader.
pub(super) async fn save_copies(
    connection: &mut PgConnection,
    copies: &[Copy],
) -> Result<(), StoreError> {
    let mut ordered: Vec<&Copy> = copies.iter().collect();
    ordered.sort_by(|a, b| a.id.cmp(&b.id));
    let ids: Vec<String> = ordered.iter().map(|copy| copy.id.clone()).collect();
    sqlx::query!(
        "insert into copies as c (article_id, version, duplicate_of, score, rule)
        select new.* from unnest($1::text[], $2::integer[], $3::text[], $4::real[], $5::text[])
            as new (article_id, version, duplicate_of, score, rule)
        where exists (select from articles a where a.article_id = new.article_id)
        order by 1
        on conflict (article_id) do update set
            version = excluded.version, duplicate_of = excluded.duplicate_of,
            score = excluded.score, rule = excluded.rule, found_at = now()
        where (c.version, c.duplicate_of, c.score, c.rule)
            is distinct from (excluded.version, excluded.duplicate_of, excluded.score, excluded.rule)",
        &ids,
        &column(&ordered, |copy| copy.version),
        &column(&ordered, |copy| copy.duplicate_of.clone()) as &[Option<String>],
        &column(&ordered, |copy| text::unit(copy.score)),
        &column(&ordered, |copy| copy.rule.clone()) as &[Option<String>]
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update copies c set duplicate_of = leader.duplicate_of
        from copies leader
        where leader.article_id = any($1) and leader.duplicate_of is not null
            and c.duplicate_of = leader.article_id and c.article_id <> leader.duplicate_of",
        &ids
    )
    .execute(connection)
    .await?;
    Ok(())
}
