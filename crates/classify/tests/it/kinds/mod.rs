//! Where rules decide the type of a page by its content, and where they leave it to the model.

mod forms;
mod lists;
mod media;

use classify::{Evidence, Page, PageType};
use extract::{Metadata, Shape};
use html::Counts;

/// A page with a long text, one word in its title and nothing else.
struct Case {
    path: &'static str,
    title: &'static str,
    html: &'static str,
    metadata: Metadata,
    shape: Shape,
}

impl Case {
    fn at(path: &'static str) -> Self {
        Self {
            path,
            title: "Die Brücke",
            html: "",
            metadata: Metadata::default(),
            shape: Shape {
                big_blocks: 9.0,
                content_words: 600.0,
                ..Shape::default()
            },
        }
    }

    fn titled(mut self, title: &'static str) -> Self {
        self.title = title;
        self
    }

    fn types(mut self, types: &[&str]) -> Self {
        self.metadata.schema_types = types.iter().map(|name| (*name).to_owned()).collect();
        self
    }

    fn og(mut self, og_type: &str) -> Self {
        self.metadata.og_type = Some(og_type.to_owned());
        self
    }

    fn counts(mut self, counts: Counts) -> Self {
        self.shape.counts = counts;
        self
    }

    fn shape(mut self, change: impl Fn(&mut Shape)) -> Self {
        change(&mut self.shape);
        self
    }

    /// The rule and the type it gives.
    fn judged(&self) -> Option<(&'static str, PageType)> {
        self.judged_with(&"Der Rat beschloss am Freitag, die Brücke zu sperren. ".repeat(40))
    }

    fn judged_with(&self, text: &str) -> Option<(&'static str, PageType)> {
        let url = format!("https://www.morgenblatt.example{}", self.path);
        let page = Page {
            url: Some(&url),
            title: self.title,
            text,
            html: self.html,
            metadata: Some(&self.metadata),
            shape: Some(&self.shape),
            ..Page::default()
        };
        let finding = classify::rules::first(&Evidence::of(&page))?;
        Some((finding.rule.name, finding.rule.page_type))
    }
}
