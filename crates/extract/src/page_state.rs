//! The text of an article in the state of a page: JSON from which a script builds it, as the frameworks Next, Nuxt and Fusion write it in
//! scripts, and Inertia and the components of Vue in attributes.
//!
//! It is read for pages that show hardly any text and do not say that it is paid for. What belongs to the article is what is near its
//! headline in the state, without what has a headline of its own.

use std::borrow::Cow;

use html::{TextDocument, fold};
use memchr::{memchr, memchr_iter, memmem};
use serde_json::{Map, Value};

use crate::word_count::{MIN_HEADLINE_WORDS, fair_words};

/// The beginnings of attributes whose value is JSON, with the mark that ends it.
static ATTRIBUTES: [(&str, u8); 3] = [("=\"{&quot;", b'"'), ("=\"{&#34;", b'"'), ("='{\"", b'\'')];
/// The keys of texts and their parts, and those of headlines.
const TEXT_KEYS: [&str; 10] = [
    "body",
    "children",
    "content",
    "data",
    "html",
    "nodes",
    "paragraph",
    "paragraphs",
    "text",
    "value",
];
const HEADLINE_KEYS: [&str; 3] = ["headline", "headlines", "title"];

/// The text as HTML; empty if there is none.
pub(crate) fn text(document: &TextDocument, html: &str) -> String {
    let metas = document.head.meta.iter();
    let claims = metas.filter(|meta| matches!(&*meta.name, "og:title" | "twitter:title"));
    let headlines: Vec<String> = claims
        .map(|meta| fold(&meta.content))
        .chain([document.title.clone()])
        .collect();
    let mut best = Best::default();
    // bytes of scripts that are still read
    let mut left: usize = 2 << 20;
    let scripts = document.head.scripts.iter().map(|script| script.of(html));
    let scripts = scripts.map(Cow::Borrowed);
    for script in scripts.chain(attributes(html)) {
        let Some(rest) = left.checked_sub(script.len()) else {
            break;
        };
        left = rest;
        for state in states(&script) {
            search(&state, &headlines, 0, &mut best);
        }
    }
    best.html
}

/// The values of attributes that are JSON.
fn attributes(html: &str) -> impl Iterator<Item = Cow<'_, str>> {
    ATTRIBUTES.iter().flat_map(move |(start, mark)| {
        memmem::find_iter(html.as_bytes(), *start).filter_map(move |at| {
            let value = html.get(at + 2..)?;
            let value = value.get(..memchr(*mark, value.as_bytes())?)?;
            (value.len() >= 500).then(|| htmlize::unescape(value))
        })
    })
}

/// The longest text that was found.
#[derive(Default)]
struct Best {
    words: usize,
    html: String,
}

/// The JSON in a script: all of it, or the values that it assigns.
fn states(script: &str) -> impl Iterator<Item = Value> {
    let mut end = 0;
    let starts = memchr_iter(b'{', script.as_bytes());
    let starts = starts.filter(|start| {
        let before = script[..*start].trim_end();
        before.is_empty() || before.ends_with('=')
    });
    // a script may have code as well
    let values = starts.take(32).map(move |start| {
        if start < end {
            return None;
        }
        let mut values = serde_json::Deserializer::from_str(&script[start..]).into_iter();
        let value = values.next()?.ok();
        end = start + values.byte_offset();
        value
    });
    values.flatten()
}

/// Searches a state for the text. `levels` tells how many levels below the object with the headline, at most four, it still belongs to
/// the article.
fn search(value: &Value, headlines: &[String], levels: usize, best: &mut Best) {
    let most = 4;
    match value {
        Value::Object(object) => {
            let levels = if has_headline(object, headlines) {
                most
            } else if levels < most && own_headlines(object).next().is_some() {
                0
            } else {
                levels
            };
            for (key, child) in object {
                if levels > 0 && TEXT_KEYS.iter().any(|text| names(key, text)) {
                    take(child, best);
                }
                search(child, headlines, levels.saturating_sub(1), best);
            }
        }
        Value::Array(parts) => {
            for part in parts {
                search(part, headlines, levels, best);
            }
        }
        _ => {}
    }
}

/// Whether a key has the name of a text: `body`, `articleBody`, `content_elements`.
fn names(key: &str, text: &str) -> bool {
    let is_start = |part: &str| part.eq_ignore_ascii_case(text);
    key.get(..text.len()).is_some_and(is_start)
        || key
            .len()
            .checked_sub(text.len())
            .and_then(|start| key.get(start..))
            .is_some_and(is_start)
}

fn own_headlines(object: &Map<String, Value>) -> impl Iterator<Item = &str> {
    let stated = HEADLINE_KEYS.iter().filter_map(|key| object.get(*key));
    stated.flat_map(|value| {
        let inside = value.as_object().into_iter().flat_map(Map::values);
        inside.chain([value]).filter_map(Value::as_str)
    })
}

/// Whether an object has the headline of the page, which may be followed by the name of the site.
fn has_headline(object: &Map<String, Value>, headlines: &[String]) -> bool {
    own_headlines(object).any(|stated| {
        let stated = fold(stated);
        fair_words(&stated) >= MIN_HEADLINE_WORDS
            && headlines
                .iter()
                .any(|headline| headline.starts_with(&stated))
    })
}

