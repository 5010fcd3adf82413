use super::{DatePrecision, FieldSource};
use crate::metadata::Metadata;

fn read(html: &str) -> Metadata {
    crate::extract(&crate::Input::new(html, None), &crate::Options::default()).metadata
}

#[test]
fn midnight_in_data_means_the_day() {
    let linked = |date: &str| {
        format!(
            r#"<script type=application/ld+json>{{"@type":"Article","datePublished":"{date}"}}</script><p>x"#
        )
    };
    for html in [
        linked("2024-05-03T00:00:00+02:00"),
        linked("2024-05-03T00:00"),
        "<meta property=article:published_time content=2024-05-03T00:00:00Z><p>x".to_owned(),
        "<h1>Neue Brücke</h1><time datetime='2024-05-03 00:00:00'>3.5.</time>".to_owned(),
    ] {
        let published = read(&html).date_published.unwrap();
        assert_eq!(published.precision, DatePrecision::Day, "{html}");
    }
    let midnight = read(&linked("2024-05-03T00:00:00+02:00"));
    let at = midnight.date_published.unwrap().at.to_rfc3339();
    assert_eq!(at, "2024-05-02T22:00:00+00:00");
    let exact = read(&linked("2024-05-03T00:00:01+02:00"));
    assert_eq!(
        exact.date_published.unwrap().precision,
        DatePrecision::Second
    );
    let shown = read("<h1>Neue Brücke</h1><p>3. Mai 2024, 00:00 Uhr</p>");
    assert_eq!(
        shown.date_published.unwrap().precision,
        DatePrecision::Minute
    );
}

#[test]
fn a_change_before_the_publication_is_none() {
    let changed = |published: &str, change: &str| {
        let html = format!(
            "<meta property=article:published_time content={published}>\
             <meta property=article:modified_time content={change}><p>x"
        );
        read(&html).date_modified.map(|at| at.to_rfc3339())
    };
    for (published, change) in [
        ("2024-05-03T10:00:00Z", "2024-05-02T10:00:00Z"),
        ("2024-05-03T10:00:00Z", "2024-05-03"),
        ("2024-05-03T10:00:00Z", "2024-05-03T00:00:00Z"),
    ] {
        assert_eq!(changed(published, change), None, "{change}");
    }
    for (published, change) in [
        ("2024-05-03T10:00:00Z", "2024-05-03T09:00:00Z"),
        ("2024-05-03T10:00:00Z", "2024-05-04"),
        ("2024-05-03", "2024-05-03"),
        ("2024-05-04T01:00:00+02:00", "2024-05-03T23:30:00Z"),
    ] {
        assert!(changed(published, change).is_some(), "{change}");
    }
}

#[test]
fn of_several_changes_the_first_after_the_publication_counts() {
    let html = r#"<script type=application/ld+json>
        {"@type":"Article","datePublished":"2024-05-03T10:00:00Z","dateModified":"2023-01-01"}</script>
        <meta property=article:modified_time content=2024-05-04T10:00:00Z><p>x"#;
    let read = read(html);
    assert_eq!(read.sources["date_modified"], FieldSource::Meta);
}

#[test]
fn a_change_that_the_text_reports_far_from_the_headline_is_not_that_of_the_page() {
    let text = "<p>Der Rat tagte lange.".repeat(30);
    let html = format!("<h1>Neue Brücke gebaut</h1>{text}<p>Updated: November 11, 2011");
    assert_eq!(read(&html).date_modified, None);
}

#[test]
fn the_date_of_a_change_has_its_source() {
    for (html, source) in [
        (
            "<meta property=article:modified_time content=2024-05-04T10:00:00Z>",
            FieldSource::Meta,
        ),
        (
            "<p>x <time itemprop=dateModified datetime=2024-05-04>4.5.</time>",
            FieldSource::Microdata,
        ),
        (
            "<h1>Neue Brücke gebaut</h1><p>Aktualisiert am 4. Mai 2024</p>",
            FieldSource::Text,
        ),
    ] {
        let read = read(html);
        assert!(read.date_modified.is_some(), "{html}");
        assert_eq!(read.sources["date_modified"], source);
    }
}
