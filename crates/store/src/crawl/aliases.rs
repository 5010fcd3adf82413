//! Two names for one front page.

use store_macros::retried;

use crate::{Store, StoreError, text};

/// Aliases read for one walk, at most: the hosts of a site are bounded, too.
const MAX_ALIASES: i64 = 1_000;

/// An origin (`scheme://host[:port]`) whose front page another origin of the same site answers for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alias {
    /// The one that sends its visitors away.
    pub origin: String,
    /// The one they are sent to.
    pub preferred: String,
}

impl Store {
    /// The aliases of a registrable domain whose preferred origin has answered. Each leads to an origin that is
    /// no alias itself, or to one of another alias here: follow them, and end at a circle.
    #[retried]
    pub async fn aliases(&self, domain: &str) -> Result<Vec<Alias>, StoreError> {
        let aliases = sqlx::query_as!(
            Alias,
            "select origin, preferred from aliases where domain = $1 and answers order by origin limit $2",
            domain,
            MAX_ALIASES
        );
        Ok(aliases.fetch_all(&self.pool).await?)
    }

    /// The front page of `alias.origin` sends its visitors to `alias.preferred`. It counts once that one answers
    /// ([`Store::front_page_answers`]). What was known the other way round is forgotten. Says whether that was new.
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

    /// The front page of `alias.origin` calls itself by the name of `alias.preferred`. That counts like a redirect,
    /// but one the other way outweighs it: many a template names what sends its visitors back. Says whether it stands.
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

    /// The front page of `origin` answers with a page of its own: it is nobody's alias, and those that send their
    /// visitors here count from now on. Says whether that changed anything.
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
