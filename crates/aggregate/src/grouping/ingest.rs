//! Ingests a batch of articles: finds copies, names and keywords, and assigns stories.

use std::collections::{BTreeSet, HashMap};

use rayon::prelude::*;

use super::state::{RunState, StateError, ingested};
use super::{ArticleTerms, Changes, CopyFinding, Grouping, LanguageStats, Phase, UngroupedArticle};
use crate::headlines::is_roundup;
use crate::names::NameReader;
use crate::names::tagger::NameModel;
use crate::{
    Aliases, DedupArticle, Entity, Fingerprint, Keyword, KnownText, Lexicon, MIN_WORDS, Membership,
    StoryParams, TermCounts, WeightedArticle, WeightedTerms, keywords,
};

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
        let (fingerprint, words) = Fingerprint::with_word_count(title, &article.text);
        Self {
            item: DedupArticle {
                id: article.id.clone(),
                hash: article.content_hash.clone(),
                words,
                published: article.published,
                first_seen: article.first_seen,
                site: article.site.clone(),
            },
            fingerprint,
            counts: TermCounts::of(title, &article.text, &Lexicon::of(&language)),
            language,
            article,
        }
    }

    fn title(&self) -> &str {
        self.article.title.as_deref().unwrap_or_default()
    }
}

/// What is found in the text of an article.
struct Findings {
    /// Its own short forms of names.
    aliases: Aliases,
    names: Vec<Entity>,
    keywords: Vec<Keyword>,
    terms: WeightedTerms,
}

impl Grouping {
    /// Ingests a batch of articles, and forgets those that are `gone`. `leaders` maps the content hash of a known text to
    /// what leads its copies, however old.
    pub fn ingest(
        &mut self,
        batch: Vec<UngroupedArticle>,
        gone: &[String],
        leaders: &HashMap<String, KnownText>,
    ) -> Result<Changes, StateError> {
        begin(&mut self.run);
        let mut languages = BTreeSet::new();
        for id in gone {
            self.copies.remove(id);
            self.leave_story(id, &mut languages);
        }
        let mut batch: Vec<IngestedArticle> =
            batch.into_par_iter().map(IngestedArticle::of).collect();
        batch.sort_by(|a, b| a.item.order().cmp(&b.item.order()));
        let last_fetch = batch.iter().map(|read| read.article.fetched).max();
        self.run.now = self.run.now.max(last_fetch);

        let copies = self.find_copies(&mut batch, leaders);
        let mut leaders: Vec<usize> = Vec::new();
        for (at, (read, copy)) in batch.iter().zip(&copies).enumerate() {
            languages.insert(read.language.clone());
            if copy.duplicate_of.is_some() {
                // An earlier version of it may have been in a story.
                self.leave_story(&read.article.id, &mut languages);
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
            self.learn_first(language, leaders.iter().map(|at| &batch[*at]));
        }
        let found = batch
            .par_iter()
            .map_init(NameReader::default, |reader, read| self.read(read, reader));
        let found: Vec<Findings> = found.collect();
        let mut members = Vec::new();
        for language in &languages {
            let leaders = leaders_in(language);
            let leaders = leaders.iter().map(|at| (&batch[*at], &found[*at]));
            let leaders: Vec<_> = leaders.collect();
            let of_language = self.assign_stories(language, &leaders);
            self.learn(language, &leaders, &of_language);
            members.extend(of_language);
        }
        let terms = batch.iter().zip(found).map(|(read, found)| ArticleTerms {
            id: read.article.id.clone(),
            version: read.article.version,
            entities: found.names,
            keywords: found.keywords,
        });
        let terms = terms.collect();
        self.run.languages.extend(languages.iter().cloned());
        if self.is_full() {
            self.run.languages = self.languages.keys().cloned().collect();
        }
        Ok(Changes {
            copies,
            terms,
            members,
            states: ingested(self, &languages)?,
            ..Changes::default()
        })
    }

    /// Removes an article from its story, and records the language of the story.
    fn leave_story(&mut self, id: &str, languages: &mut BTreeSet<String>) {
        for (name, language) in &mut self.languages {
            if language.stories.remove(id) {
                languages.insert(name.clone());
            }
        }
    }

    /// The finding about each article of the batch, in its order.
    fn find_copies(
        &mut self,
        batch: &mut [IngestedArticle],
        leaders: &HashMap<String, KnownText>,
    ) -> Vec<CopyFinding> {
        let known = &mut self.copies;
        let mut found: Vec<CopyFinding> = Vec::with_capacity(batch.len());
        for read in batch {
            let old = leaders
                .get(&read.item.hash)
                .filter(|old| old.leader != read.item.id && read.item.words >= MIN_WORDS)
                // A remembered leader is found by `update`.
                .filter(|old| !known.is_leader(&old.leader) && !known.is_leader(&read.item.id));
            let of = old.cloned().or_else(|| {
                let fingerprint = std::mem::take(&mut read.fingerprint);
                known.update(read.item.clone(), fingerprint)
            });
            found.push(CopyFinding {
                id: read.article.id.clone(),
                version: read.article.version,
                score: of.as_ref().map_or(1.0, |of| of.score),
                rule: of.as_ref().map(|of| of.rule),
                duplicate_of: of.map(|of| of.leader),
            });
        }
        follow_leaders(&mut found);
        found
    }

    /// Learns from the leaders of one language before they are read, where little is known of it yet.
    fn learn_first<'a>(
        &mut self,
        language: &str,
        leaders: impl Iterator<Item = &'a IngestedArticle>,
    ) {
        let has_model = NameModel::shipped(language).is_some();
        let language = self.language(language);
        language.is_learning = language.stats.frequencies.articles < 200;
        if language.is_learning {
            for read in leaders {
                language.stats.frequencies.learn(&read.counts);
                if !has_model {
                    language.stats.gazetteer.learn(&read.article.text);
                }
            }
        }
    }

