//! Removes lines between the paragraphs of an article that are not part of it: links to other articles, captions (identified by a
//! credit, a mark or a class), calls to subscribe, follow or share, notes on affiliate links and advertisements, and placeholders
//! of embedded content.
//!
//! Training data are inconsistent: some gold texts keep all of these lines, others none. Rules therefore decide.

use std::sync::LazyLock;

use foldhash::HashSet;
use html::{Tag, TextBlock, TextDocument};

use super::MAX_LABEL_WORDS;
use super::lead_ins::{DOT_ABOVE, after_lead_in, begins_title};
use crate::element_names::{is_in_caption, tag_of};
use crate::labels::title::MIN_TITLE_WORDS;
use crate::labels::{BlockRun, Filter, Label, Labels, Mode, content_words};
use crate::lexicon::{Beginnings, Hit, Phrases, continues_word};
use crate::metadata::is_caption;
use crate::word_count::{fair_words_of, split_words};
use text::words;

static CALLS: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::asides::CALLS));
static LINES: LazyLock<Phrases> = LazyLock::new(|| Phrases::new(words::asides::LINES));
static OPENINGS: LazyLock<Beginnings> =
    LazyLock::new(|| Beginnings::new(words::asides::OPENINGS.iter().copied()));

static WHOLE: LazyLock<HashSet<&str>> = LazyLock::new(|| {
    let lines = words::asides::WHOLE.iter().chain(words::pages::STEPS);
    lines.copied().collect()
});

/// Marks between the words of a label, in addition to whitespace and ASCII punctuation.
const LABEL_MARKS: [char; 16] = [
    '–', '—', '…', '·', '•', '’', '‘', '»', '«', '›', '‹', '↓', '▼', '：', '【', '】',
];
/// Elements whose text may be a single word: the header of a column, a term, code.
const NAMES_THINGS: [Tag; 5] = [Tag::Th, Tag::Td, Tag::Caption, Tag::Dt, Tag::Pre];
/// What controls of the size of a text show: `Text size: A- A A+`, in Latin, Greek and Cyrillic letters.
const SIZES: [&str; 3] = ["a", "α", "а"];
/// Marks of a template around the name of a value that no script has put in its place.
const PLACEHOLDERS: [(&str, &str); 3] = [("{{", "}}"), ("{%", "%}"), ("<%", "%>")];
/// Marks that open a quotation.
const QUOTES: [char; 13] = [
    '"', '“', '„', '«', '»', '‹', '›', '‘', '‚', '\'', '「', '『', '—',
];

/// Maximum words of such a line.
const MAX_WORDS: u32 = 60;
/// Probability from which a block belongs to the article and is not tested. Nearly all paragraphs reach it.
const CERTAIN: f32 = 0.985;
/// Minimum link density of a line that links to another article.
const MIN_LINK_DENSITY: f32 = 0.5;
/// Minimum link density of a title in a list of other articles.
const MIN_TITLE_LINK_DENSITY: f32 = 0.9;
/// Minimum ratio of content words to words left out: a page of captions keeps them.
const MIN_CONTENT_RATIO: u32 = 2;

/// Step that removes links to other articles, captions, calls and notes.
pub(crate) const LEAVE_OUT: Filter = Filter {
    name: "drop asides",
    apply: leave_out,
};

/// The kind of a line between paragraphs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aside {
    /// A caption, a link to another article, a call, or a note on the page.
    Whole,
    /// An introduction with the first of the links to other articles: `Most read`, a line break, and a title.
    List,
    /// An introduction to links to other articles: `Read more:`.
    Label,
}

fn leave_out(document: &TextDocument, labels: &mut Labels) {
    if labels.mode == Mode::Recall {
        return;
    }
    let words = content_words(&labels.runs);
    let found = asides(document, labels);
    let left_out: u32 = found.iter().map(|at| labels.runs[*at].words).sum();
    if left_out.saturating_mul(MIN_CONTENT_RATIO) > words {
        return;
    }
    for at in found {
        labels.runs[at].label = Label::Boilerplate;
    }
}

