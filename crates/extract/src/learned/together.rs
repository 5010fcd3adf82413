//! Short blocks that belong to the text beside them, whatever their own probability.
//!
//! A cell of two words, a term, a line of code and a heading look like boilerplate by themselves. All cells of a data table with
//! enough content are content; with less, none of its short cells is. So are all items of a list that is mostly content without links,
//! or that follows a paragraph of the text in its element, unless they are too unlikely; of links, if that paragraph announces them and
//! they are short. And so are, unless too unlikely, a heading, a term, a `<summary>` or a question on a button before content, a sentence
//! amid the bare text of an element, and code inside the text. `docs/decisions/0041-what-belongs-together.md` has the reasons.

use std::collections::HashMap;
use std::ops::Range;

use crate::labels::{BlockRun, Filter, Label, Labels, Mode};
use crate::learned::features::count;
use crate::learned::lead_ins::after_lead_in;
use crate::learned::{LEVELS, MIN_PROBABILITY};
use crate::structure::tables_around;
use html::{Element, Span, Tag, TextDocument};
use text::ends_sentence;

/// Step that keeps blocks that belong to the content beside them. It does nothing with `--precision`.
pub(crate) const KEEP: Filter = Filter::new("keep with neighbours", keep);

fn keep(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Precision {
        return;
    }
    keep_tables(document, &mut labels.runs);
    keep_lists(document, labels);
    let first = labels.runs.iter().position(BlockRun::is_content);
    let last = labels.runs.iter().rposition(BlockRun::is_content);
    let (Some(first), Some(last)) = (first, last) else {
        return;
    };
    // from the end, so that a heading before a heading is kept too
    for at in (first..last).rev() {
        let [run, next] = [labels.runs[at], labels.runs[at + 1]];
        if run.is_content() {
            continue;
        }
        let probability = labels.probabilities.get(run.first as usize);
        let is_likely = probability.is_some_and(|p| *p >= MIN_PROBABILITY);
        let is_kept = match kind(document, run) {
            Some(Kind::Code) => is_likely,
            Some(Kind::Heading) => is_likely && run.link_words == 0 && next.is_content(),
            None => is_likely && is_amid_text(document, labels, at),
        };
        if is_kept {
            labels.runs[at].label = Label::Content;
        }
    }
}

/// Whether a block is a sentence in an element amid the bare text of another, between content: `Who pays? <div>The town.</div> It is rich.`
fn is_amid_text(document: &TextDocument, labels: &Labels, at: usize) -> bool {
    let before = at.checked_sub(1).and_then(|before| labels.runs.get(before));
    let beside = [before, labels.runs.get(at + 1)];
    let own = &document.blocks[labels.runs[at].first as usize];
    let around = document.elements[own.element as usize].parent;
    let is_bare = |run: &BlockRun| {
        let block = &document.blocks[run.first as usize];
        block.link_words == 0 && Some(block.element) == around
    };
    own.link_words == 0
        && ends_sentence(document.text_of(own))
        && beside
            .iter()
            .all(|run| run.is_some_and(BlockRun::is_content))
        && beside.into_iter().flatten().any(is_bare)
}

/// The kind of a block by the elements around it. A term, the question of a `<summary>` and one on a button are headings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    Heading,
    Code,
}

fn kind(document: &TextDocument, run: BlockRun) -> Option<Kind> {
    let block = document.blocks.get(run.first as usize)?;
    let mut around = document.ancestors(block.element).take(LEVELS);
    around.find_map(|element| match element.tag {
        Tag::Pre => Some(Kind::Code),
        Tag::Dt | Tag::Summary | Tag::Button => Some(Kind::Heading),
        tag if tag.is_heading() && tag != Tag::H1 => Some(Kind::Heading),
        _ => None,
    })
}

