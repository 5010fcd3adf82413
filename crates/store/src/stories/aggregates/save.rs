//! Saving of stories, their articles and the links between them.

use sqlx::PgConnection;

use crate::{Aggregates, ArticleTerms, StoreError, Story, StoryMember, StoryMerge, text::column};

/// Factor on recency and score of a story without dated articles: its articles count from when they
/// were first seen, which after a first crawl or an import is now, however old they are.
const UNDATED: f32 = 0.01;

/// Moves articles between stories, all at once, since two stories may exchange articles.
pub(super) async fn move_members(
    connection: &mut PgConnection,
    found: &Aggregates,
) -> Result<(), StoreError> {
    let moved = &found.moved;
    let except: Vec<String> = moved.iter().flat_map(|c| c.except.clone()).collect();
    sqlx::query!(
        "update story_articles m set story_id = c.destination
        from unnest($1::text[], $2::text[]) as c (origin, destination)
        where m.story_id = c.origin and m.article_id <> all($3)",
        &column(moved, |c| c.from.clone()),
        &column(moved, |c| c.to.clone()),
        &except
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn save_members(
    connection: &mut PgConnection,
    members: &[StoryMember],
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into story_articles (article_id, story_id, score, shared, nearly)
        select article_id, story_id, score, shared::jsonb, nearly::jsonb
        from unnest($1::text[], $2::text[], $3::real[], $4::text[], $5::text[]) as new (article_id, story_id, score, shared, nearly)
        order by 1
        on conflict (article_id) do update set
            story_id = excluded.story_id, score = excluded.score, shared = excluded.shared, nearly = excluded.nearly",
        &column(members, |member| member.id.clone()),
        &column(members, |m| m.story_id.clone()),
        &column(members, |member| member.score),
        &column(members, |m| m.shared.clone()),
        &column(members, |m| m.nearly.clone()) as &[Option<String>]
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Removes articles that were withdrawn, or have become copies, from their stories.
pub(super) async fn remove_members(
    connection: &mut PgConnection,
    found: &Aggregates,
) -> Result<(), StoreError> {
    let follow = found.copies.iter();
    let follow = follow.filter(|copy| copy.duplicate_of.is_some());
    let mut ids: Vec<String> = follow.map(|copy| copy.id.clone()).collect();
    ids.extend(found.gone.iter().cloned());
    sqlx::query!(
        "delete from story_articles where article_id = any($1)",
        &ids
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "delete from article_terms where article_id = any($1)",
        &found.gone
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Saves stories; of two with the same id, the one whose language code comes first. Stories without dated articles are
/// ranked lower ([`UNDATED`]). What is too small for a product counts as 0: the database refuses an underflow. A story without keywords keeps the stored ones.
pub(super) async fn save_stories(
    connection: &mut PgConnection,
    rows: &[Story],
) -> Result<(), StoreError> {
    let mut rows: Vec<&Story> = rows.iter().collect();
    rows.sort_by(|a, b| (&a.id, &a.language).cmp(&(&b.id, &b.language)));
    rows.dedup_by(|a, b| a.id == b.id);
    sqlx::query!(
        "insert into stories as s (story_id, language, title, founded_at, active_at, articles, copies, cohesion, owners,
            breadth, recency, burst, score, keywords)
        select story_id, language, title, founded_at, active_at, articles, copies, cohesion, owners, breadth, case when recency > 1e-30 then recency * part else 0 end, burst,
            case when score > 1e-30 then score * part else 0 end, keywords::jsonb
        from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::integer[],
            $7::integer[], $8::real[], $9::integer[], $10::real[], $11::real[], $12::real[], $13::real[], $14::text[])
            as new (story_id, language, title, founded_at, active_at, articles, copies, cohesion, owners, breadth, recency, burst,
                score, keywords)
        cross join lateral (
            select case when bool_or(a.date_published is not null) then 1 when count(*) > 0 then $15::real else 1 end as part
            from story_articles m
            cross join lateral (
                select m.article_id union all select c.article_id from copies c where c.duplicate_of = m.article_id
            ) told
            join articles a on a.article_id = told.article_id and a.is_latest
            where m.story_id = new.story_id
        ) dated
        order by 1
        on conflict (story_id) do update set
            language = excluded.language, title = coalesce(excluded.title, s.title), founded_at = excluded.founded_at,
            active_at = excluded.active_at, articles = excluded.articles, copies = excluded.copies,
            cohesion = excluded.cohesion, owners = excluded.owners, breadth = excluded.breadth,
            recency = excluded.recency, burst = excluded.burst, score = excluded.score,
            keywords = case when excluded.keywords = '[]' then s.keywords else excluded.keywords end,
            merged_into = null, updated_at = now()",
        &column(&rows, |story| story.id.clone()),
        &column(&rows, |story| story.language.clone()),
        &column(&rows, |story| story.title.clone()) as &[Option<String>],
        &column(&rows, |story| story.date_founded),
        &column(&rows, |story| story.date_active),
        &column(&rows, |story| story.articles),
        &column(&rows, |story| story.copies),
        &column(&rows, |story| story.cohesion),
        &column(&rows, |story| story.owners),
        &column(&rows, |story| story.breadth),
        &column(&rows, |story| story.recency),
        &column(&rows, |story| story.burst),
        &column(&rows, |story| story.score),
        &column(&rows, |story| story.keywords.to_string()),
        UNDATED
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Saves redirects, including those of stories that were never saved, which articles may still name.
/// Redirects to a merged story are changed to its destination, so that there is only one redirect to follow.
pub(super) async fn save_redirects(
    connection: &mut PgConnection,
    merged: &[StoryMerge],
) -> Result<(), StoreError> {
    let mut merged: Vec<&StoryMerge> = merged.iter().collect();
    merged.sort_by(|a, b| (&a.from, &a.language).cmp(&(&b.from, &b.language)));
    merged.dedup_by(|a, b| a.from == b.from);
    let from = column(&merged, |merged| merged.from.clone());
    let to = column(&merged, |merged| merged.to.clone());
    sqlx::query!(
        "insert into stories (story_id, language, founded_at, active_at, articles, cohesion, merged_into)
        select r.origin, r.language, r.at, r.at, 0, 1, r.destination
        from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[]) as r (origin, destination, language, at)
        order by 1
        on conflict (story_id) do update set merged_into = excluded.merged_into, updated_at = now()",
        &from,
        &to,
        &column(&merged, |m| m.language.clone()),
        &column(&merged, |merged| merged.at)
    )
    .execute(&mut *connection)
    .await?;
    sqlx::query!(
        "update stories s set merged_into = r.destination, updated_at = now()
        from unnest($1::text[], $2::text[]) as r (origin, destination)
        where s.merged_into = r.origin and s.story_id <> r.destination",
        &from,
        &to
    )
    .execute(connection)
    .await?;
    Ok(())
}

/// Replaces links. A link is deleted if both of its stories were compared and it was not found again, or if one of them
/// has another link to that language or was merged into another story. A link to a story that is no longer compared stays.
pub(super) async fn save_links(
    connection: &mut PgConnection,
    found: &Aggregates,
) -> Result<(), StoreError> {
    let links = &found.links;
    let stories = column(links, |link| link.story_id.clone());
    let languages = column(links, |link| link.language.clone());
    let others = column(links, |link| link.other_id.clone());
    let other_languages = column(links, |link| link.other_language.clone());
    sqlx::query!(
        "delete from story_links l
        where (l.story_id = any($1) and l.other_id = any($1) or l.story_id = any($2) or l.other_id = any($2))
            and not exists (select from unnest($3::text[], $4::text[]) as n (story_id, other_id)
                where n.story_id = l.story_id and n.other_id = l.other_id)",
        &found.linked,
        &column(&found.merged, |m| m.from.clone()),
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
    sqlx::query!(
        "insert into story_links as l (story_id, language, other_id, other_language, score, needed, shared)
        select story_id, language, other_id, other_language, score, needed, shared::jsonb
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::real[], $6::real[], $7::text[])
            as new (story_id, language, other_id, other_language, score, needed, shared)
        order by 1, 4
        on conflict (story_id, other_language) do update set
            score = excluded.score, needed = excluded.needed, shared = excluded.shared
        where (l.score, l.needed, l.shared) is distinct from (excluded.score, excluded.needed, excluded.shared)",
        &stories,
        &languages,
        &others,
        &other_languages,
        &column(links, |link| link.score),
        &column(links, |link| link.needed),
        &column(links, |link| link.shared.clone())
    )
    .execute(connection)
    .await?;
    Ok(())
}

pub(super) async fn save_terms(
    connection: &mut PgConnection,
    terms: &[ArticleTerms],
) -> Result<(), StoreError> {
    sqlx::query!(
        "insert into article_terms as t (article_id, version, entities, keywords)
        select article_id, version, entities::jsonb, keywords::jsonb
        from unnest($1::text[], $2::integer[], $3::text[], $4::text[]) as new (article_id, version, entities, keywords)
        order by 1
        on conflict (article_id) do update set
            version = excluded.version, entities = excluded.entities, keywords = excluded.keywords
        where (t.version, t.entities, t.keywords) is distinct from (excluded.version, excluded.entities, excluded.keywords)",
        &column(terms, |terms| terms.id.clone()),
        &column(terms, |terms| terms.version),
        &column(terms, |terms| terms.entities.clone()),
        &column(terms, |terms| terms.keywords.clone())
    )
    .execute(connection)
    .await?;
    Ok(())
}
