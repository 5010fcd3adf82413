//! Ingests a batch of articles: finds copies, names and keywords, and assigns stories.

use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;

use super::state::{RunState, StateError, ingested};
use super::{ArticleTerms, Changes, CopyFinding, Grouping, LanguageStats, Phase, UngroupedArticle};
use crate::headlines::is_roundup;
use crate::names::NameReader;
use crate::names::tagger::NameModel;
use crate::{
    Aliases, CopyParams, DedupArticle, Entity, Fingerprint, KnownText, Lexicon, MIN_WORDS,
    Membership, StoryParams, TermCounts, WeightedArticle, WeightedTerms,
};

/// Minimum known articles of a language; with fewer, it learns from a batch before it reads it.
const MIN_ARTICLES: u32 = 200;

/// Maximum keywords kept per article.
const MAX_KEYWORDS: usize = 12;

/// The language code of texts whose language is unknown.
pub(super) const UNKNOWN: &str = "und";

/// An article of the batch, with its fingerprint and terms.
struct IngestedArticle {
    article: UngroupedArticle,
    language: String,
    item: DedupArticle,
    fingerprint: Fingerprint,
    counts: TermCounts,
}

impl IngestedArticle {
    fn of(article: UngroupedArticle) -> Self {
        let language = article.language.clone();
        let language = language.unwrap_or_else(|| UNKNOWN.to_owned());
        let title = article.title.as_deref().unwrap_or_default();
        Self {
            item: DedupArticle {
                id: article.id.clone(),
                hash: article.content_hash.clone(),
                words: crate::word_count(&article.text),
                published: article.published,
                first_seen: article.first_seen,
                site: article.site.clone(),
            },
            fingerprint: Fingerprint::of(title, &article.text),
            counts: TermCounts::of(title, &article.text, &Lexicon::of(&language)),
            language,
            article,
        }
    }

    fn title(&self) -> &str {
        self.article.title.as_deref().unwrap_or_default()
    }
}

pub(super) fn ingest(
    grouping: &mut Grouping,
    batch: Vec<UngroupedArticle>,
    gone: &[String],
    leaders: &HashMap<String, KnownText>,
) -> Result<Changes, StateError> {
    begin(&mut grouping.run);
    let mut languages = BTreeSet::new();
    for id in gone {
        grouping.copies.remove(id);
        leave_story(grouping, id, &mut languages);
    }
    let mut batch: Vec<IngestedArticle> = batch.into_par_iter().map(IngestedArticle::of).collect();
    batch.sort_by(|a, b| a.item.order().cmp(&b.item.order()));
    let last_fetch = batch.iter().map(|read| read.article.fetched).max();
    grouping.run.now = grouping.run.now.max(last_fetch);

    let copies = find_copies(grouping, &mut batch, leaders);
    let mut leaders: Vec<usize> = Vec::new();
    for (at, (read, copy)) in batch.iter().zip(&copies).enumerate() {
        languages.insert(read.language.clone());
        if copy.duplicate_of.is_some() {
            // An earlier version of it may have been in a story.
            leave_story(grouping, &read.article.id, &mut languages);
        } else if !read.article.has_story {
            leaders.push(at);
        }
    }
    let leaders_in = |language: &str| -> Vec<usize> {
        let leaders = leaders.iter().copied();
        leaders
            .filter(|at| batch[*at].language == language)
            .collect()
    };
    for language in &languages {
        let leaders = leaders_in(language);
        learn(grouping, language, leaders.iter().map(|at| &batch[*at]));
    }
    let names = batch
        .par_iter()
        .map_init(NameReader::default, |reader, read| {
            names(grouping, read, reader)
        });
    let (aliases, names): (Vec<Aliases>, Vec<Vec<Entity>>) = names.unzip();
    for language in &languages {
        let mut of_batch = Aliases::default();
        for at in leaders_in(language) {
            of_batch.add(&aliases[at]);
        }
        grouping.language(language).learn_aliases(&of_batch);
    }
    let mut members = Vec::new();
    for language in &languages {
        let leaders: Vec<(&IngestedArticle, &[Entity])> = leaders_in(language)
            .into_iter()
            .map(|at| (&batch[at], names[at].as_slice()))
            .collect();
        members.extend(assign_stories(grouping, language, &leaders));
    }
    let read = batch.par_iter().zip(names);
    let terms = read.map(|(read, entities)| terms(grouping, read, entities));
    let terms = terms.collect();
    grouping.run.languages.extend(languages.iter().cloned());
    if grouping.is_full() {
        grouping.run.languages = grouping.languages.keys().cloned().collect();
    }
    Ok(Changes {
        copies,
        terms,
        members,
        states: ingested(grouping, &languages)?,
        ..Changes::default()
    })
}

/// Begins a new run, or continues one that has not ended. Its time never goes back, since old pages may be read again.
fn begin(run: &mut RunState) {
    if run.phase == Phase::Done {
        run.languages.clear();
    }
    run.phase = Phase::Ingesting;
}

/// Removes an article from its story, and records the language of the story.
fn leave_story(grouping: &mut Grouping, id: &str, languages: &mut BTreeSet<String>) {
    for (name, language) in &mut grouping.languages {
        if language.stories.remove(id) {
            languages.insert(name.clone());
        }
    }
}