/// The runs of content that are asides.
fn asides(document: &TextDocument, labels: &Labels) -> Vec<usize> {
    let runs = &labels.runs;
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(run) = runs.get(at) {
        let probability = labels.probabilities.get(run.first as usize);
        let is_content = run.is_content() && probability.is_none_or(|has| *has < CERTAIN);
        let kind = is_content.then(|| kind(document, run.first as usize));
        match kind.flatten() {
            Some(Aside::Whole) => found.push(at),
            Some(Aside::List) => {
                let element = |run: &BlockRun| document.blocks[run.first as usize].element;
                let titles = runs[at + 1..]
                    .iter()
                    .take_while(|next| is_title(next) && element(next) == element(run));
                let end = at + 1 + titles.count();
                found.extend(at..end);
                at = end;
                continue;
            }
            Some(Aside::Label) => {
                let titles = runs[at + 1..].iter().take_while(|run| is_title(run));
                let end = at + 1 + titles.count();
                let next = runs.get(end);
                if end > at + 1 || next.is_none_or(|next| !next.is_content()) {
                    found.extend(at..end);
                    at = end;
                    continue;
                }
            }
            None => {}
        }
        at += 1;
    }
    found
}

/// Whether a run is content and entirely a link, like the titles in a list of other articles.
fn is_title(run: &BlockRun) -> bool {
    run.is_content() && run.words <= MAX_WORDS && run.link_density() >= MIN_TITLE_LINK_DENSITY
}

/// Whether a block is a caption, a link to another article, a call, or a note on the page.
pub(crate) fn is_aside(document: &TextDocument, block: usize) -> bool {
    matches!(kind(document, block), Some(Aside::Whole | Aside::List))
}

fn kind(document: &TextDocument, at: usize) -> Option<Aside> {
    let block = document.blocks.get(at)?;
    if block.words > MAX_WORDS {
        return None;
    }
    let text = document.text_of(block);
    if is_title_in_capitals(document, block, text)
        || is_caption(text)
        || is_in_caption(document, block.element)
        || is_note(document, block)
        || is_row_of_links(block, text)
        || is_control(document, block, text)
        || is_place_in_pages(block, text)
        || is_placeholder(document, block, text)
    {
        return Some(Aside::Whole);
    }
    // words also end where inline elements meet
    let lines = document.lines_of(block).replace('\n', " ");
    let rest = after_lead_in(&lines)?;
    if is_empty(rest) {
        Some(Aside::Label)
    } else {
        let is_linked = block.link_density() >= MIN_LINK_DENSITY || is_link(block, rest);
        (is_linked && begins_title(rest)).then_some(Aside::List)
    }
}

/// Whether the rest of a block is a link, though the words before it are as many. A mark before the link is a word of the rest, and where
/// no blank is before it, its first word is not counted as linked.
fn is_link(block: &TextBlock, rest: &str) -> bool {
    let words = split_words(rest).count();
    block.links > 0 && words <= block.link_words as usize + 1
}

/// Whether only punctuation and whitespace are left.
fn is_empty(rest: &str) -> bool {
    rest.chars().all(|c| !c.is_alphanumeric())
}

/// Whether a block consists of links with marks between or around them: `Home | Next page`, `bees · Aldmoor valley`, `[Top] [Next]`.
fn is_row_of_links(block: &TextBlock, text: &str) -> bool {
    let parts = text.split(['|', '·', '•', '»', '«', '[', ']']);
    let parts = parts.filter(|part| !is_empty(part)).count();
    block.links > 1 && block.link_words == block.words && parts >= usize::from(block.links)
}

