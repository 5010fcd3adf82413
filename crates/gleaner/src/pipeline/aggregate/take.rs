//! A chunk of articles: which are copies, what they are about, which stories they belong to.

use std::collections::{BTreeSet, HashMap};

use aggregate::{
    Article, Entity, Fingerprint, Item, Keyword, Lexicon, MIN_WORDS, Nearness, Reading, Rule,
    Telling, Told,
};
use anyhow::Context as _;
use rayon::prelude::*;
use serde_json::Value;
use store::{Aggregates, ArticleTerms, Copy, CopyCandidate, CopyRule, CopyWork, StoryMember};

use super::state::{Lore, Phase, Run, State};

/// A language of which fewer articles are known learns from a chunk before it reads it.
const ENOUGH: u32 = 200;

/// Keywords kept of an article.
const KEYWORDS: usize = 12;

/// An article of the chunk, read.
struct Read {
    article: CopyCandidate,
    language: String,
    item: Item,
    print: Fingerprint,
    reading: Reading,
}

/// Takes in a chunk. `older` leads from the hash of a text to the article that leads those that have it, however old.
pub(super) fn take(
    state: &mut State,
    work: CopyWork,
    older: &HashMap<String, String>,
) -> anyhow::Result<Aggregates> {
    begin(&mut state.run);
    let mut languages = BTreeSet::new();
    for id in &work.gone {
        forget(state, id, &mut languages);
    }
    let mut chunk: Vec<Read> = work.due.into_par_iter().map(read).collect();
    chunk.sort_by(|a, b| a.item.order().cmp(&b.item.order()));
    let fetched = chunk.iter().map(|read| read.article.date_crawled);
    state.run.now = state.run.now.max(fetched.max());

    let copies = copies(state, &mut chunk, older);
    let mut leaders: Vec<usize> = Vec::new();
    for (at, (read, copy)) in chunk.iter().zip(&copies).enumerate() {
        languages.insert(read.language.clone());
        if copy.duplicate_of.is_some() {
            // It may have stood for itself with another text.
            leave(state, &read.article.id, &mut languages);
        } else if read.article.story_id.is_none() {
            leaders.push(at);
        }
    }
    let own = |language: &str| -> Vec<usize> {
        let leaders = leaders.iter().copied();
        leaders
            .filter(|at| chunk[*at].language == language)
            .collect()
    };
    for language in &languages {
        learn(state, language, own(language).iter().map(|at| &chunk[*at]));
    }
    let named = chunk.par_iter().map(|read| named(state, read));
    let named = named.collect::<anyhow::Result<Vec<_>>>()?;
    let mut members = Vec::new();
    for language in &languages {
        let own: Vec<(&Read, &[Entity])> = own(language)
            .into_iter()
            .map(|at| (&chunk[at], named[at].as_slice()))
            .collect();
        members.extend(follow(state, language, &own));
    }
    let read = chunk.par_iter().zip(&named);
    let terms = read.map(|(read, named)| terms(state, read, named));
    let terms = terms.collect::<anyhow::Result<Vec<_>>>()?;
    let members = members.iter().map(member);
    let members = members.collect::<anyhow::Result<Vec<_>>>()?;
    state.run.languages.extend(languages.iter().cloned());
    Ok(Aggregates {
        cursor: work.cursor,
        gone: work.gone,
        copies,
        terms,
        members,
        version: aggregate::VERSION.to_owned(),
        states: state.taken(&languages)?,
        ..Aggregates::default()
    })
}

/// A new run, or more of one that is not through. The time never goes back: old pages may be read again.
fn begin(run: &mut Run) {
    if run.phase == Phase::Over {
        run.languages.clear();
    }
    run.phase = Phase::Taking;
}

/// Forgets an article, and notes whose stories it was in.
fn forget(state: &mut State, id: &str, languages: &mut BTreeSet<String>) {
    state.copies.forget(id);
    leave(state, id, languages);
}

/// Takes an article out of its story, in whatever language that is.
fn leave(state: &mut State, id: &str, languages: &mut BTreeSet<String>) {
    for (language, tongue) in &mut state.tongues {
        if tongue.stories.forget(id) {
            languages.insert(language.clone());
        }
    }
}

fn read(article: CopyCandidate) -> Read {
    let language = article.language.clone().unwrap_or_else(|| "und".to_owned());
    let title = article.title.as_deref().unwrap_or_default();
    Read {
        item: Item {
            id: article.id.clone(),
            hash: article.content_hash.clone(),
            words: aggregate::words(&article.text),
            published: article.date_published,
            first_seen: article.date_first_seen,
            site: article.source_id.clone(),
        },
        print: Fingerprint::of(title, &article.text),
        reading: Reading::of(title, &article.text, &Lexicon::of(&language)),
        language,
        article,
    }
}

/// The finding about each article of the chunk, in its order.
fn copies(state: &mut State, chunk: &mut [Read], older: &HashMap<String, String>) -> Vec<Copy> {
    let rules = Nearness::default();
    let mut found: Vec<Copy> = Vec::with_capacity(chunk.len());
    for read in chunk {
        let old = older
            .get(&read.item.hash)
            .filter(|leader| **leader != read.item.id && read.item.words >= MIN_WORDS)
            // One that is remembered is found by the usual way.
            .filter(|leader| !state.copies.leads(leader) && !state.copies.leads(&read.item.id));
        let finding = match old {
            Some(leader) => Some((leader.clone(), 1.0, CopyRule::ExactText)),
            None => state
                .copies
                .renew(read.item.clone(), std::mem::take(&mut read.print), &rules)
                .map(|copy| (copy.duplicate_of, copy.score, rule(copy.rule))),
        };
        found.push(Copy {
            id: read.article.id.clone(),
            version: read.article.version,
            score: finding.as_ref().map_or(1.0, |(_, score, _)| *score),
            rule: finding.as_ref().map(|(_, _, rule)| *rule),
            duplicate_of: finding.map(|(leader, _, _)| leader),
        });
    }
    shorten(&mut found);
    found
}

