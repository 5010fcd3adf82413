//! Stories and their articles, for display and ranking.

pub(crate) mod aggregates;
pub(crate) mod copies;
pub(crate) mod fresh;

use chrono::{DateTime, Utc};
use serde::Serialize;
use serde_json::Value;
use store_macros::retried;

use crate::{
    Store, StoreError,
    text::{self, Position},
};

/// A story that was not merged into another: a row of `news.stories`, or what a run of the aggregation saves.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct Story {
    /// Its id, which does not change unless the story is merged into another.
    pub id: String,
    /// ISO 639-1.
    pub language: String,
    /// Headline of the leading article.
    pub title: Option<String>,
    /// When its first article was published.
    pub date_founded: DateTime<Utc>,
    /// When its last article was published.
    pub date_active: DateTime<Utc>,
    /// Number of articles, without copies.
    pub articles: i32,
    /// Number of copies.
    pub copies: i32,
    /// Number of independent owners: publishers with a text of their own. Outlets of one publisher
    /// and copies of a text count once.
    pub owners: i32,
    /// The score by which stories are ordered: `breadth` × `recency` × `burst`.
    pub score: f32,
    /// Grows with the number of publishers.
    pub breadth: f32,
    /// Falls with the time since its last article.
    pub recency: f32,
    /// Grows when more is written about it than before.
    pub burst: f32,
    /// Mean similarity of its pairs of articles.
    pub cohesion: f32,
    /// What it is about: terms and their weights.
    #[schema(value_type = Vec<Object>)]
    pub keywords: Value,
    /// Stories in other languages about the same event: `language`, `id`, `score`.
    #[schema(value_type = Vec<Object>)]
    pub links: Value,
}

/// An article of a story, and why it belongs to it.
#[derive(Debug, Clone, PartialEq, Serialize, utoipa::ToSchema)]
pub struct StoryArticle {
    /// The article.
    pub id: String,
    /// Site id.
    pub source_id: String,
    /// The publisher of its site or, if unknown, the registrable domain.
    pub owner: String,
    /// URL.
    pub url: String,
    /// Headline.
    pub title: Option<String>,
    /// When it was published or, if unknown, first seen.
    pub date: DateTime<Utc>,
    /// Mean similarity to the others when it joined.
    pub score: f32,
    /// The terms that it shares with them: `term`, `part`, `weight`.
    #[schema(value_type = Vec<Object>)]
    pub shared: Value,
    /// The story that it nearly joined: `story`, `score`, `needed`.
    #[schema(value_type = Option<Object>)]
    pub nearly: Option<Value>,
    /// Sites that have copied it.
    pub copied_by: Vec<String>,
    /// News agencies credited by it or one of its copies.
    pub agencies: Vec<String>,
    /// Sites of those of them that credit one.
    pub credited_by: Vec<String>,
}

/// An article of another story that nearly joined.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct NearlyJoined {
    /// The article.
    pub id: String,
    /// The story it is in.
    pub story_id: String,
    /// Headline.
    pub title: Option<String>,
}

/// An article of a story or a copy of one, as counted by the ranking.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryReport {
    /// The story.
    pub story_id: String,
    /// The article.
    pub id: String,
    /// The article whose text it has: itself, or the one it copies.
    pub text_of: String,
    /// The outlet's name.
    pub source_name: String,
    /// The publisher of its site or, if unknown, the registrable domain.
    pub owner: String,
    /// Headline.
    pub title: Option<String>,
    /// Section that its page names.
    pub section: Option<String>,
    /// When it was published or, if unknown, first seen.
    pub date: DateTime<Utc>,
    /// How exact the date is: `second`, `minute`, `day` or `month`; `None` if it was first seen then.
    pub precision: Option<String>,
    /// The offset of that date from UTC in minutes, as written or by the time zone of the site.
    pub offset: Option<i32>,
    /// When its URL was first seen.
    pub first_seen: DateTime<Utc>,
    /// When its first version was fetched, at its former URL if it has moved.
    pub fetched_at: Option<DateTime<Utc>>,
    /// News agencies that it credits itself.
    pub agencies: Vec<String>,
    /// Whether its page is gone.
    pub is_gone: bool,
    /// Whether it has moved to another URL.
    pub has_moved: bool,
}

impl StoryReport {
    /// Whether it was fetched for the first time after `since`, as [`crate::FreshStory`] counts new articles.
    pub fn is_new(&self, since: DateTime<Utc>) -> bool {
        self.fetched_at.is_some_and(|at| at > since)
    }
}

/// The leading article of a story: the one with its headline.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct StoryLead {
    /// The story.
    pub story_id: String,
    /// The article.
    pub id: String,
    /// The publisher's description or, if there is none, the beginning of the text.
    pub summary: String,
    /// URL of its picture at the publisher.
    pub image_url: Option<String>,
}

/// The text of an article of a story.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoryText {
    /// The article.
    pub id: String,
    /// The outlet's name.
    pub source_name: String,
    /// The publisher of its site or, if unknown, the registrable domain.
    pub owner: String,
    /// ISO 639-1.
    pub language: Option<String>,
    /// Its text, truncated to 60,000 characters.
    pub text: String,
}

