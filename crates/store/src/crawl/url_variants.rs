//! URL variants: two spellings that lead to the same page, and canonical URLs that pages name.

use chrono::{DateTime, Utc};
use store_macros::retried;

use crate::{
    Store, StoreError,
    crawl::hosts::{authority_of, mark_hosts_due},
    text::{self, column, url_hash},
};

/// Newest articles of a host among which parameters are compared, minimum words of those, and minimum paths on which the values of a
/// parameter must have made no difference.
const MAX_COMPARED: i64 = 2_000;
const MIN_WORDS: i32 = 60;
const MIN_PATHS: i64 = 3;

/// Two spellings of a URL that probably lead to the same page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UrlVariant {
    /// The canonical spelling, which is visited.
    pub kept: String,
    /// Its host, as `host[:port]`.
    pub authority: String,
    /// The URL as it was linked.
    pub alternate: String,
}

/// What is known about the canonical URL that a page names.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Original {
    /// Whether it was requested without getting a page, apart from temporary failures.
    pub failed: bool,
    /// Whether it has answered with a page, or another page that names it awaits its answer.
    pub preferred: bool,
    /// Whether page and URL name each other: the URL is the alternate of the page's own URL.
    pub circular: bool,
    /// The title of the naming page in a feed or news sitemap.
    pub title: Option<String>,
    /// The date of the naming page in a feed or news sitemap.
    pub published: Option<DateTime<Utc>>,
}