fn rule(rule: Rule) -> CopyRule {
    match rule {
        Rule::SameText => CopyRule::ExactText,
        Rule::NearText => CopyRule::NearText,
        Rule::LikelyText => CopyRule::LikelyText,
    }
}

/// A leader from long ago may have become a copy in this very chunk: its followers follow on.
fn shorten(found: &mut [Copy]) {
    let leads: HashMap<String, String> = found
        .iter()
        .filter_map(|copy| Some((copy.id.clone(), copy.duplicate_of.clone()?)))
        .collect();
    for copy in found {
        let mut steps = 0;
        while let Some(next) = copy.duplicate_of.as_ref().and_then(|of| leads.get(of))
            && *next != copy.id
            && steps < 8
        {
            copy.duplicate_of = Some(next.clone());
            steps += 1;
        }
    }
}

/// Learns from the leaders of one language: for the next run, or at once where too little is known.
fn learn<'a>(state: &mut State, language: &str, leaders: impl Iterator<Item = &'a Read>) {
    let tongue = state.tongue(language);
    let next = tongue.next.get_or_insert_with(|| tongue.known.clone());
    for read in leaders {
        next.background.learn(&read.reading);
        next.gazetteer.learn(&read.article.text);
    }
    tongue.learning = tongue.known.background.articles < ENOUGH;
    if tongue.learning {
        tongue.known = next.clone();
    }
}

/// The names in an article, by what is known of its language.
fn named(state: &State, read: &Read) -> anyhow::Result<Vec<Entity>> {
    let known = known(state, &read.language)?;
    Ok(aggregate::names(&read.article.text, &known.gazetteer))
}

fn known<'a>(state: &'a State, language: &str) -> anyhow::Result<&'a Lore> {
    let tongue = state.tongues.get(language);
    Ok(&tongue.context("a language that was not taken in")?.known)
}

/// The stories of the leaders of one language, with the names in them.
fn follow(
    state: &mut State,
    language: &str,
    leaders: &[(&Read, &[Entity])],
) -> Vec<aggregate::Membership> {
    let rules = Telling::default();
    let lexicon = Lexicon::of(language);
    let taken = taken(state, language, leaders);
    let tongue = state.tongue(language);
    let known = &tongue.known.background;
    let told = leaders.par_iter().map(|(read, named)| {
        let title = read.article.title.as_deref().unwrap_or_default();
        Article {
            id: read.article.id.clone(),
            when: read.item.when(),
            told: Told::of(&read.reading, known, &rules.weights),
            marks: aggregate::marks(title, &read.article.text, named, &lexicon),
        }
    });
    let told: Vec<Article> = told.collect();
    for article in &told {
        for name in taken.get(&article.id).into_iter().flatten() {
            tongue.stories.avoid(name, article);
        }
    }
    tongue.stories.follow(told, &rules)
}

/// Names that stories of other languages bear after one of these articles, which was in that language before.
fn taken(
    state: &State,
    language: &str,
    leaders: &[(&Read, &[Entity])],
) -> HashMap<String, Vec<String>> {
    let others = state.tongues.iter().filter(|(other, _)| *other != language);
    let mut taken: HashMap<String, Vec<String>> = HashMap::new();
    for (_, tongue) in others {
        for (read, _) in leaders {
            for name in tongue.stories.named_after(&read.article.id) {
                let names = taken.entry(read.article.id.clone()).or_default();
                names.push(name.to_owned());
            }
        }
    }
    taken
}

fn terms(state: &State, read: &Read, named: &[Entity]) -> anyhow::Result<ArticleTerms> {
    let known = known(state, &read.language)?;
    let weights = Telling::default().weights;
    let keywords = aggregate::keywords(&read.reading, &known.background, &weights, KEYWORDS);
    Ok(ArticleTerms {
        id: read.article.id.clone(),
        version: read.article.version,
        entities: serde_json::to_value(named)?,
        keywords: rounded(&keywords)?,
    })
}

/// Keywords with weights of three digits.
pub(super) fn rounded(keywords: &[Keyword]) -> anyhow::Result<Value> {
    let round = |keyword: &Keyword| Keyword {
        weight: (keyword.weight * 1e3).round() / 1e3,
        ..keyword.clone()
    };
    let keywords: Vec<Keyword> = keywords.iter().map(round).collect();
    Ok(serde_json::to_value(keywords)?)
}

/// A membership as it is stored.
pub(super) fn member(member: &aggregate::Membership) -> anyhow::Result<StoryMember> {
    #[expect(clippy::cast_possible_truncation, reason = "a mean needs no more")]
    let score = member.score as f32;
    Ok(StoryMember {
        id: member.article.clone(),
        story_id: member.story.clone(),
        score,
        shared: serde_json::to_value(&member.shared)?,
        nearly: member
            .nearly
            .as_ref()
            .map(serde_json::to_value)
            .transpose()?,
    })
}