/// Whether a block is a call to the reader or a note on the page, and not a quotation. Words also end where inline elements meet.
pub(super) fn is_note(document: &TextDocument, block: &TextBlock) -> bool {
    if document.text_of(block).starts_with(QUOTES) {
        return false;
    }
    let text = document.lines_of(block).to_lowercase().replace('\n', " ");
    let inner = text.trim_start_matches(|c: char| !c.is_alphanumeric());
    let opens = |opening: &&str| {
        let rest = inner.strip_prefix(*opening);
        // a date is after `Imprimé le `
        let is_before_date = opening.ends_with(' ');
        rest.is_some_and(|rest| !is_before_date || rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    contains_phrase(&text, &CALLS)
        || OPENINGS.like(inner).iter().any(opens)
        || fair_words_of(document, block) <= MAX_LABEL_WORDS && contains_phrase(&text, &LINES)
}

/// Whether a block is only the label of an advertisement or of a control. Headings are excluded, since in documentation they have
/// the same words.
fn is_control(document: &TextDocument, block: &TextBlock, text: &str) -> bool {
    let tag = tag_of(document, block.element);
    let is_long = fair_words_of(document, block) > MAX_LABEL_WORDS;
    if is_long || tag.is_heading() || NAMES_THINGS.contains(&tag) {
        return false;
    }
    let is_label = |words: &[String]| {
        let size = words
            .iter()
            .rposition(|word| !SIZES.contains(&word.as_str()));
        let without_size = &words[..size.map_or(0, |last| last + 1)];
        WHOLE.contains(words.join(" ").as_str()) || WHOLE.contains(without_size.join(" ").as_str())
    };
    if is_label(&label_words(without_count(text))) {
        return true;
    }
    let parts = parts_of(document, block, text).map(|part| label_words(without_count(part)));
    let mut parts: Vec<Vec<String>> = parts.collect();
    // the place in a series: 2 / 9
    parts.retain(|words| !words.iter().all(|word| is_number(word)));
    !parts.is_empty() && parts.iter().all(|words| is_label(words))
}

/// The parts of a block between its line breaks and where one inline element ends and the next begins.
fn parts_of<'a>(
    document: &TextDocument,
    block: &TextBlock,
    text: &'a str,
) -> impl Iterator<Item = &'a str> {
    let mut ends: Vec<usize> = document.joints_of(block).collect();
    ends.extend(document.line_ends_of(block));
    ends.push(text.len());
    ends.sort_unstable();
    let mut start = 0;
    ends.into_iter().filter_map(move |end| {
        let part = text.get(start..end);
        start = end;
        part
    })
}

/// A label without the number in brackets after it: `Comments (12)`.
fn without_count(label: &str) -> &str {
    let inner = label.trim_end().strip_suffix(')');
    match inner.and_then(|inner| inner.rsplit_once('(')) {
        Some((before, count)) if is_number(count) => before,
        _ => label,
    }
}