impl Store {
    /// Saves variants, so that [`Store::alternate_of`] finds them. Returns the alternates whose
    /// kept spelling is known not to lead to a page: visit these as they were linked.
    #[retried]
    pub async fn save_url_variants(
        &self,
        variants: &[UrlVariant],
    ) -> Result<Vec<String>, StoreError> {
        if variants.is_empty() {
            return Ok(Vec::new());
        }
        let failed = sqlx::query_scalar!(
            r#"with found as (
                select found.url_hash, found.alternate, v.outcome
                from unnest($1::uuid[], $2::text[], $3::text[]) as found (url_hash, authority, alternate)
                left join hosts h on h.authority = found.authority
                left join seen s on s.host_id = h.host_id and s.url_hash = found.url_hash
                left join visits v on v.host_id = s.host_id and v.url_id = s.url_id
            ), kept as (
                insert into url_variants (kept_hash, alternate)
                select url_hash, alternate from found
                where (outcome is null or outcome not in ('fetched', 'not_modified'))
                    and not exists (select from url_variants known where known.kept_hash = found.url_hash)
                order by 1
                on conflict do nothing
            )
            select alternate as "alternate!" from found
            where outcome in ('not_found', 'refused', 'redirected', 'redirect_loop')"#,
            &column(variants, |variant| url_hash(&text::clean(&variant.kept))),
            &column(variants, |variant| text::owned(&variant.authority)),
            &column(variants, |variant| text::owned(&variant.alternate))
        );
        Ok(failed.fetch_all(&self.pool).await?)
    }

    /// The alternate of this URL, which has turned out not to lead to a page. If the alternate rests
    /// since its last visit, it becomes due now.
    #[retried]
    pub async fn alternate_of(&self, kept: &str) -> Result<Option<String>, StoreError> {
        let found = self.known_alternate(kept).await?;
        let Some(alternate) = &found else {
            return Ok(None);
        };
        let mut transaction = self.pool.begin().await?;
        let host = sqlx::query_scalar!(
            "update visits v set next_due = now()
            from seen s where s.url_hash = $1 and v.host_id = s.host_id and v.url_id = s.url_id
                and v.next_due > now() + interval '14 days'
                and s.host_id = (select host_id from hosts where authority = $2)
            returning v.host_id",
            url_hash(alternate),
            authority_of(alternate)
        )
        .fetch_optional(&mut *transaction)
        .await?;
        mark_hosts_due(&mut transaction, host.as_slice()).await?;
        transaction.commit().await?;
        Ok(found)
    }

    #[retried]
    async fn known_alternate(&self, kept: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query_scalar!(
            "select alternate from url_variants where kept_hash = $1",
            url_hash(&text::clean(kept))
        );
        Ok(found.fetch_optional(&self.pool).await?)
    }

    /// The parameters that select nothing on a host: on some paths its articles differ in the value of one alone and have the same text,
    /// and on no path another.
    #[retried]
    pub async fn idle_parameters(&self, host_id: i64) -> Result<Vec<String>, StoreError> {
        let names = sqlx::query_scalar!(
            r#"select name as "name!" from (
                select split_part(pair, '=', 1) as name, rest, count(distinct content_hash) as texts
                from (
                    select pair, content_hash, path || '?' || array_to_string(array_remove(pairs, pair), '&') as rest
                    from (
                        select content_hash, split_part(url, '?', 1) as path,
                            string_to_array(split_part(url, '?', 2), '&') as pairs
                        from (select url, content_hash, word_count from articles
                            where host_id = $1 and is_latest order by fetched_at desc limit $2) newest
                        where url like '%?%' and word_count >= $3
                    ) queries cross join lateral unnest(pairs) as pair
                ) named
                group by 1, 2 having count(distinct pair) > 1
            ) compared
            group by name having count(*) >= $4 and max(texts) = 1"#,
            host_id,
            MAX_COMPARED,
            MIN_WORDS,
            MIN_PATHS
        );
        Ok(names.fetch_all(&self.pool).await?)
    }

    /// Lets the alternate of this URL, which has answered with a page, rest until then.
    #[retried]
    pub async fn rest_alternate(&self, kept: &str, until: DateTime<Utc>) -> Result<(), StoreError> {
        let Some(alternate) = self.known_alternate(kept).await? else {
            return Ok(());
        };
        sqlx::query!(
            "update visits v set next_due = $3
            from seen s where s.url_hash = $1 and v.host_id = s.host_id and v.url_id = s.url_id and v.next_due < $3
                and s.host_id = (select host_id from hosts where authority = $2)",
            url_hash(&alternate),
            authority_of(&alternate),
            until
        )
        .execute(&self.pool)
        .await?;
        Ok(())
    }

    /// Whether the newest page of a URL, by its host and `url_id`, shows this article. Its rows are found by their keys: `offset 0` keeps
    /// the planner from a join.
    #[retried]
    pub async fn shows_article(
        &self,
        (host_id, url_id): (i64, i64),
        article_id: &str,
    ) -> Result<bool, StoreError> {
        let shows = sqlx::query_scalar!(
            r#"select exists (
                select from visits v cross join lateral (
                    select d.article_id from verdicts d
                    where d.fetched_at = v.page_fetched_at and d.page_id = v.page_id offset 0
                ) d
                where v.host_id = $1 and v.url_id = $2 and d.article_id = $3
            ) as "shows!""#,
            host_id,
            url_id,
            article_id
        );
        Ok(shows.fetch_one(&self.pool).await?)
    }

    /// What is known about `original`, a URL on the host `authority` that the page of `url_id` on
    /// host `host_id` names as its canonical URL.
    #[retried]
    pub async fn original(
        &self,
        (host_id, url_id): (i64, i64),
        authority: &str,
        original: &str,
    ) -> Result<Original, StoreError> {
        let known = sqlx::query_as!(
            Original,
            r#"select
                coalesce(v.outcome not in ('fetched', 'not_modified', 'busy', 'timeout', 'unreachable', 'server_error'), false)
                    as "failed!",
                coalesce(v.outcome in ('fetched', 'not_modified'), false)
                    or exists (select from seen p join url_variants other on other.kept_hash = $4 and other.alternate <> p.url
                        where p.host_id = $1 and p.url_id = $2) as "preferred!",
                exists (select from seen p join url_variants known on known.kept_hash = p.url_hash
                    where p.host_id = $1 and p.url_id = $2 and known.alternate = $5) as "circular!",
                (select min(title) from discoveries where host_id = $1 and url_id = $2) as title,
                (select min(published) from discoveries where host_id = $1 and url_id = $2) as published
            from (select (select v.outcome from hosts h
                join seen s on s.host_id = h.host_id and s.url_hash = $4
                join visits v on v.host_id = s.host_id and v.url_id = s.url_id
                where h.authority = $3 limit 1) as outcome) v"#,
            host_id,
            url_id,
            authority,
            url_hash(&text::clean(original)),
            text::owned(original)
        );
        Ok(known.fetch_one(&self.pool).await?)
    }
}