/// A link to a story in another language about the same event: a row of `news.story_links`.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct StoryLink {
    /// The other story.
    pub linked_id: String,
    /// Its language.
    pub linked_language: String,
    /// Its headline.
    pub title: Option<String>,
    /// Sum of the weights of what the two share.
    pub score: f32,
    /// The score needed for a link.
    pub needed: f32,
    /// What they share: `sign`, `form`, `other_form`, `weight`.
    pub shared: Value,
}

/// The order of stories.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum StoryOrder {
    /// Highest score first.
    #[default]
    Score,
    /// Most independent owners first.
    Owners,
}

/// Filters and order of stories.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct StoryQuery {
    /// Only stories with an article since then.
    pub since: Option<DateTime<Utc>>,
    /// Only stories in this language.
    pub language: Option<String>,
    /// The order.
    pub order: StoryOrder,
    /// Only stories after this position in the order of the score.
    pub after: Option<StoryCursor>,
    /// Maximum number of stories.
    pub limit: i64,
}

/// A position in the order of the score: the bits of the score, the time of the last article, and the id.
pub type StoryCursor = Position<(u32, DateTime<Utc>, String)>;

impl StoryCursor {
    /// The position of a story.
    pub fn of(story: &Story) -> Self {
        Self((story.score.to_bits(), story.date_active, story.id.clone()))
    }
}

