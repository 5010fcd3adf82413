//! What a query needs from the database: its words by the rules of each language, and the hosts, authors and articles that its values name.

use std::collections::BTreeSet;

use ::text::spelling::meant_by;
use sqlx::PgConnection;

use super::super::{
    expression::{Form, Words},
    marks::is_unspaced,
};
use super::{Rules, tag};
use crate::{StoreError, articles::export::MIN_ID_DIGITS, crawl::sites, text};

/// Maximum letters that a stemmer takes from the beginning of a word, and minimum letters of a stem.
const MAX_SUFFIX: usize = 4;
const MIN_STEM: usize = 4;

impl Words {
    /// The words as the index is asked for them: of a beginning less than was typed, since the index has stems, which may be shorter:
    /// `polit` of `politics`.
    pub(super) fn candidate(&self) -> String {
        let before = self.text.trim_end_matches(char::is_alphabetic);
        let last = &self.text[before.len()..];
        if self.form != Form::Prefix || last.is_empty() {
            return self.text.clone();
        }
        let letters = last.chars().count();
        let kept = letters
            .saturating_sub(MAX_SUFFIX)
            .max(letters.min(MIN_STEM));
        before.chars().chain(last.chars().take(kept)).collect()
    }
}

/// A text with spaces around each character of Han and Kana, and for those of tags, which the database would leave out.
fn separated(text: &str) -> String {
    let mut spaced = String::new();
    for c in text.chars() {
        match c {
            '<' | '>' => spaced.push(' '),
            _ if is_unspaced(c) => spaced.extend([' ', c, ' ']),
            _ => spaced.push(c),
        }
    }
    spaced
}

/// Words for `to_tsquery`, as `spelled`, with letters and marks folded as in the index.
pub(super) async fn quoted(
    connection: &mut PgConnection,
    words: &[&Words],
    spelled: fn(&Words) -> String,
) -> Result<Vec<String>, sqlx::Error> {
    if words.is_empty() {
        return Ok(Vec::new());
    }
    let suffix = |words: &&Words| match (words.form == Form::Prefix, words.in_title) {
        (true, true) => ":*A",
        (true, false) => ":*",
        (false, true) => ":A",
        (false, false) => "",
    };
    let quoted = sqlx::query_scalar!(
        r#"select array(
            select ''' ' || replace(replace(folded(words), '\', '\\'), '''', '''''') || ' ''' || suffix
            from unnest($1::text[], $2::text[]) with ordinality as typed (words, suffix, place) order by place
        ) as "quoted!""#,
        &text::column(words, |words| separated(&spelled(words))),
        &text::column(words, |words| suffix(words).to_owned())
    );
    quoted.fetch_one(connection).await
}

/// The rules of the languages that articles have.
pub(super) async fn rules(
    connection: &mut PgConnection,
    words: &[&Words],
    quoted: &[String],
) -> Result<Vec<Rules>, sqlx::Error> {
    // Skips from one language to the next by the index. The rules may change the end of a beginning; of words that are compared as they
    // are written, the index need not know the order.
    let meant = quoted.iter().flat_map(|words| {
        let all = meant_by(words).into_iter();
        all.map(move |(language, meant)| (language, words, meant))
    });
    let meant: Vec<(&str, &String, String)> = meant.collect();
    let rules = sqlx::query_as!(
        Rules,
        r#"with recursive known (language) as (
            select min(language) from articles where is_latest
            union all
            select (select min(a.language) from articles a where a.is_latest and a.language > known.language)
            from known where known.language is not null
        )
        select coalesce(language, '?') as "language!", array(
            select case form
                when 'prefix' then (to_tsquery(config, words) || to_tsquery('pg_catalog.simple', words))::text
                when 'written' then regexp_replace(to_tsquery(config, words)::text, '<(-|\d+)>', '&', 'g')
                else to_tsquery(config, concat_ws(' | ', words, (
                    select string_agg(meant, ' | ') from unnest($3::text[], $4::text[], $5::text[]) as other (code, typed, meant)
                    where code = language and typed = words
                )))::text end
            from unnest($1::text[], $2::text[]) with ordinality as typed (words, form, place) order by place
        ) as "words!"
        from (select language, search_config(language) as config from known) known
        where language is not null or exists (select from articles where is_latest and language is null)"#,
        quoted,
        &text::column(words, |words| match words.form {
            Form::Any => "any".to_owned(),
            Form::Written => "written".to_owned(),
            Form::Prefix => "prefix".to_owned(),
        }),
        &text::column(&meant, |(language, ..)| (*language).to_owned()),
        &text::column(&meant, |(_, words, _)| (*words).clone()),
        &text::column(&meant, |(.., meant)| meant.clone())
    );
    rules.fetch_all(connection).await
}