/// Keeps all cells of the data tables that have enough content, and none of the others.
fn keep_tables(document: &TextDocument, runs: &mut [BlockRun]) {
    let around = tables_around(document);
    if around.is_empty() {
        return;
    }
    let table_of = |run: &BlockRun| {
        let block = document.blocks.get(run.first as usize)?;
        around[block.element as usize]
    };
    let tables: Vec<Option<u32>> = runs.iter().map(table_of).collect();
    let mut words: HashMap<u32, TableWords> = HashMap::new();
    for (run, table) in std::iter::zip(&*runs, &tables) {
        if let Some(table) = table {
            let words = words.entry(*table).or_default();
            let cell = count(run.words as usize + 1); // a dash counts too
            words.all += cell;
            words.content += if run.is_content() { cell } else { 0.0 };
            words.links += count(run.link_words as usize);
        }
    }
    for (run, table) in std::iter::zip(runs, tables) {
        let words = table.and_then(|table| words.get(&table));
        match words {
            Some(words) if words.are_kept() => run.label = Label::Content,
            // a single cell says nothing without the others
            // longer ones are paragraphs in a layout table
            Some(words) if words.are_few() && run.words <= 12 => {
                run.label = Label::Boilerplate;
            }
            _ => {}
        }
    }
}

/// Keeps all items of each list that is mostly content, or that follows content in its element.
fn keep_lists(document: &TextDocument, labels: &mut Labels) {
    let list_of = |run: &BlockRun| outer_list(document, *run).map(|list| list.source);
    let (mut start, mut last_content) = (0, None);
    while start < labels.runs.len() {
        let list = list_of(&labels.runs[start]);
        let same = labels.runs[start..].iter().map(list_of);
        let end = start + same.take_while(|other| *other == list).count();
        if list.is_some() && is_list_of_text(document, labels, start..end, last_content) {
            for run in &mut labels.runs[start..end] {
                run.label = Label::Content;
            }
        }
        let content = labels.runs[start..end].iter().rfind(|run| run.is_content());
        last_content = content.copied().or(last_content);
        start = end;
    }
}

/// Whether a list belongs to the text; `before` is the last content before it.
fn is_list_of_text(
    document: &TextDocument,
    labels: &Labels,
    list: Range<usize>,
    before: Option<BlockRun>,
) -> bool {
    let runs = &labels.runs[list];
    let (mut all, mut content, mut unlinked, mut likely) = (0.0, 0.0, 0.0, 0.0);
    for run in runs {
        let words = count(run.words as usize);
        let probability = labels.probabilities.get(run.first as usize);
        all += words;
        if run.is_content() {
            content += words;
            unlinked += count(run.words.saturating_sub(run.link_words) as usize);
        }
        likely += words * probability.copied().unwrap_or_default();
    }
    let follows_text = || {
        let text = document.blocks.get(before?.first as usize)?;
        let around = document.elements.get(text.element as usize)?.parent?;
        let list = outer_list(document, *runs.first()?)?;
        Some(list.parent == Some(around))
    };
    let is_announced = || {
        let text = before.and_then(|before| document.blocks.get(before.first as usize));
        let text = text.map(|text| document.text_of(text)).unwrap_or_default();
        text.ends_with([':', '：'])
            && after_lead_in(text).is_none()
            // titles of other articles are longer
            && runs.iter().all(|run| run.words <= 6)
    };
    let has_links = runs.iter().any(|run| run.link_words > 0);
    // a list of comments or of other articles has several blocks in an item
    let items = runs.iter().map(|run| item_of(document, *run));
    let items: Option<Vec<Span>> = items.collect();
    let is_plain = items
        .is_some_and(|items| items.len() > 1 && items.windows(2).all(|pair| pair[0] != pair[1]));
    let is_mostly_content = if has_links {
        2.0 * unlinked >= all
    } else {
        2.0 * content >= all
    };
    let belongs_to_text = || {
        likely >= MIN_PROBABILITY * all
            && follows_text() == Some(true)
            && (!has_links || is_announced())
    };
    is_plain && content < all && (is_mostly_content || belongs_to_text())
}

/// The outermost list around a block.
fn outer_list(document: &TextDocument, run: BlockRun) -> Option<&Element> {
    let block = document.blocks.get(run.first as usize)?;
    let around = document.ancestors(block.element).take(LEVELS);
    let is_list = |element: &&Element| matches!(element.tag, Tag::Ul | Tag::Ol | Tag::Dl);
    around.filter(is_list).last()
}