/// Takes a text, if it is longer than those before.
fn take(value: &Value, best: &mut Best) {
    let parts: &[Value] = match value {
        Value::Array(parts) => parts,
        one => std::slice::from_ref(one),
    };
    let mut html = String::new();
    for part in parts {
        html.push_str("<p>");
        add(part, 8, &mut html);
        html.push_str("</p>\n");
    }
    let words = fair_words(&html);
    if words > best.words {
        *best = Best { words, html };
    }
}

/// Adds the text of a part, in the order in which it is written.
fn add(value: &Value, depth: usize, html: &mut String) {
    match value {
        Value::String(text) => html.push_str(text),
        Value::Array(parts) if depth > 0 => {
            for part in parts {
                add(part, depth - 1, html);
            }
        }
        Value::Object(object) if depth > 0 && own_headlines(object).next().is_none() => {
            let texts = TEXT_KEYS.iter().filter_map(|key| object.get(*key));
            texts.for_each(|text| add(text, depth - 1, html));
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use crate::{Input, Options, extract};

    const SENTENCES: [&str; 5] = [
        "Der Rat hat am Freitag beschlossen, die alte Brücke über den Fluss für zwei Jahre zu sperren.",
        "Fachleute hatten Risse in drei der Pfeiler gefunden, sagte die Bürgermeisterin im Rathaus.",
        "Bis zur Eröffnung der neuen Brücke fahren die Busse durch den Wald und brauchen zehn Minuten länger.",
        "Händler am nördlichen Ufer fürchten um ihr Geschäft und bitten die Landesregierung um Hilfe.",
        "Eine Fähre soll ab dem Frühjahr wenigstens die Schulkinder über den Fluss bringen.",
    ];
    const HEADLINE: &str = "Alte Brücke bleibt zwei Jahre gesperrt";

    fn read(head: &str, state: &str) -> String {
        let html = format!(
            "<html lang=de><head><title>{HEADLINE} | Elbkurier</title>{head}</head><body><div id=app></div>{state}</body></html>"
        );
        extract(&Input::new(&html, None), &Options::default()).text
    }

    #[test]
    fn the_text_of_an_empty_page_is_read_from_its_state() {
        let whole = SENTENCES.join("\n\n");
        let marked = SENTENCES.map(|line| format!("<p>{line}</p>")).concat();
        let parts = SENTENCES.map(|line| serde_json::json!({"type": "text", "content": line}));
        let rich = SENTENCES.map(|line| {
            let (start, end) = line.split_at(30);
            serde_json::json!({"tag": "p", "children": [{"text": start}, {"bold": true, "text": end}]})
        });
        let other =
            serde_json::json!({"title": "Ganz etwas anderes im Norden", "body": whole.repeat(2)});
        let states = [
            serde_json::json!({"props": {"pageProps": {"story": {"title": HEADLINE, "body": marked}, "more": [other]}}}),
            serde_json::json!({"headlines": {"basic": HEADLINE}, "content_elements": parts, "related": [other]}),
            serde_json::json!({"query": {"Article:7": {"headline": HEADLINE, "text": {"nodes": rich}}, "Article:8": other}}),
        ];
        for state in states {
            for script in [
                format!("<script id=__NEXT_DATA__ type=application/json>{state}</script>"),
                format!(
                    "<script>window.Fusion=window.Fusion||{{}};Fusion.globalContent={state};let a = {{b: 1}};</script>"
                ),
            ] {
                assert_eq!(read("", &script), whole, "{script}");
            }
        }
    }

    #[test]
    fn the_text_of_an_empty_page_is_read_from_an_attribute() {
        let whole = SENTENCES.join("\n\n");
        let marked = SENTENCES.map(|line| format!("<p>{line}</p>")).concat();
        let parts = SENTENCES.map(|line| serde_json::json!({"type": "text", "content": line}));
        let story = serde_json::json!({"headline": HEADLINE, "body": marked}).to_string();
        let page = serde_json::json!({"component": "Story", "props": {"story": {"title": HEADLINE, "content": parts}}});
        for element in [
            format!(
                "<story-page :story=\"{}\"></story-page>",
                story.replace('"', "&quot;")
            ),
            format!(
                "<div id=x data-page=\"{}\"></div>",
                page.to_string().replace('"', "&#34;")
            ),
            format!("<div class=react data-props='{story}'></div>"),
        ] {
            assert_eq!(read("", &element), whole, "{element}");
        }
        let other = story.replace(HEADLINE, "Ganz etwas anderes im Norden");
        assert_eq!(read("", &format!("<div data-props='{other}'></div>")), "");
    }

    #[test]
    fn a_state_of_other_articles_or_of_a_paid_one_is_not_read() {
        let state = |headline: &str| {
            let state =
                serde_json::json!({"story": {"title": headline, "body": SENTENCES.join(" ")}});
            format!("<script>window.state = {state}</script>")
        };
        assert_eq!(read("", &state("Ganz etwas anderes im Norden")), "");
        assert_ne!(read("", &state(HEADLINE)), "");
        let paid = "<meta property='article:content_tier' content=locked>";
        assert_eq!(read(paid, &state(HEADLINE)), "");
        let broken = format!("<script>x = {{{}", "\"a\":{".repeat(500));
        assert_eq!(read("", &broken), "");
    }
}
