//! Dates in attributes of elements other than `<time>`.

use crate::head::Time;
use crate::parse::attributes::{Attribute, Attributes};
use crate::parse::blocks::MAX_ENTRIES;
use crate::parse::tree::Tree;
use crate::span::{Span, span};

impl Tree<'_> {
    /// Records a date in an attribute of an element other than `<time>`: `<abbr title="2024-05-03T15:47">`, `<span content=…>`,
    /// `<span data-timestamp=1714751220>`, and one [in words](Self::date_in_words).
    pub(crate) fn note_date(&mut self, attributes: &Attributes) {
        let values = [
            Attribute::Datetime,
            Attribute::Content,
            Attribute::Title,
            Attribute::DataTime,
            Attribute::AriaLabel,
        ];
        if !attributes.has_any(&values) {
            return;
        }
        let mut values = values.iter().map(|value| attributes.value(*value));
        let dated = values.find(|value| is_iso_date(value.of(self.html)));
        let dated = dated.or_else(|| self.date_in_data(attributes));
        let dated = dated.or_else(|| self.date_in_words(attributes));
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

    /// The date for machines in an attribute of data: `<time data-date=1714751220>`.
    pub(crate) fn date_in_data(&self, attributes: &Attributes) -> Option<Span> {
        let value = attributes.get(Attribute::DataTime)?;
        let text = value.of(self.html);
        (is_iso_date(text) || is_unix_time(text)).then_some(value)
    }

    /// The date in the title or the label of an element: `<span title="3 May 2024">2 hours ago</span>`. Of elements that are not
    /// named after a date, it has a day.
    pub(crate) fn date_in_words(&self, attributes: &Attributes) -> Option<Span> {
        let names = attributes.value(Attribute::Class).of(self.html);
        let values = [Attribute::Title, Attribute::AriaLabel];
        let mut values = values.into_iter().filter_map(|value| attributes.get(value));
        values.find(|value| {
            let text = value.of(self.html);
            may_be_date(text) && (is_named_date(names) || has_day(text))
        })
    }
}

/// Whether a value is a number of seconds or milliseconds, as a time of this century.
fn is_unix_time(value: &str) -> bool {
    let value = value.trim_ascii();
    matches!(value.len(), 10 | 13) && value.bytes().all(|byte| byte.is_ascii_digit())
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
    (8..=60).contains(&value.len())
        && numbers(value).any(|number| {
            number.len() == 4 && (number.starts_with("19") || number.starts_with("20"))
        })
}

/// Whether a text has a number that may be a day.
fn has_day(value: &str) -> bool {
    numbers(value).any(|number| (1..=2).contains(&number.len()))
}

fn numbers(value: &str) -> impl Iterator<Item = &str> {
    value.split(|letter: char| !letter.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use crate::parse;

    #[test]
    fn a_date_attribute_of_any_element_is_recorded() {
        let html = "<p>Am <abbr class=published title='2024-05-03T15:47:00+02:00'>Freitag</abbr>\
            <span itemprop=datePublished content=2024-05-04>x</span><div data-date='2024-05-05'></div>\
            <a title='2024 im Rückblick' href=x>y</a><i title='10-20 Personen'>z</i>\
            <span class='post-date small' title='Friday, 6 May 2024'>2 days ago</span><a class=entry-date title='7th May 2024' href=z>z</a><b class=updates title='May 2024'>x</b>\
            <span title='8. Mai 2024, 14:35'>vor 3 Stunden</span><b aria-label='9 mai 2024'>hier</b><i data-timestamp=1715000000>x</i>\
            <b data-time=17>x</b><time title='10 May 2024'>yesterday</time><time data-ts=1715000000>gestern</time>\
            <time data-date='2024-05-11T08:00'>hier</time><time data-time=17>x</time>";
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
                "7th May 2024",
                "8. Mai 2024, 14:35",
                "9 mai 2024",
                "1715000000"
            ]
        );
        let times = document.head.times.iter();
        let stated: Vec<&str> = times
            .map(|time| document.attribute(time.datetime))
            .collect();
        assert_eq!(
            stated,
            ["10 May 2024", "1715000000", "2024-05-11T08:00", ""]
        );
    }
}
