//! Live blogs, videos, recordings, pictures.

use std::fmt::Write as _;

use chrono::TimeDelta;

use super::material::Material;
use super::{Special, live_blog, title};
use crate::{calendar, desk::Desk, html::escape};

pub(super) fn video(page: &Material) -> String {
    format!(
        "<h1>{}</h1><video controls poster=\"/media/poster.jpg\" width=\"600\"></video><p>{}</p>{}",
        page.heading,
        page.say("Video: 2:41 Minuten", "Video: 2:41 minutes"),
        page.paragraphs(1),
    )
}

pub(super) fn audio(page: &Material) -> String {
    format!(
        "<h1>{}</h1><audio controls src=\"/media/folge12.mp3\"></audio><p>{}</p>{}",
        page.heading,
        page.say("Folge 12, 34 Minuten", "Episode 12, 34 minutes"),
        page.paragraphs(2),
    )
}

/// Pictures with one sentence each, or on a long page with a paragraph each.
pub(super) fn gallery(page: &Material) -> String {
    let count = if page.is_long() { page.text.len() } else { 7 };
    let picture = page.say("Bild", "Picture");
    let mut out = format!("<h1>{}</h1><div class=\"galerie\">", page.heading);
    for (number, text) in page.text.iter().take(count).enumerate() {
        let caption = if page.is_long() {
            text
        } else {
            text.split(". ").next().unwrap_or_default()
        };
        let _ = write!(
            out,
            "<figure><img src=\"/media/g{number}.jpg\" alt=\"\"><figcaption>{picture} {}/{count}: {}</figcaption></figure>",
            number + 1,
            escape(caption)
        );
    }
    out.push_str("</div>");
    out
}

pub(super) fn live(desk: &Desk, special: &Special, heading: &str, extra: &mut String) -> String {
    let language = desk.site.language;
    let (standfirst, entries) = live_blog(desk, special);
    let last = desk.state.settings.now - TimeDelta::hours(4);
    let tells_machines = desk.site.id == "tagnetz";
    let mut updates = Vec::new();
    let mut out = format!(
        "<h1>{heading}</h1><p class=\"dek\">{}</p><div class=\"ticker\">",
        escape(&standfirst)
    );
    for (before, text) in &entries {
        let at = last - TimeDelta::minutes(*before);
        // tagnetz tells machines all of it, harbour-gazette only what its readers see
        let local = calendar::local(at, language).format("%H:%M");
        let datetime = if tells_machines {
            updates.push(serde_json::json!({
                "@type": "BlogPosting",
                "datePublished": calendar::rfc3339(at, language),
                "articleBody": format!("<p>{}</p>", escape(text)),
            }));
            format!(" datetime=\"{}\"", calendar::rfc3339(at, language))
        } else {
            String::new()
        };
        let _ = writeln!(
            out,
            "<div class=\"eintrag\"><time{datetime}>{local}</time><p>{}</p></div>",
            escape(text),
        );
    }
    out.push_str("</div>");
    let first = last - TimeDelta::minutes(entries.last().map_or(0, |entry| entry.0));
    let mut data = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "LiveBlogPosting",
        "headline": title(desk, special),
        "datePublished": calendar::rfc3339(first, language),
        "dateModified": calendar::rfc3339(last, language),
        "author": {"@type": "Organization", "name": desk.site.name},
    });
    if let (true, Some(data)) = (tells_machines, data.as_object_mut()) {
        data.insert("liveBlogUpdate".to_owned(), updates.into());
    }
    let _ = write!(
        extra,
        "<script type=\"application/ld+json\">{}</script>",
        data.to_string().replace("</", "<\\/")
    );
    out
}
