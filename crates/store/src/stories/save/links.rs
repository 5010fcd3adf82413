//! Links between stories of different languages.

use serde_json::Value;
use sqlx::PgConnection;

use crate::{Aggregates, NewStoryLink, StoreError};

/// A link goes when both of its stories were looked at and it was not found again, when one of them is linked elsewhere in the same
/// language, or has become part of another. A link to a story that is no longer looked at stays.
pub(super) async fn save_links(
    connection: &mut PgConnection,
    found: &Aggregates,
) -> Result<(), StoreError> {
    let column = |of: fn(&NewStoryLink) -> &str| -> Vec<String> {
        found.links.iter().map(|link| of(link).to_owned()).collect()
    };
    let (stories, languages) = (column(|l| &l.story_id), column(|l| &l.language));
    let (others, other_languages) = (column(|l| &l.other_id), column(|l| &l.other_language));
    let merged: Vec<String> = found.merged.iter().map(|m| m.from.clone()).collect();
    sqlx::query!(
        "delete from story_links l
        where (l.story_id = any($1) and l.other_id = any($1) or l.story_id = any($2) or l.other_id = any($2))
            and not exists (select from unnest($3::text[], $4::text[]) as n (story_id, other_id)
                where n.story_id = l.story_id and n.other_id = l.other_id)",
        &found.linked,
        &merged,
        &stories,
        &others
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from story_links l
        where (l.story_id = any($1) or l.other_id = any($3))
            and exists (select from unnest($1::text[], $2::text[], $3::text[], $4::text[])
                as n (story_id, language, other_id, other_language)
                where (l.story_id = n.story_id and l.other_language = n.other_language and l.other_id <> n.other_id)
                    or (l.other_id = n.other_id and l.language = n.language and l.story_id <> n.story_id))",
        &stories,
        &languages,
        &others,
        &other_languages
    )
    .execute(&mut *connection)
    .await?;
    let numbers = |of: fn(&NewStoryLink) -> f32| found.links.iter().map(of).collect::<Vec<f32>>();
    let shared: Vec<Value> = found.links.iter().map(|l| l.shared.clone()).collect();
    sqlx::query!(
        "insert into story_links as l (story_id, language, other_id, other_language, score, needed, shared)
        select * from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::real[], $6::real[], $7::jsonb[])
        order by 1, 4
        on conflict (story_id, other_language) do update set
            score = excluded.score, needed = excluded.needed, shared = excluded.shared
        where (l.score, l.needed, l.shared) is distinct from (excluded.score, excluded.needed, excluded.shared)",
        &stories,
        &languages,
        &others,
        &other_languages,
        &numbers(|l| l.score),
        &numbers(|l| l.needed),
        &shared
    )
    .execute(connection)
    .await?;
    Ok(())
}