/// The words of a label in lower case, without the marks between them.
fn label_words(text: &str) -> Vec<String> {
    let is_between =
        |c: char| c.is_whitespace() || c.is_ascii_punctuation() || LABEL_MARKS.contains(&c);
    let lower = text.to_lowercase().replace(DOT_ABOVE, "");
    let words = lower.split(is_between).filter(|word| !word.is_empty());
    words.map(str::to_owned).collect()
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a block only tells which of several pages this is, and links to the others: `Page 1 of 3 | Next`.
fn is_place_in_pages(block: &TextBlock, text: &str) -> bool {
    if block.words > MAX_LABEL_WORDS || !text.contains(|c: char| c.is_ascii_digit()) {
        return false;
    }
    let words = label_words(text);
    let mut words = words.iter().map(String::as_str).peekable();
    let is_page = words
        .next()
        .is_some_and(|word| words::pages::WORDS.contains(&word))
        && words.next().is_some_and(is_number);
    // "p. 34-36" is a reference
    let is_of_all = words
        .next_if(|word| words::pages::OF.contains(word))
        .is_some();
    let is_place =
        is_page && (is_of_all || text.contains('/')) && words.next().is_some_and(is_number);
    is_place && (words.next().is_none() || block.links > 0)
}

/// Whether a block is only the name of a value in a template.
fn is_placeholder(document: &TextDocument, block: &TextBlock, text: &str) -> bool {
    tag_of(document, block.element) != Tag::Pre
        && PLACEHOLDERS
            .iter()
            .any(|(start, end)| text.starts_with(*start) && text.ends_with(*end))
}

/// Whether a text contains one of the phrases as whole words.
fn contains_phrase(text: &str, phrases: &Phrases) -> bool {
    let is_whole = |hit: Hit| {
        let before = text[..hit.start].chars().next_back();
        let after = text[hit.end..].chars().next();
        !before.is_some_and(continues_word) && !after.is_some_and(continues_word)
    };
    // the first search is faster, and most texts have none
    phrases.are_in(text) && phrases.all_in(text).any(is_whole)
}

/// Whether a block is a link in capitals and not a heading: some newsrooms write the titles of other articles in capitals.
fn is_title_in_capitals(document: &TextDocument, block: &TextBlock, text: &str) -> bool {
    let tag = tag_of(document, block.element);
    block.words >= MIN_TITLE_WORDS
        && block.link_words == block.words
        && !tag.is_heading()
        && text.chars().any(char::is_uppercase)
        && !text.chars().any(char::is_lowercase)
}

#[cfg(test)]
mod tests {
    use super::*;
    use html::parse;

    const PARAGRAPH: &str = "<p>The council decided on Friday to close the old bridge for two years, and the shopkeepers on the \
                             northern bank fear for their trade: they ask the regional government for help, and for a ferry.</p>";

    /// Number of blocks kept of a line between two paragraphs.
    fn kept_in(line: &str, mode: Mode) -> usize {
        let document = parse(&format!("{PARAGRAPH}{line}{PARAGRAPH}"));
        let mut labels = Labels::all_content(&document);
        labels.mode = mode;
        leave_out(&document, &mut labels);
        labels.content_blocks().count() - 2
    }

    #[test]
    fn lines_of_the_source_are_left_out() {
        for (line, kept) in [
            ("<p>（原标题：老桥关闭两年）</p>", 0),
            ("<p>原题为《老桥关闭两年》</p>", 0),
            ("<p>End Quote Jane Doe, mayor</p>", 0),
            (
                "<p><a href=#below>Continue reading the main story</a></p>",
                0,
            ),
            ("<h2>Share</h2>", 1),
        ] {
            assert_eq!(kept_in(line, Mode::Balanced), kept, "{line}");
        }
    }

    #[test]
    fn lines_that_are_not_the_articles_own_are_left_out() {
        for line in [
            "<p>Read more: <a href=/x>Ferry to start in May</a></p>",
            "<p><a href=/x>RELATED | Ferry to start in May</a></p>",
            "<p>Lesen Sie auch: <a href=/x>Fähre ab Mai</a></p>",
            "<p>À lire aussi <a href=/x>Un bac dès le mois de mai</a></p>",
            "<p>Lire aussi sur example.org » <a href=/x>un bac dès mai</a></p>",
            "<blockquote>PUEDES VER: <a href=/x>¿Qué pasa con el puente?</a></blockquote>",
            "<p>相关阅读：<a href=/x>新的轮渡五月开通</a></p>",
            "<h3>Auch interessant:</h3><ul><li><a href=/x>Fähre ab Mai</a><li><a href=/y>Der Rat tagt</a></ul>",
            "<p><a href=/x>FERRY ACROSS THE RIVER TO START IN MAY</a></p>",
            "<p>The old bridge in March (Image: Getty)</p>",
            "<p>The old bridge in March. Photo: Jane Doe</p>",
            "<p>The old bridge in March | © Jane Doe/City Archive</p>",
            "<p>The old bridge in March. (AP Photo/Jane Doe, File)</p>",
            "<p>Foto: Erika Muster</p>",
            "<p class=image-caption>The old bridge in March</p>",
            "<div class=bildunterschrift><p>Die alte Brücke im März</p></div>",
            "<p>Фото: Иван Иванов</p>",
            "<p>Подписывайтесь на наш канал!</p>",
            "<p>Abonnez-vous à notre newsletter !</p>",
            "<p>Jane Doe/Getty Images</p>",
            "<p>Sign up for our newsletter and read it every morning.</p>",
            "<p>Folgen Sie uns auf Mastodon!</p>",
            "<p>The old bridge in March (file photo)</p>",
            "<p>Der Rat (v. l.): Jane Doe und Erika Muster vor der Brücke.</p>",
            "<p>This post may contain affiliate links.</p>",
            "<p>Externer Inhalt nicht verfügbar</p>",
            "<p>3 Min. Lesezeit | Lesezeit: 3 Minuten</p>",
            "<p>Mit dem Laden des Videos akzeptieren Sie die Datenschutzerklärung des Anbieters.</p>",
            "<p>- Anzeige -</p>",
            "<div>ADVERTISEMENT – CONTINUE READING BELOW</div>",
            "<p>La suite après cette publicité</p>",
            "<li>Share this article</li>",
            "<p>प्रिंट करें</p>",
            "<p>【広告】</p>",
            "<p>Baca juga: <a href=/x>Kapal feri mulai Mei</a></p>",
            "<p>Xem thêm: <a href=/x>Phà mới từ tháng 5</a></p>",
            "<p>بیشتر بخوانید: <a href=/x>کشتی تازه از اردیبهشت</a></p>",
            "<p>อ่านเพิ่มเติม: <a href=/x>เรือข้ามฟากเริ่มเดือนพฤษภาคม</a></p>",
            "<p>SCROLL TO CONTINUE WITH CONTENT</p>",
            "<p>Printer-friendly version</p>",
            "<p><a href=/a>bees</a> · <a href=/b>Aldmoor valley</a> · <a href=/c>wild hives</a></p>",
            "<p>ⓒ 한빛일보, 무단전재 및 재배포 금지</p>",
            "<p>انتهای پیام/</p>",
            "<p>Nächste Seite</p>",
        ] {
            assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
        }
    }

    #[test]
    fn notices_and_controls_of_the_page_are_left_out() {
        for line in [
            "<p>Please turn off your ad blocker to read on.</p>",
            "<p>It looks like you’re using an ad blocker.</p>",
            "<p>Bitte deaktivieren Sie Ihren Adblocker.</p>",
            "<p>Desactiva tu bloqueador de anuncios para seguir.</p>",
            "<p>Ihre Stadt, jeden Tag in Ihrem Postfach</p>",
            "<div><span>Artikel anhören</span><span>Abspielen</span></div>",
            "<div><span>Écouter cet article</span><span>00:00 / 05:12</span></div>",
            "<p>Share your thoughts in the comments</p>",
            "<p>Was meinen Sie? Schreiben Sie uns Ihre Meinung in die Kommentare.</p>",
            "<p>Co o tym sądzisz? Zostaw komentarz</p>",
            "<p>あなたの意見をコメント欄で教えてください</p>",
            "<p>Reproduction of this article without permission is prohibited.</p>",
            "<p>При использовании материалов ссылка на сайт обязательна.</p>",
            "<p>Απαγορεύεται η αναδημοσίευση χωρίς άδεια.</p>",
            "<p>View gallery: 12 photos</p>",
            "<p>Bilderstrecke ansehen (12 Bilder)</p>",
            "<p>Galéria megnyitása (12 kép)</p>",
            "<p>写真を見る(全12枚)</p>",
            "<p>Tags: ferries, Saint Brannock, shipping</p>",
            "<p>Mots-clés : bibliothèques, gare, lecture</p>",
            "<p>关键词:桥梁,修缮,江湾</p>",
            "<p>Views: 1,284</p>",
            "<p>Просмотров: 1284</p>",
            "<p>阅读量:1284</p>",
            "<p>The post Ferry returns appeared first on The Harbour Courier.</p>",
            "<p>Der Beitrag Alte Mühle mahlt wieder erschien zuerst auf Talbacher Bote.</p>",
            "<p>Tipsa oss! Mejla tips@skargardsbladet.example.</p>",
            "<p>Stay up to date: follow us on Google News</p>",
            "<p>Listen to this story</p>",
            "<p>Hallgassa meg a cikket</p>",
            "<p>حجم الخط</p>",
            "<p>Questo articolo è stato tradotto automaticamente.</p>",
            "<p>Imprimer cette page</p>",
            "<p>Found a mistake? Tell us.</p>",
            "<p>Was this article helpful?</p>",
            "<p>Une erreur ? Signalez-la à la rédaction.</p>",
            "<p>Este texto no puede reproducirse sin permiso.</p>",
            "<p>Hãy theo dõi fanpage của chúng tôi.</p>",
            "<p>免责声明：本文仅代表作者个人观点，与本网站无关。</p>",
            "<p>Если вы заметите ошибку в тексте, выделите её и нажмите Ctrl+Enter</p>",
            "<p>[责任编辑：王小明]</p>",
            "<p>調整字體︰大中小</p>",
            "<p>Wybrane komentarze</p>",
            "<p>Vous avez aimé cet article ? Le journal ne vit que grâce aux dons.</p>",
            "<p>Topics:beesvalley</p>",
            "<p>{{ story.related }}</p>",
            "<h4>{% block more %}</h4>",
            "<div>&lt;%= article.rights %&gt;</div>",
            "<p>Page 2 of 5 | <a href=/3>Next page</a></p>",
            "<p>Seite 2 von 5</p>",
            "<p>Página 2 de 5 <a href=/3>Siguiente</a></p>",
            "<div><span>Nächstes Bild</span><span>Vorheriges Bild</span><span>3 / 12</span></div>",
            "<div><span>Immagine precedente</span><span>2/8</span><span>Schermo intero</span></div>",
            "<p>Autoplay</p>",
            "<li>Rozmiar czcionki A- A+</li>",
            "<li>Text size: A A A</li>",
            "<div><b>Taille du texte : a A</b><i>Imprimer</i></div>",
            "<p>Ihr Kommentar wurde abgeschickt und wird geprüft.</p>",
            "<div>Votre commentaire a été envoyé.</div>",
            "<p>Spróbuj ponownie później.</p>",
            "<p>If you buy through these links, we may earn an affiliate commission.</p>",
            "<p>Si compras con estos enlaces, podemos recibir una comisión.</p>",
            "<p>Als je via deze links koopt, ontvangen wij een commissie.</p>",
            "<p>Článek pokračuje po reklamě</p>",
            "<div>El texto continúa después del anuncio</div>",
            "<p>Haberin devamı reklamın altında</p>",
            "<p>Ausgedruckt am 3.5.2024</p>",
            "<p>Imprimé le 3 mai 2024</p>",
            "<p>Adresa článku: https://example.org/most</p>",
            "<table><tr><td>Mest lest: <a href=/x>Ferja går igjen fra kaia</a><br><br><a href=/y>Ny bro åpner</a></table>",
            "<div>Lire aussi : <a href=/x>Un bac dès le mois de mai</a><br><br><a href=/y>La halle rouvre</a></div>",
            "<li>Leggi anche: <a href=/x>Il traghetto torna a maggio</a><br><br><a href=/y>Il mercato riapre</a></li>",
        ] {
            assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
        }
    }

    #[test]
    fn sentences_and_headings_of_the_article_stay() {
        for line in [
            "<p>Read more about <a href=/x>the plan of the council</a>.</p>",
            "<p>More than a hundred people came to the <a href=/x>meeting</a>.</p>",
            "<h3>Related costs</h3>",
            "<h2>See also</h2>",
            "<h2><a href=/x>THE COUNCIL HAS DECIDED: A FERRY</a></h2>",
            "<p>The photo shows the old bridge in March.</p>",
            "<p>The mayor declined to comment. (dpa/lby)</p>",
            "<p>The mayor declined to comment. (Reuters)</p>",
            "<p>Der Bürgermeister äußert sich nicht. (APA/dpa, 1.11.2015)</p>",
            "<p>The old bridge is closed to all (Photo ID required)</p>",
            "<p>BILD: Warum ist die Brücke zu?</p>",
            "<p>Source: the council, which has no money for it.</p>",
            "<p>Un homme assassine au couteau le gardien du pont.</p>",
            "<p>Der Rat dankt allen, die mit ihrer Spende geholfen haben.</p>",
            "<p>»Folgen Sie uns auf Mastodon«, sagte der Bürgermeister.</p>",
            "<p>وقال المتحدث عبر البريد الإلكتروني إن الجسر مغلق.</p>",
            "<p>The mayor declined to comment on the cracks (c) to Reuters.</p>",
            "<p>The newsletter of the council names no date.</p>",
            "<p>The council keeps its records (archives) in the town hall.</p>",
            "<p>»Kritik (von links) stört mich nicht«, sagte er dem Abgeordneten aus Moorlingen am Freitag nach der Sitzung.</p>",
            "<p>Lesezeit: 3 Minuten. Moorlingen – Der Rat hat am Freitag nach langer Debatte beschlossen, die alte Brücke zu schließen.</p>",
            "<p>Influencer verdienen mit Affiliate-Links viel Geld.</p>",
            "<p>Every third reader is using an ad blocker, the publishers say.</p>",
            "<p>Die Rentnerin fand täglich in ihrem Postfach drei Briefe eines Anwalts, den sie nicht kannte.</p>",
            "<p>Le facteur a déposé la lettre dans votre boîte mail, dit le maire.</p>",
            "<p>The story continues below the surface of the river, where the divers work.</p>",
            "<pre>services: db: image: example:18 ports: 5432</pre>",
            "<h3>Comments</h3>",
            "<pre>print</pre>",
            "<dl><dt>Share</dl>",
            "<p>Share prices fell.</p>",
            "<p>Der Rat erstattet Anzeige.</p>",
            "<p>She left a comment on the plan, and the mayor replied within the hour.</p>",
            "<p>Haben Sie Hinweise? Die Polizei bittet Zeugen, sich zu melden.</p>",
            "<p>有网友在评论区留言称老桥很美。</p>",
            "<p>네티즌은 응원한다고 댓글로 남겨 화제가 됐다.</p>",
            "<p>The council forbids the reproduction of its seal.</p>",
            "<p>Der Nachdruck des Romans war nach einer Woche vergriffen.</p>",
            "<p>The gallery shows twelve photos of the bridge.</p>",
            "<p>The views from the bridge are famous: hills, river and town.</p>",
            "<p>El museo tuvo mil visitas el domingo.</p>",
            "<p>The ferry first appeared in the harbour in May.</p>",
            "<p>He found a mistake in the plan, and the mayor thanked him.</p>",
            "<p>Die Spende half dem Verein durch den Winter.</p>",
            "<p>Автор заметил ошибку и исправил её на следующий день.</p>",
            "<p>Listen to the river, the old man said.</p>",
            "<pre>{{ page.title }}</pre>",
            "<p>The tag {{ title }} stands for the headline.</p>",
            "<p>Page 2 of 5 was missing.</p>",
            "<p>Le livre est imprimé le matin et vendu le soir.</p>",
            "<p>Imprimé le soir, le journal est lu le matin.</p>",
            "<p>Ausgedruckt am Schalter kostet die Karte zwei Euro.</p>",
            "<p>S. 12–15</p>",
            "<p>p. 34-36</p>",
            "<p>Artists may earn commission on each print.</p>",
            "<p>Osa laskuista tulee suoraan sähköpostiin.</p>",
            "<div><b>Share</b><i>of the market</i></div>",
        ] {
            assert_eq!(kept_in(line, Mode::Balanced), 1, "{line}");
        }
    }

    #[test]
    fn calls_and_notes_in_many_languages_are_left_out() {
        for line in [
            // a newsletter that promises how often it comes
            "<p>Our best reports in your inbox every Friday</p>",
            "<p>Vše podstatné každé ráno do vašeho e-mailu</p>",
            "<div>أخبار النهر كل صباح على بريدك الإلكتروني</div>",
            // channels of messengers
            "<p>Pratite i naš WhatsApp kanal.</p>",
            "<div>Новините първо през нашия Viber канал</div>",
            "<p>খবর পেতে আমাদের টেলিগ্রাম চ্যানেল দেখুন।</p>",
            // support of the newsroom
            "<p>Soutenez la presse indépendante.</p>",
            "<p>Atbalsti neatkarīgu žurnālistiku!</p>",
            "<li>Подкрепете независимата журналистика</li>",
            // a player without scripts
            "<p>Увімкніть JavaScript у браузері</p>",
            "<div>Habilita JavaScript en tu navegador.</div>",
            "<p>JavaScriptを有効にしてください</p>",
            // the origin of a copy
            "<p>(Published from a syndicated feed.)</p>",
            "<p>यह खबर सिंडीकेट फीड से ली गई है।</p>",
            "<p>Original-Content von: Talbacher Bote, übermittelt durch news aktuell</p>",
            // what a machine made of the text
            "<p>This summary was created with AI and read by an editor.</p>",
            "<div>Diese Audioversion wurde künstlich erzeugt.</div>",
            "<p>この要約はAIが作成しました。</p>",
            // signing in, the source that a search prefers, and the time to read
            "<div>Connectez-vous pour commenter.</div>",
            "<p>Bizi Google'da tercih edilen kaynak olarak ekleyin</p>",
            "<li>مدة القراءة: 4 دقائق</li>",
            // labels and links to other articles
            "<div>- বিজ্ঞাপন -</div>",
            "<p>விளம்பரம்</p>",
            "<li>გაზიარება</li>",
            "<p>আরও পড়ুন: <a href=/x>মে মাসে ফেরি চলবে</a></p>",
            "<p>یہ بھی پڑھیں: <a href=/x>مئی میں کشتی چلے گی</a></p>",
            "<div>Чытайце таксама: <a href=/x>Паром вяртаецца ў траўні</a></div>",
        ] {
            assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
        }
    }

    #[test]
    fn labels_end_where_elements_meet_and_at_a_count() {
        for line in [
            "<div><span>Lire aussi</span><a href=/x>Un bac dès le mois de mai</a></div>",
            "<p><b>Lue myös</b><a href=/x>Lautta palaa toukokuussa takaisin joelle</a></p>",
            "<li><em>Čtěte také</em><a href=/x>Přívoz se vrací na řeku v květnu</a></li>",
            "<p>You may also be interested in: <a href=/x>Ferry returns</a></p>",
            "<p>Das könnte Sie auch interessieren: <a href=/x>Fähre ab Mai</a></p>",
            "<div><span>함께 보면 좋은 기사</span><a href=/x>나루터 배편 다시 운항</a></div>",
            "<div><span>Dalintis</span><span>Komentarai (12)</span></div>",
            "<p>Comments (3)</p>",
            "<li>コメント (5)</li>",
            "<p>[<a href=/>Start page</a>] [<a href=#top>Top</a>]</p>",
            "<div>[<a href=/p>Tisk</a>] [<a href=/z>Domů</a>] [<a href=/s>Sdílet</a>]</div>",
            "<table><tr><td>[<a href=/b>Назад</a>] [<a href=#a>Вверх</a>]</td></tr></table>",
        ] {
            assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
        }
    }

    #[test]
    fn labels_without_blanks_may_have_many_letters() {
        for line in [
            "<p>ข่าวที่เกี่ยวข้อง</p><ul><li><a href=/x>เรือข้ามฟากกลับมาแล้ว</a></ul>",
            "<li>ขนาดตัวอักษร</li>",
        ] {
            assert_eq!(kept_in(line, Mode::Balanced), 0, "{line}");
        }
    }

    #[test]
    fn sentences_with_words_of_calls_stay() {
        for line in [
            "<p>She had checked her inbox every morning since May.</p>",
            "<p>The WhatsApp channel of the council has few readers.</p>",
            "<p>Der Verein unterstützt die Arbeit der Retter mit einer Spende.</p>",
            "<p>[1] The council, minutes of <a href=/x>May</a>.</p>",
            "<p>You may also be interested in the work of <a href=/x>Jane Doe</a>.</p>",
            "<p>Shares (12)</p>",
            "<p>The summary was created with the help of three historians.</p>",
            "<p>Der Rat will das Audio seiner Sitzung veröffentlichen.</p>",
            "<p>Vous recevez chaque matin dix lettres du même notaire.</p>",
            "<p>La fundación apoya el periodismo de las islas.</p>",
            "<p><b>Related</b><i>ness</i> is hard to prove.</p>",
        ] {
            assert_eq!(kept_in(line, Mode::Balanced), 1, "{line}");
        }
    }

    #[test]
    fn recall_mode_keeps_asides() {
        assert_eq!(kept_in("<p>Photo: Jane Doe</p>", Mode::Recall), 1);
    }

    #[test]
    fn a_page_of_captions_keeps_them() {
        let caption = "<p>The old bridge in March. Photo: Jane Doe</p>";
        let document = parse(&format!("<p>Nine pictures.</p>{}", caption.repeat(9)));
        let mut labels = Labels::all_content(&document);
        leave_out(&document, &mut labels);
        assert_eq!(labels.content_blocks().count(), 10);
    }
}
