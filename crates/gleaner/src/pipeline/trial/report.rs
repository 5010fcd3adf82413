//! Formats a trial as text.

use std::fmt;

use web::ChangedValue;

use super::{PageChange, Trial};
use crate::console::clean;
use crate::console::plural::count;

/// The compared values, in the order in which they are reported.
const FIELDS: [&str; 4] = ["verdict", "title", "authors", "date"];

impl fmt::Display for Trial {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let site = &self.site_id;
        if self.pages == 0 {
            return if self.unread {
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
        for change in &self.changed {
            writeln!(f, "{change}")?;
        }
        writeln!(f, "{site}: {}", self.summary())?;
        for rule in self.rules.iter().filter(|rule| rule.pages == 0) {
            let (key, rule, pages) = (&rule.key, &rule.rule, self.pages);
            writeln!(
                f,
                "`{key}` {rule:?} matched on 0 of {}",
                count(pages, "page")
            )?;
        }
        if self.pages + self.left < self.stored {
            let (pages, stored) = (self.pages, count(self.stored, "stored page"));
            writeln!(f, "{pages} of {stored} were tried; --limit tries more")?;
        }
        if self.left > 0 {
            writeln!(f, "Stopped early: {} left", count(self.left, "page"))?;
        }
        if self.fell_back > 0 {
            writeln!(
                f,
                "`text` found nothing on {} of the articles: their text is the extractor's",
                self.fell_back
            )?;
        }
        Ok(())
    }
}

impl Trial {
    fn summary(&self) -> String {
        let with = |field: &str| {
            let changed = self.changed.iter();
            changed
                .filter(|c| c.page.values.contains_key(field))
                .count()
        };
        let texts = self.changed.iter().filter(|c| c.text.is_some()).count();
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
        let (pages, changed) = (self.pages, self.changed.len());
        let lost = match self.changed.iter().filter(|c| c.page.is_lost).count() {
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

impl fmt::Display for PageChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", clean::line(&self.page.url))?;
        for field in FIELDS {
            if let Some(ChangedValue { before, after }) = self.page.values.get(field) {
                let shown =
                    |value: &Option<String>| clean::line(value.as_deref().unwrap_or("(none)"));
                writeln!(f, "  {field:<8}- {}", shown(before))?;
                writeln!(f, "  {:<8}+ {}", "", shown(after))?;
            }
        }
        if let Some(text) = &self.text {
            let (removed, added) = (text.words_removed, text.words_added);
            if removed + added == 0 {
                writeln!(f, "  text    the same words in other paragraphs")?;
            }
            let mut name = "text";
            for (sign, words, excerpt) in [('-', removed, &text.removed), ('+', added, &text.added)]
            {
                if let Some(excerpt) = excerpt {
                    let unit = if words == 1 { "word" } else { "words" };
                    writeln!(
                        f,
                        "  {name:<8}{sign} {words} {unit}: {}",
                        clean::line(excerpt)
                    )?;
                    name = "";
                }
            }
        }
        if let Some(value) = &self.page.unreadable_date {
            writeln!(f, "  date    {value:?} cannot be read as a date")?;
        }
        Ok(())
    }
}
