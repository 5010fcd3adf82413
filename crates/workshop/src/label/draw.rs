//! Draws a sample of article pairs from a database.

use std::collections::HashMap;
use std::num::NonZeroU32;

use aggregate::{Fingerprint, MIN_WORDS};
use anyhow::{Context as _, anyhow};
use gleaner::console::failure::Advise as _;
use lab::sampling::{PairArticle, StratifiedSample, copies, stories};
use rayon::prelude::*;
use store::{
    GroupedArticle, PairBin, PairKind, PairSample, SampledPair, Store, VersionKey, VersionText,
};
use tokio_util::sync::CancellationToken;

/// Default numbers of pairs per bin and of newest articles.
pub(crate) const PER_BIN: NonZeroU32 = NonZeroU32::new(40).unwrap();
pub(crate) const NEWEST: NonZeroU32 = NonZeroU32::new(20_000).unwrap();
/// Texts in memory at a time.
const BATCH: usize = 500;

/// Draws a sample of `per_bin` pairs per bin from the newest articles, and stores it.
pub(crate) async fn draw(
    store: &Store,
    kind: PairKind,
    seed: i64,
    newest: NonZeroU32,
    per_bin: NonZeroU32,
    stop: &CancellationToken,
) -> anyhow::Result<()> {
    let articles = store.grouped_articles(newest.get().into()).await?;
    if articles.is_empty() {
        return Err(anyhow!("no articles have been grouped yet"))
            .advise("add some with `gleaner crawl` or `gleaner import` and `gleaner extract`, then run `gleaner aggregate`");
    }
    let mut fingerprints = match kind {
        PairKind::Copies => fingerprints(store, &articles, stop).await?,
        PairKind::Stories => HashMap::new(),
    };
    let count = articles.len();
    let per_bin = usize::try_from(per_bin.get())?;
    let work = move || {
        let articles: Vec<PairArticle> = articles.into_iter().map(pair_article).collect();
        match kind {
            PairKind::Copies => {
                let fingerprints = articles.iter().filter_map(|article| {
                    let fingerprint = fingerprints.remove(&article.id)?;
                    Some((article.id.as_str(), fingerprint))
                });
                copies(&articles, fingerprints.collect(), seed, per_bin)
            }
            PairKind::Stories => stories(&articles, seed, per_bin),
        }
    };
    let drawn = tokio::task::spawn_blocking(work)
        .await
        .context("the draw")?;
    if drawn.pairs.is_empty() {
        let none = match kind {
            PairKind::Copies => "no two have enough in common to be possible copies",
            PairKind::Stories => "no two are in the same language and from the same days",
        };
        return Err(anyhow!("of {count} articles {none}"))
            .advise("there is nothing to label until there are more articles: crawl or import some, then run `gleaner aggregate`");
    }
    let (bins, pairs) = stored(drawn)?;
    let sample = PairSample {
        kind,
        seed,
        version: aggregate::VERSION.to_owned(),
        articles: i64::try_from(count)?,
        bins,
        pairs,
    };
    Ok(store.save_pair_sample(&sample).await?)
}

fn pair_article(article: GroupedArticle) -> PairArticle {
    PairArticle {
        id: article.id,
        language: article.language,
        at: article.at,
        duplicate_of: article.duplicate_of,
        copy_score: article.copy_score,
        story_id: article.story_id,
        story_score: article.story_score,
        nearly_story: article.nearly_story,
        nearly_score: article.nearly_score,
    }
}

/// The sample as the database stores it.
fn stored(sample: StratifiedSample) -> anyhow::Result<(Vec<PairBin>, Vec<SampledPair>)> {
    let bins = sample.bins.into_iter().map(|bin| {
        Ok(PairBin {
            name: bin.name,
            pairs: i64::try_from(bin.pairs)?,
        })
    });
    let pairs = sample.pairs.into_iter().map(|(pair, bin)| {
        Ok(SampledPair {
            a: pair.a,
            b: pair.b,
            score: pair.score,
            bin: i16::try_from(bin)?,
        })
    });
    Ok((
        bins.collect::<anyhow::Result<_>>()?,
        pairs.collect::<anyhow::Result<_>>()?,
    ))
}

/// Fingerprints of the articles that are not copies and have enough text to be compared.
async fn fingerprints(
    store: &Store,
    articles: &[GroupedArticle],
    stop: &CancellationToken,
) -> anyhow::Result<HashMap<String, Fingerprint>> {
    let leaders = articles
        .iter()
        .filter(|article| article.duplicate_of.is_none());
    let keys: Vec<_> = leaders
        .map(|article| VersionKey {
            id: article.id.clone(),
            version: article.version,
        })
        .collect();
    let mut fingerprints = HashMap::with_capacity(keys.len());
    for batch in keys.chunks(BATCH) {
        if stop.is_cancelled() {
            return Err(anyhow!("stopped before the pairs were drawn"))
                .advise("run the command again; it starts from the beginning");
        }
        let texts = store.version_texts(batch).await?;
        let read = tokio::task::spawn_blocking(move || {
            let texts = texts
                .par_iter()
                .filter(|text| aggregate::word_count(&text.text) >= MIN_WORDS);
            texts.map(fingerprint_of).collect::<Vec<_>>()
        });
        fingerprints.extend(read.await.context("reading texts")?);
    }
    Ok(fingerprints)
}

fn fingerprint_of(text: &VersionText) -> (String, Fingerprint) {
    let title = text.title.as_deref().unwrap_or_default();
    (text.id.clone(), Fingerprint::of(title, &text.text))
}
