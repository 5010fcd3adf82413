//! Dates in attributes of elements other than `<time>`.

use crate::head::Time;
use crate::parse::attributes::{Attribute, Attributes};
use crate::parse::blocks::MAX_ENTRIES;
use crate::parse::tree::Tree;
use crate::span::span;

impl Tree<'_> {
    /// Records a date in an attribute of an element other than `<time>`: `<abbr title="2024-05-03T15:47">`, `<span content=…>`, and
    /// `<span class=date title="3 May 2024">` of any form.
    pub(crate) fn note_date(&mut self, attributes: &Attributes) {
        let values = [
            Attribute::Datetime,
            Attribute::Content,
            Attribute::Title,
            Attribute::DataTime,
        ];
        if !attributes.has_any(&values) {
            return;
        }
        let mut values = values.iter().map(|value| attributes.value(*value));
        let dated = values.find(|value| is_iso_date(value.of(self.html)));
        let title = attributes.value(Attribute::Title);
        let names = attributes.value(Attribute::Class).of(self.html);
        let titled = || (is_named_date(names) && may_be_date(title.of(self.html))).then_some(title);
        let dated = dated.or_else(titled);
        if let Some(dated) = dated
            && self.blocks.document.head.dates.len() < MAX_ENTRIES
        {
            let property = attributes.get(Attribute::Itemprop);
            let property = property.unwrap_or_else(|| attributes.value(Attribute::Property));
            let time = Time {
                datetime: self.keep(dated),
                itemprop: self.keep_names(property),
                class: self.keep_names(attributes.value(Attribute::Class)),
                text: self.empty_text(),
                element: self.insertion_element(),
                offset: span(0, self.at).end,
            };
            self.blocks.document.head.dates.push(time);
        }
    }
}

/// Whether a value begins like `2024-05-03` and is no longer than a date with a time.
fn is_iso_date(value: &str) -> bool {
    let value = value.trim_ascii().as_bytes();
    let digits = |at: std::ops::Range<usize>| value[at].iter().all(u8::is_ascii_digit);
    (10..=35).contains(&value.len())
        && value[4] == b'-'
        && value[7] == b'-'
        && digits(0..4)
        && digits(5..7)
        && digits(8..10)
}

/// Whether a class is that of a date: `post-date`, `entry__time`, `timestamp`.
fn is_named_date(class: &str) -> bool {
    let mut words = class.split(|letter: char| !letter.is_ascii_alphanumeric());
    words.any(|word| {
        let names = ["date", "datetime", "time", "timestamp"];
        names.iter().any(|name| word.eq_ignore_ascii_case(name))
    })
}

/// Whether a short text has a year.
fn may_be_date(value: &str) -> bool {
    let mut numbers = value.split(|letter: char| !letter.is_ascii_digit());
    (8..=60).contains(&value.len())
        && numbers.any(|number| {
            number.len() == 4 && (number.starts_with("19") || number.starts_with("20"))
        })
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn a_date_attribute_of_any_element_is_recorded() {
        let html = "<p>Am <abbr class=published title='2024-05-03T15:47:00+02:00'>Freitag</abbr>\
            <span itemprop=datePublished content=2024-05-04>x</span><div data-date='2024-05-05'></div>\
            <a title='2024 im Rückblick' href=x>y</a><i title='10-20 Personen'>z</i>\
            <span class='post-date small' title='Friday, 6 May 2024'>2 days ago</span><a class=entry-date title='7th May 2024' href=z>z</a><b class=updates title='May 2024'>x</b>";
        let document = parse(html);
        let times = document.head.dates.iter();
        let noted: Vec<&str> = times
            .map(|time| document.attribute(time.datetime))
            .collect();
        assert_eq!(
            noted,
            [
                "2024-05-03T15:47:00+02:00",
                "2024-05-04",
                "2024-05-05",
                "Friday, 6 May 2024",
                "7th May 2024"
            ]
        );
    }
}
