//! Origin aliases: two origins with the same front page.

use store_macros::retried;

use crate::{Store, StoreError, text};

/// Maximum number of aliases read for one crawl of a host.
const MAX_ALIASES: i64 = 1_000;

/// An origin (`scheme://host[:port]`) whose front page redirects to another origin of the site, or names it as canonical.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The origin that redirects or names the other.
    pub origin: String,
    /// The origin that it redirects to or names.
    pub preferred: String,
}

impl Store {
    /// The aliases of registrable domains whose preferred origin has answered. A preferred origin
    /// may itself be an alias: follow the chain, and stop at a cycle.
    #[retried]
    pub async fn aliases(&self, domains: &[&str]) -> Result<Vec<Alias>, StoreError> {
        let aliases = sqlx::query_as!(
            Alias,
            "select origin, preferred from aliases where domain = any($1) and answers order by origin limit $2",
            domains as &[&str],
            MAX_ALIASES
        );
        Ok(aliases.fetch_all(&self.pool).await?)
    }

    /// Saves that the front page of `alias.origin` redirects to `alias.preferred`. The alias is used once the latter
    /// answers ([`Store::front_page_answers`]). The opposite alias is deleted. Returns whether the alias is new.
    #[retried]
    pub async fn front_page_moved(&self, domain: &str, alias: &Alias) -> Result<bool, StoreError> {
        let written = sqlx::query!(
            "with turned as (delete from aliases where origin = $2 and preferred = $1)
            insert into aliases as a (origin, preferred, domain) values ($1, $2, $3)
            on conflict (origin) do update
                set preferred = excluded.preferred, answers = false, learned_at = now()
                where a.preferred <> excluded.preferred",
            text::owned(&alias.origin),
            text::owned(&alias.preferred),
            text::owned(domain)
        )
        .execute(&self.pool)
        .await?;
        Ok(written.rows_affected() > 0)
    }

    /// Saves that the front page of `alias.origin` names `alias.preferred` as canonical. This counts like a redirect unless
    /// there is a redirect the other way: faulty templates name origins that redirect back. Returns whether it was saved.
    #[retried]
    pub async fn front_page_named(&self, domain: &str, alias: &Alias) -> Result<bool, StoreError> {
        let stands = sqlx::query_scalar!(
            r#"with told as (
                insert into aliases as a (origin, preferred, domain)
                select $1, $2, $3
                where not exists (select from aliases where origin = $2 and preferred = $1)
                on conflict (origin) do update
                    set preferred = excluded.preferred, answers = false, learned_at = now()
                    where a.preferred <> excluded.preferred
            )
            select not exists (select from aliases where origin = $2 and preferred = $1) as "stands!""#,
            text::owned(&alias.origin),
            text::owned(&alias.preferred),
            text::owned(domain)
        );
        Ok(stands.fetch_one(&self.pool).await?)
    }

    /// Saves that the front page of `origin` answers with a page. It is therefore no longer an
    /// alias, and aliases to it are used from now on. Returns whether that changed anything.
    #[retried]
    pub async fn front_page_answers(&self, origin: &str) -> Result<bool, StoreError> {
        let changed = sqlx::query_scalar!(
            r#"with gone as (delete from aliases where origin = $1 returning origin),
            sure as (update aliases set answers = true
                where preferred = $1 and origin <> $1 and not answers returning origin)
            select exists (select from gone) or exists (select from sure) as "changed!""#,
            origin
        );
        Ok(changed.fetch_one(&self.pool).await?)
    }
}