/// The hosts of sites as terms.
pub(super) async fn host_terms(
    connection: &mut PgConnection,
    sites: &[String],
) -> Result<Vec<String>, StoreError> {
    let sites = sites::named(&mut *connection, sites).await?;
    let sites = text::column(&sites, |site| site.id.clone());
    let hosts = sqlx::query_scalar!(
        "select host_id from hosts where site_id = any($1) order by 1",
        &sites
    );
    let hosts = hosts.fetch_all(connection).await?;
    Ok(hosts.iter().map(|host| tag("host", host)).collect())
}

/// The hosts of sites with one of these tags as terms.
pub(super) async fn tagged_host_terms(
    connection: &mut PgConnection,
    tags: &[String],
) -> Result<Vec<String>, StoreError> {
    let hosts = sqlx::query_scalar!(
        "select host_id from hosts join sites using (site_id) where tags && $1 order by 1",
        &text::list(tags)
    );
    let hosts = hosts.fetch_all(connection).await?;
    Ok(hosts.iter().map(|host| tag("host", host)).collect())
}

/// One term for each name and each that it may mean in some language, a conjunction of all its words.
pub(super) async fn author_terms(
    connection: &mut PgConnection,
    names: &[String],
) -> Result<Vec<String>, StoreError> {
    let spelled = names.iter().flat_map(|name| {
        let meant = meant_by(name).into_iter().map(|(_, meant)| meant);
        meant.chain([name.clone()])
    });
    let names: BTreeSet<String> = spelled.collect();
    let names: Vec<String> = names.into_iter().collect();
    let names = sqlx::query_scalar!(
        r#"select author_tags(array[name]) as "tags!" from unnest($1::text[]) as names (name)"#,
        &text::list(&names)
    );
    let names = names.fetch_all(connection).await?;
    let names = names.iter().filter(|tags| !tags.is_empty());
    let names = names.map(|tags| {
        let tags = tags.iter().filter_map(|author| author.split_once(' '));
        let tags: Vec<String> = tags.map(|(kind, word)| tag(kind, word)).collect();
        format!("({})", tags.join(" & "))
    });
    Ok(names.collect())
}

/// The articles of stories, with their copies, by current or former story ids or their first digits.
pub(super) async fn articles_of(
    connection: &mut PgConnection,
    stories: &[String],
) -> Result<Vec<String>, StoreError> {
    let ids = sqlx::query_scalar!(
        r#"with named as (
            select s.story_id, s.merged_into from unnest($1::text[]) as name
            join stories s on s.story_id = name -- or its first digits, as it is shown: with a number after it is shown whole
                or (length(name) between $2 and 63 and length(s.story_id) = 64 and s.story_id > name and s.story_id < name || 'g')
        ), leaders as (
            select m.article_id from named join story_articles m using (story_id)
            union select m.article_id from named join story_articles m on m.story_id = named.merged_into
        )
        select article_id as "id!" from leaders
        union all select c.article_id from leaders join copies c on c.duplicate_of = leaders.article_id"#,
        &text::list(stories),
        i32::try_from(MIN_ID_DIGITS).unwrap_or(i32::MAX)
    );
    Ok(ids.fetch_all(connection).await?)
}