    /// Learns from the leaders of one language for the next run. Terms are counted once a story, in the article that founded it: else the
    /// words of an event that many report would look common, and its later reports would not be known by them.
    fn learn(
        &mut self,
        language: &str,
        leaders: &[(&IngestedArticle, &Findings)],
        members: &[Membership],
    ) {
        let mut of_batch = LanguageStats::default();
        for (_, found) in leaders {
            of_batch.aliases.add(&found.aliases);
        }
        let has_model = NameModel::shipped(language).is_some();
        let language = self.language(language);
        if language.is_learning {
            language.stats.aliases.add(&of_batch.aliases);
            return;
        }
        let founders = members
            .iter()
            .filter(|member| member.article == member.story);
        let founders: BTreeSet<&str> = founders.map(|member| member.article.as_str()).collect();
        for (read, _) in leaders {
            if founders.contains(read.article.id.as_str()) {
                of_batch.frequencies.learn(&read.counts);
            }
            if !has_model {
                of_batch.gazetteer.learn(&read.article.text);
            }
        }
        if !leaders.is_empty() {
            language.batches += 1;
            language.next.add(&of_batch);
            language.of_batch = Some(of_batch);
        }
    }

    /// The names and weighted terms of an article, whose language is known.
    fn read(&self, read: &IngestedArticle, reader: &mut NameReader) -> Findings {
        let stats = &self.languages[&read.language].stats;
        let mut names = reader.names(&read.article.text, &read.language, &stats.gazetteer);
        let aliases = Aliases::of(&names);
        stats.aliases.complete(&mut names, &stats.gazetteer);
        let weights = StoryParams::default().weights;
        let terms = WeightedTerms::of(&read.counts, &stats.frequencies, &weights);
        Findings {
            aliases,
            names,
            keywords: keywords(&terms, 12),
            terms,
        }
    }

    /// Assigns the leaders of one language, each with what was found in its text, to stories.
    fn assign_stories(
        &mut self,
        language: &str,
        leaders: &[(&IngestedArticle, &Findings)],
    ) -> Vec<Membership> {
        let lexicon = Lexicon::of(language);
        let articles = leaders.par_iter().map(|(read, found)| {
            let (id, when) = (read.article.id.clone(), read.item.when());
            // a roundup without its text has only the words of its headline
            if !found.terms.short && is_roundup(read.title(), lexicon.language()) {
                return WeightedArticle::alone(id, when);
            }
            WeightedArticle {
                id,
                when,
                terms: found.terms.clone(),
                facts: crate::facts(read.title(), &read.article.text, &found.names, &lexicon),
            }
        });
        let articles: Vec<WeightedArticle> = articles.collect();
        for article in &articles {
            let names = self.names_in_other_languages(language, &article.id);
            let stories = &mut self.language(language).stories;
            for name in names {
                stories.reserve_name(&name, article);
            }
        }
        let stories = &mut self.language(language).stories;
        stories.insert_all(articles, &StoryParams::default())
    }

    /// The names of stories that an article founded while it was in another language.
    fn names_in_other_languages(&self, language: &str, article: &str) -> Vec<String> {
        let others = self.languages.iter();
        let others = others.filter(|(other, _)| *other != language);
        let names = others.flat_map(|(_, other)| other.stories.names_founded_by(article));
        names.map(str::to_owned).collect()
    }
}

/// Begins a new run, or continues one that has not ended. Its time never goes back, since old pages may be read again.
fn begin(run: &mut RunState) {
    if run.phase == Phase::Done {
        run.languages.clear();
    }
    run.phase = Phase::Ingesting;
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
