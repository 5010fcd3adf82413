//! Formats a trial as text.

use std::fmt;

use aggregate::{diff_spans, words_changed};
use web::{ChangedPage, ChangedValue};

use super::Trial;
use crate::console::plural::count;
use crate::console::{clean, diff, table};

/// The compared values, in the order in which they are reported.
const FIELDS: [&str; 4] = ["verdict", "title", "authors", "date"];
/// Maximum characters of a difference of texts that are shown.
const MAX_SHOWN: usize = 160;

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (site, found) = (&self.site_id, &self.found);
        if found.pages == 0 {
            return if found.has_queued {
                writeln!(
                    f,
                    "{site}: none of its stored pages has been read yet; run gleaner extract first"
                )
            } else {
                writeln!(
                    f,
                    "{site}: no page of it is stored; fetch some first: gleaner crawl --site {site} --max-pages 50"
                )
            };
        }
        for page in &found.changed {
            write_page(f, page)?;
        }
        writeln!(f, "{site}: {}", self.summary())?;
        for rule in found.rules.iter().filter(|rule| rule.pages == 0) {
            let (key, rule, pages) = (&rule.key, &rule.rule, found.pages);
            writeln!(
                f,
                "`{key}` {rule:?} matched on 0 of {}",
                count(pages, "page")
            )?;
        }
        if found.pages + found.left < self.stored {
            let (pages, stored) = (found.pages, count(self.stored, "stored page"));
            writeln!(f, "{pages} of {stored} were tried; --limit tries more")?;
        }
        if found.left > 0 {
            writeln!(f, "Stopped early: {} left", count(found.left, "page"))?;
        }
        if found.fell_back > 0 {
            writeln!(
                f,
                "`text` found nothing on {} of the articles: their text is the extractor's",
                found.fell_back
            )?;
        }
        Ok(())
    }
}

impl Trial {
    fn summary(&self) -> String {
        let with = |field: &str| {
            let changed = self.found.changed.iter();
            changed.filter(|c| c.values.contains_key(field)).count()
        };
        let texts = self
            .found
            .changed
            .iter()
            .filter(|c| c.texts.is_some())
            .count();
        let counts = [
            (with("verdict"), "verdict"),
            (with("title"), "title"),
            (with("authors"), "byline"),
            (with("date"), "date"),
            (texts, "text"),
        ];
        let counts = counts.iter().filter(|(n, _)| *n > 0);
        let counts: Vec<String> = counts.map(|&(n, noun)| count(n, noun)).collect();
        let what = if counts.is_empty() {
            String::new()
        } else {
            format!(" ({})", counts.join(", "))
        };
        let (pages, changed) = (self.found.pages, self.found.changed.len());
        let lost = match self.found.changed.iter().filter(|c| c.is_lost).count() {
            0 => String::new(),
            lost => format!("; {} would be lost", count(lost, "article")),
        };
        format!(
            "{changed} of {} would change{what}, {} would stay{lost}",
            count(pages, "page"),
            pages - changed
        )
    }
}

/// Writes what changes on a page, and an empty line.
fn write_page(f: &mut fmt::Formatter<'_>, page: &ChangedPage) -> fmt::Result {
    writeln!(f, "{}", clean::line(&page.url))?;
    for field in FIELDS {
        if let Some(ChangedValue { before, after }) = page.values.get(field) {
            let shown = |value: &Option<String>| clean::line(value.as_deref().unwrap_or("(none)"));
            writeln!(f, "  {field:<8}- {}", shown(before))?;
            writeln!(f, "  {:<8}+ {}", "", shown(after))?;
        }
    }
    if let Some([before, after]) = &page.texts {
        let spans = diff_spans(before, after);
        let (removed, added) = words_changed(&spans);
        writeln!(
            f,
            "  text    {} removed, {added} added: {}",
            count(removed, "word"),
            table::cut(&diff::show(&spans, false), MAX_SHOWN)
        )?;
    }
    if let Some(value) = &page.unreadable_date {
        writeln!(f, "  date    {value:?} cannot be read as a date")?;
    }
    writeln!(f)
}