/// The finding about each article of the batch, in its order.
fn find_copies(
    grouping: &mut Grouping,
    batch: &mut [IngestedArticle],
    leaders: &HashMap<String, KnownText>,
) -> Vec<CopyFinding> {
    let params = CopyParams::default();
    let known = &mut grouping.copies;
    let mut found: Vec<CopyFinding> = Vec::with_capacity(batch.len());
    for read in batch {
        let old = leaders
            .get(&read.item.hash)
            .filter(|old| old.leader != read.item.id && read.item.words >= MIN_WORDS)
            // A remembered leader is found by `update`.
            .filter(|old| !known.is_leader(&old.leader) && !known.is_leader(&read.item.id));
        let old = old.map(|old| (old.leader.clone(), old.score, old.rule));
        let finding = old.or_else(|| {
            let fingerprint = std::mem::take(&mut read.fingerprint);
            let copy = known.update(read.item.clone(), fingerprint, &params)?;
            Some((copy.duplicate_of, copy.score, copy.rule))
        });
        found.push(CopyFinding {
            id: read.article.id.clone(),
            version: read.article.version,
            score: finding.as_ref().map_or(1.0, |(_, score, _)| *score),
            rule: finding.as_ref().map(|(_, _, rule)| *rule),
            duplicate_of: finding.map(|(leader, _, _)| leader),
        });
    }
    follow_leaders(&mut found);
    found
}

/// Follows old leaders that became copies in this very batch: their copies become those of their leader.
fn follow_leaders(found: &mut [CopyFinding]) {
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
fn learn<'a>(
    grouping: &mut Grouping,
    language: &str,
    leaders: impl Iterator<Item = &'a IngestedArticle>,
) {
    let has_model = NameModel::shipped(language).is_some();
    let language = grouping.language(language);
    language.is_learning = language.stats.frequencies.articles < MIN_ARTICLES;
    let mut of_batch = LanguageStats::default();
    let next = if language.is_learning {
        &mut language.stats
    } else {
        &mut of_batch
    };
    for read in leaders {
        next.frequencies.learn(&read.counts);
        if !has_model {
            next.gazetteer.learn(&read.article.text);
        }
    }
    if of_batch.frequencies.articles > 0 {
        language.batches += 1;
        language.next.add(&of_batch);
        language.of_batch = Some(of_batch);
    }
}

fn stats<'a>(grouping: &'a Grouping, read: &IngestedArticle) -> Option<&'a LanguageStats> {
    let language = grouping.languages.get(&read.language)?;
    Some(&language.stats)
}

/// The names of an article, and its own short forms.
fn names(
    grouping: &Grouping,
    read: &IngestedArticle,
    reader: &mut NameReader,
) -> (Aliases, Vec<Entity>) {
    let Some(stats) = stats(grouping, read) else {
        return Default::default();
    };
    let mut names = reader.names(&read.article.text, &read.language, &stats.gazetteer);
    let aliases = Aliases::of(&names);
    stats.aliases.complete(&mut names, &stats.gazetteer);
    (aliases, names)
}

/// Assigns the leaders of one language, each with its names, to stories.
fn assign_stories(
    grouping: &mut Grouping,
    language: &str,
    leaders: &[(&IngestedArticle, &[Entity])],
) -> Vec<Membership> {
    let params = StoryParams::default();
    let lexicon = Lexicon::of(language);
    let taken = names_in_other_languages(grouping, language, leaders);
    let language = grouping.language(language);
    let frequencies = &language.stats.frequencies;
    let articles = leaders.par_iter().map(|(read, names)| {
        let (id, when) = (read.article.id.clone(), read.item.when());
        let terms = WeightedTerms::of(&read.counts, frequencies, &params.weights);
        // a roundup without its text has only the words of its headline
        if !terms.short && is_roundup(read.title(), lexicon.language()) {
            return WeightedArticle::alone(id, when);
        }
        WeightedArticle {
            id,
            when,
            terms,
            facts: crate::facts(read.title(), &read.article.text, names, &lexicon),
        }
    });
    let articles: Vec<WeightedArticle> = articles.collect();
    for article in &articles {
        for name in taken.get(&article.id).into_iter().flatten() {
            language.stories.reserve_name(name, article);
        }
    }
    language.stories.insert_all(articles, &params)
}

/// By article, the names of stories that it founded while it was in another language.
fn names_in_other_languages(
    grouping: &Grouping,
    language: &str,
    leaders: &[(&IngestedArticle, &[Entity])],
) -> HashMap<String, Vec<String>> {
    let others = grouping.languages.iter();
    let others = others.filter(|(other, _)| *other != language);
    let mut taken: HashMap<String, Vec<String>> = HashMap::new();
    for (_, other) in others {
        for (read, _) in leaders {
            for name in other.stories.names_founded_by(&read.article.id) {
                let names = taken.entry(read.article.id.clone()).or_default();
                names.push(name.to_owned());
            }
        }
    }
    taken
}

fn terms(grouping: &Grouping, read: &IngestedArticle, entities: Vec<Entity>) -> ArticleTerms {
    let weights = StoryParams::default().weights;
    let keywords = stats(grouping, read).map_or_else(Vec::new, |stats| {
        crate::keywords(&read.counts, &stats.frequencies, &weights, MAX_KEYWORDS)
    });
    ArticleTerms {
        id: read.article.id.clone(),
        version: read.article.version,
        entities,
        keywords,
    }
}