/// The source of the item of a list around a block.
fn item_of(document: &TextDocument, run: BlockRun) -> Option<Span> {
    let block = document.blocks.get(run.first as usize)?;
    let mut around = document.ancestors(block.element).take(LEVELS);
    let item = around.find(|element| matches!(element.tag, Tag::Li | Tag::Dt | Tag::Dd))?;
    Some(item.source)
}

/// Word counts of a table.
#[derive(Debug, Clone, Copy, Default)]
struct TableWords {
    all: f32,
    content: f32,
    links: f32,
}

impl TableWords {
    fn are_few(&self) -> bool {
        self.content < 0.2 * self.all
    }

    fn are_kept(&self) -> bool {
        !self.are_few() && self.links <= 0.5 * self.all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    /// The texts that are kept if those with a leading `+` were content, with a comma between them.
    fn kept(page: &str, mode: Mode) -> String {
        let document = parse(page);
        let mut labels = Labels::new(&document);
        labels.mode = mode;
        let texts = document.blocks.iter().map(|block| document.text_of(block));
        for (run, text) in std::iter::zip(&mut labels.runs, texts.clone()) {
            run.label = Label::content_if(text.starts_with('+'));
        }
        labels.probabilities = texts
            .map(|text| if text.contains('?') { 0.1 } else { 0.3 })
            .collect();
        keep(&document, &mut labels);
        let blocks = labels.content_blocks();
        let texts = blocks.map(|block| document.text_of(&document.blocks[block]));
        texts.collect::<Vec<_>>().join(", ")
    }

    fn number_kept(page: &str) -> usize {
        kept(page, Mode::Balanced).split(", ").count()
    }

    #[test]
    fn headings_stay_with_their_text_and_code_between_paragraphs() {
        let page =
            "<h2>Before<p>+ a<h2>One<h3>Two<p>+ b<h2>Three?<p>+ c<h2><a href=/>Four</a></h2><p>+ d
            <pre>let x;</pre><p>no<h2>Five<p>no<pre>y?</pre><p>+ e<pre>z</pre>";
        let kept = kept(page, Mode::Balanced);
        assert_eq!(kept, "+ a, One, Two, + b, + c, + d, let x;, + e");
    }

    #[test]
    fn terms_and_summaries_stay_with_what_they_are_about() {
        for page in [
            "<p>+ a<dl><dt>one<dt>two<dd>+ b<dt>three?<dd>no?<dt>four? x x x</dl><p>+ c",
            "<p>+ a<details><summary>one</summary><h4>two</h4><p>+ b</details><details><summary>drei?</summary><p>nein</details><p>+ c",
            "<p>+ a<dl><dt>one</dt></dl><details open><summary><b>two</b></summary>+ b</details><p>+ c",
        ] {
            let kept = kept(page, Mode::Balanced);
            assert_eq!(kept, "+ a, one, two, + b, + c", "{page}");
        }
    }

    #[test]
    fn a_sentence_amid_bare_text_stays() {
        for page in [
            "<p>+ a<div>+ b<div>Drei.</div>+ c</div><p>+ d",
            "<p>+ a<div><h3>+ b</h3>+ c<section>三。</section></div><p>+ d",
            "<p>+ a<li>+ b<p>Three!</p>+ c</li><p>+ d",
        ] {
            assert_eq!(number_kept(page), 5, "{page}");
        }
        for other in [
            "<p>+ a<div>+ b<div>three</div>+ c</div><p>+ d",
            "<p>+ a<div>+ b<div>x? Three.</div>+ c</div><p>+ d",
            "<p>+ a<div>+ b<div><a href=/>Three.</a></div>+ c</div><p>+ d",
            "<p>+ a<p>+ b<div><p>Three.</p></div><p>+ c<p>+ d",
        ] {
            assert_eq!(number_kept(other), 4, "{other}");
        }
    }

    #[test]
    fn linked_items_stay_in_a_list_of_the_text_or_if_it_announces_them() {
        for page in [
            "<div><p>+ a<ul><li>+ b<li><p>+ c</p><li><a href=/>four</a></ul><p>+ d</div>",
            "<div><p>+ These are open:<ol><li><a href=/x>North gate</a><li><a href=/y>Tower</a></ol><p>+ d</div>",
            "<div><p>+ 开放的有：</p><ul><li><a href=/x>北门</a><li>塔</ul><p>+ d</div>",
        ] {
            let all = parse(page).blocks.len();
            assert_eq!(number_kept(page), all, "{page}");
        }
        for list in [
            "<div><p>+ Read also:<ul><li><a href=/x>North gate</a><li><a href=/y>Tower</a></ul><p>+ d</div>",
            "<div><p>+ These are open.<ul><li><a href=/x>North gate</a><li><a href=/y>Tower</a></ul><p>+ d</div>",
            "<div><p>+ These are open:<ul><li><a href=/x>The north gate opens again at last in May</a><li><a href=/y>Tower</a></ul><p>+ d</div>",
        ] {
            assert_eq!(number_kept(list), 2, "{list}");
        }
    }

    #[test]
    fn a_list_of_the_text_stays_whole_and_another_does_not() {
        for list in [
            "<ul><li>one<li>two</ul>",
            "<dl><dt>one<dd>two</dl>",
            "<h3>Dates</h3><ol><li><p>one</p><li>two</ol>",
        ] {
            let page = format!("<div><p>+ a{list}</div><p>no");
            assert!(
                kept(&page, Mode::Balanced).ends_with(", one, two"),
                "{list}"
            );
        }
        let mostly = "<p>no<ul><li>+ a<li>+ b<li>c?</ul>";
        assert_eq!(kept(mostly, Mode::Balanced), "+ a, + b, c?");
        // in another element, too unlikely, of links, of one item, of several blocks in an item
        for other in [
            "</div><ul><li>one<li>two</ul>",
            "<ul><li>one?<li>two?</ul></div>",
            "<ul><li><a href=/>one</a><li>two</ul></div>",
            "<ul><li>one</ul></div>",
            "<ul><li><p>one<p>two</ul></div>",
        ] {
            let page = format!("<div><p>+ a{other}");
            assert_eq!(kept(&page, Mode::Balanced), "+ a", "{other}");
        }
    }

    #[test]
    fn a_data_table_stays_whole_and_a_layout_table_does_not() {
        let table = |cells: &str| format!("<p>+ a<table>{cells}</table><p>+ b");
        let rows = "<tr><td>x?<td>+ 1<tr><td>y?<td>+ 2";
        let balanced = kept(&table(rows), Mode::Balanced);
        assert_eq!(balanced, "+ a, x?, + 1, y?, + 2, + b");
        assert_eq!(kept(&table(rows), Mode::Precision), "+ a, + 1, + 2, + b");
        // one column, a table of which less than a fifth is content, and one of links
        assert_eq!(
            kept(&table("<tr><td>x?<tr><td>+ 1"), Mode::Balanced),
            "+ a, + 1, + b"
        );
        let mostly_not = "<tr><td>x? x x x<td>+ 1<tr><td>y? y y y<td>z? z z z";
        assert_eq!(kept(&table(mostly_not), Mode::Balanced), "+ a, + b");
        let links = "<tr><td>x?<td><a href=/>+ 1 1 1 1</a><tr><td>y?<td><a href=/>+ 2 2 2 2</a>";
        assert_eq!(
            kept(&table(links), Mode::Balanced),
            "+ a, + 1 1 1 1, + 2 2 2 2, + b"
        );
    }

    #[test]
    fn a_table_at_the_end_stays_whole_with_its_heading() {
        let page = "<p>+ a<h3>Results<table><tr><td>x?<td>+ 1<tr><td>y?<td>z?</table><p>no";
        assert_eq!(kept(page, Mode::Balanced), "+ a, Results, x?, + 1, y?, z?");
    }
}
