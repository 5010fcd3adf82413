//! The methods by name, each used as its documentation shows, for the text alone where it offers that.

use dom_smoothie::{Config, Readability, TextMode};
use trafilatura::{ExtractionFocus, Options};
use url::Url;

/// From a page to its main text; empty where the method finds none or fails.
type Method = Box<dyn Fn(&str) -> String>;

/// Returns the method of that name; any other name is that of an extractor of Gleaner.
pub fn named(name: &str) -> Option<Method> {
    Some(match name {
        "dom_smoothie" => Box::new(dom_smoothie),
        "readability-crate" => {
            let page = Url::parse("https://example.org/").ok()?;
            Box::new(move |html| {
                readability::extractor::extract(&mut html.as_bytes(), &page)
                    .map_or_else(|_| String::new(), |product| product.text)
            })
        }
        "trafilatura-crate" => trafilatura(Options::default().with_fallback(true)),
        "trafilatura-crate-without-fallback" => trafilatura(Options::default()),
        "trafilatura-crate-precision" => trafilatura(
            Options::default()
                .with_fallback(true)
                .with_focus(ExtractionFocus::FavorPrecision),
        ),
        _ => {
            let extractor = ::methods::by_name(name)?;
            Box::new(|html| {
                let document = html::parse(html);
                extract::text_of(&document, &extractor.label(&document))
            })
        }
    })
}

/// Text with line breaks, so that words are not joined; JSON-LD is not read.
fn dom_smoothie(html: &str) -> String {
    let config = Config {
        disable_json_ld: true,
        text_mode: TextMode::Formatted,
        ..Config::default()
    };
    Readability::new(html, None, Some(config))
        .and_then(|mut readability| readability.parse())
        .map_or_else(
            |_| String::new(),
            |article| article.text_content.to_string(),
        )
}

fn trafilatura(options: Options) -> Method {
    Box::new(move |html| {
        trafilatura::extract(html, &options)
            .map_or_else(|_| String::new(), |page| page.content_text)
    })
}