impl Store {
    /// The stories that match the query, in its order.
    #[retried]
    pub async fn stories(&self, query: &StoryQuery) -> Result<Vec<Story>, StoreError> {
        let after = query.after.as_ref().map(|after| &after.0);
        let rows = sqlx::query_as!(
            Story,
            r#"select id as "id!", language as "language!", title, date_founded as "date_founded!",
                date_active as "date_active!", articles as "articles!", copies as "copies!", owners as "owners!",
                score as "score!", breadth as "breadth!", recency as "recency!", burst as "burst!",
                cohesion as "cohesion!", keywords as "keywords!", links as "links!"
            from news.stories
            where ($1::timestamptz is null or date_active >= $1) and ($2::text is null or language = $2)
                and ($5::real is null or score <= $5 and (score < $5 or date_active <= $6 and (date_active < $6 or id > $7)))
            order by case when $4 then owners end desc, score desc, date_active desc, id limit $3"#,
            query.since,
            text::optional(query.language.as_deref()),
            query.limit,
            query.order == StoryOrder::Owners,
            after.map(|(score, ..)| f32::from_bits(*score)),
            after.map(|(_, active, _)| *active),
            after.map(|(.., id)| id.as_str())
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }

    /// A story by its id, by the id of a story merged into it, or by the id of one of its articles.
    #[retried]
    pub async fn story(&self, name: &str) -> Result<Option<Story>, StoreError> {
        let row = sqlx::query_as!(
            Story,
            r#"select s.id as "id!", s.language as "language!", s.title, s.date_founded as "date_founded!",
                s.date_active as "date_active!", s.articles as "articles!", s.copies as "copies!", s.owners as "owners!",
                s.score as "score!", s.breadth as "breadth!", s.recency as "recency!", s.burst as "burst!",
                s.cohesion as "cohesion!", s.keywords as "keywords!", s.links as "links!"
            from news.stories s
            join (
                select 1 as rank, $1 as id
                union all select 2, merged_into from news.story_redirects where id = $1
                union all select 3, m.story_id from story_articles m
                    where m.article_id = coalesce((select duplicate_of from copies where article_id = $1), $1)
            ) names on names.id = s.id
            order by names.rank limit 1"#,
            text::owned(name)
        );
        Ok(row.fetch_optional(&self.pool).await?)
    }

    /// Like [`Store::story`], but also by the first digits of the id of one of its articles; a story's id is one of these.
    pub async fn story_named(&self, name: &str) -> Result<Option<Story>, StoreError> {
        let whole = self.article_with_prefix(name).await?;
        self.story(whole.as_deref().unwrap_or(name)).await
    }

    /// The articles of a story in chronological order, without copies.
    #[retried]
    pub async fn story_articles(&self, story: &str) -> Result<Vec<StoryArticle>, StoreError> {
        let rows = sqlx::query_as!(
            StoryArticle,
            r#"select a.article_id as "id!", h.site_id as "source_id!", o.owner as "owner!", a.url as "url!", a.title,
                coalesce(a.date_published, s.first_seen) as "date!", m.score as "score!", m.shared as "shared!", m.nearly,
                array(select fh.site_id from copies c
                    join article_heads heads on heads.article_id = c.article_id and heads.moved_to is null
                    join articles f on f.article_id = c.article_id and f.is_latest
                    join hosts fh on fh.host_id = f.host_id
                    where c.duplicate_of = m.leader and c.article_id <> m.article_id order by 1) as "copied_by!",
                wire_agencies(m.leader) as "agencies!",
                array(select distinct fh.site_id from copies c
                    join articles f on f.article_id = c.article_id and f.is_latest
                    join hosts fh on fh.host_id = f.host_id
                    where c.leader = m.leader and cardinality(f.agencies) > 0 order by 1) as "credited_by!"
            from story_members m
            join articles a on a.article_id = m.article_id and a.is_latest
            join hosts h on h.host_id = a.host_id
            join site_owners o on o.site_id = h.site_id
            join seen s on s.host_id = a.host_id and s.url_id = a.url_id
            where m.story_id = $1
            order by 6, 1"#,
            story
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }

    /// The articles of other stories that nearly joined this one, with a similarity of at least 0.15, nearest first.
    #[retried]
    pub async fn nearly_joined(&self, story: &str) -> Result<Vec<NearlyJoined>, StoreError> {
        let rows = sqlx::query_as!(
            NearlyJoined,
            r#"select a.article_id as "id!", m.story_id as "story_id!", a.title
            from story_members m
            join articles a on a.article_id = m.article_id and a.is_latest
            where m.nearly ->> 'story' = $1 and m.story_id <> $1 and (m.nearly ->> 'score')::float8 >= 0.15
            order by (m.nearly ->> 'score')::float8 desc, 1 limit 20"#,
            story
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }

    /// The articles and copies from which the ranks of these stories are computed. An article that has moved is no copy of itself.
    #[retried]
    pub async fn story_reports(&self, stories: &[String]) -> Result<Vec<StoryReport>, StoreError> {
        let rows = sqlx::query_as!(
            StoryReport,
            r#"select m.story_id as "story_id!", a.article_id as "id!", m.article_id as "text_of!", site.name as "source_name!",
                 o.owner as "owner!", a.title, a.section, coalesce(a.date_published, s.first_seen) as "date!", a.date_published_precision as precision,
                 a.date_published_tz as "offset", s.first_seen as "first_seen!", found.fetched_at as "fetched_at?", a.agencies as "agencies!",
                 coalesce(v.lost = 'gone' and heads.moved_to is null, false) as "is_gone!", heads.moved_to is not null as "has_moved!"
            from story_members m
            cross join lateral (
                select m.leader as article_id
                union all select c.article_id from copies c where c.duplicate_of = m.leader
            ) told
            join articles a on a.article_id = told.article_id and a.is_latest
            join hosts h on h.host_id = a.host_id
            join sites site on site.site_id = h.site_id
            join site_owners o on o.site_id = h.site_id
            join seen s on s.host_id = a.host_id and s.url_id = a.url_id
            join article_heads heads on heads.article_id = a.article_id
            left join articles found on found.version = 1
                and found.article_id = case when told.article_id = m.article_id then m.leader else told.article_id end
            left join visits v on v.host_id = a.host_id and v.url_id = a.url_id
            where m.story_id = any($1) and (heads.moved_to is null or told.article_id = m.article_id)
            order by 1, 8, 2"#,
            stories
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }

    /// The leading articles of these stories.
    #[retried]
    pub async fn story_leads(&self, stories: &[String]) -> Result<Vec<StoryLead>, StoreError> {
        let rows = sqlx::query_as!(
            StoryLead,
            r#"select s.story_id as "story_id!", a.article_id as "id!",
                coalesce(nullif(a.description, ''), left(a.text, 400)) as "summary!", a.image_url
            from stories s
            cross join lateral (
                select m.article_id from story_members m
                join articles b on b.article_id = m.article_id and b.is_latest
                where m.story_id = s.story_id
                order by b.title is not distinct from s.title desc, m.score desc, m.article_id limit 1
            ) lead
            join articles a on a.article_id = lead.article_id and a.is_latest
            where s.story_id = any($1)"#,
            stories
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }

    /// The texts of the newest `limit` articles of a story, without copies, in chronological order.
    #[retried]
    pub async fn story_texts(&self, story: &str, limit: i64) -> Result<Vec<StoryText>, StoreError> {
        let rows = sqlx::query_as!(
            StoryText,
            r#"select newest.id as "id!", newest.source_name as "source_name!", newest.owner as "owner!", newest.language,
                newest.text as "text!"
            from (
                select a.article_id as id, site.name as source_name, o.owner, a.language, left(a.text, 60000) as text,
                    coalesce(a.date_published, s.first_seen) as date
                from story_members m
                join articles a on a.article_id = m.article_id and a.is_latest
                join hosts h on h.host_id = a.host_id
                join sites site on site.site_id = h.site_id
                join site_owners o on o.site_id = h.site_id
                join seen s on s.host_id = a.host_id and s.url_id = a.url_id
                where m.story_id = $1
                order by date desc, a.article_id limit $2
            ) newest
            order by newest.date, newest.id"#,
            story,
            limit
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }

    /// The stories in other languages linked to a story, by language.
    #[retried]
    pub async fn story_links(&self, story: &str) -> Result<Vec<StoryLink>, StoreError> {
        let rows = sqlx::query_as!(
            StoryLink,
            r#"select l.linked_id as "linked_id!", l.linked_language as "linked_language!", s.title, l.score as "score!",
                l.needed as "needed!", l.shared as "shared!"
            from news.story_links l join stories s on s.story_id = l.linked_id
            where l.id = $1 order by l.linked_language"#,
            story
        );
        Ok(rows.fetch_all(&self.pool).await?)
    }
}
