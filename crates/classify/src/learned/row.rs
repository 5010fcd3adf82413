//! A page as a row of numbers.

use extract::{Metadata, Shape, Source};

use super::columns::{Column, WIDTH};
use super::stems::Stems;
use super::words;
use crate::Evidence;
use crate::title;

/// The value of what cannot be told.
const UNKNOWN: f32 = -1.0;

/// The features of a page, in the order of [`super::NAMES`].
#[derive(Clone, Debug, PartialEq)]
pub struct Row([f32; WIDTH]);

impl Row {
    /// Measures a page.
    pub fn of(evidence: &Evidence<'_>) -> Self {
        let mut row = Self([0.0; WIDTH]);
        let names = Names::of(evidence);
        row.text(evidence.text);
        row.titles(evidence, &names);
        row.address(evidence, &names);
        if let Some(metadata) = evidence.metadata {
            row.claims(metadata);
        }
        match evidence.shape {
            Some(shape) => row.shape(shape),
            None => row.0[Column::Blocks as usize..=Column::BlocksContact as usize].fill(UNKNOWN),
        }
        row.lexica(evidence);
        row
    }

    /// The numbers.
    pub fn values(&self) -> &[f32] {
        &self.0
    }

    fn set(&mut self, column: Column, value: f32) {
        self.0[column as usize] = value;
    }

    fn flag(&mut self, column: Column, value: bool) {
        self.set(column, f32::from(u8::from(value)));
    }

    fn text(&mut self, text: &str) {
        let mut counts = [0_u32; 6];
        let [characters, uppers, digits, quotes, questions, commas] = &mut counts;
        for c in text.chars() {
            *characters += 1;
            match c {
                'a'..='z' | ' ' => {}
                'A'..='Z' => *uppers += 1,
                '0'..='9' => *digits += 1,
                '"' | '“' | '”' | '„' | '»' | '«' | '「' => *quotes += 1,
                '?' | '!' | '？' | '！' => *questions += 1,
                ',' | '，' | '、' => *commas += 1,
                c if !c.is_ascii() && c.is_uppercase() => *uppers += 1,
                _ => {}
            }
        }
        let [characters, uppers, digits, quotes, questions, commas] =
            counts.map(|number| count(number as usize));
        let paragraphs = count(text.split("\n\n").filter(|part| !part.is_empty()).count());
        let all = characters.max(1.0);
        self.set(Column::ParagraphLength, characters / paragraphs.max(1.0));
        self.set(Column::UpperShare, uppers / all);
        self.set(Column::DigitShare, digits / all);
        self.set(Column::Quotes, 1000.0 * quotes / all);
        self.set(Column::Questions, 1000.0 * questions / all);
        self.set(Column::Commas, 1000.0 * commas / all);
        let first = text.split("\n\n").next().unwrap_or_default();
        self.set(Column::FirstLength, count(first.chars().count()));
    }

    fn titles(&mut self, evidence: &Evidence<'_>, names: &Names<'_>) {
        let words_of = title::word_count;
        let longest = evidence
            .title_parts
            .iter()
            .max_by_key(|part| words_of(part));
        let longest = longest.map_or("", String::as_str);
        self.set(Column::TitleLength, count(evidence.title.chars().count()));
        self.set(Column::TitleWords, count(words_of(evidence.title)));
        self.set(Column::TitleParts, count(evidence.title_parts.len()));
        self.set(Column::FirstPartWords, count(words_of(longest)));
        self.set(Column::HeadlineWords, count(words_of(names.headline)));
        self.set(
            Column::HeadlineInTitle,
            names.in_headline.share_in(&names.in_title),
        );
        self.set(
            Column::TitleInHeadline,
            Stems::of(longest).share_in(&names.in_headline),
        );
        let is_site = !longest.is_empty()
            && title::words(longest).all(|word| title::names_site(&word, &evidence.site));
        self.flag(Column::TitleIsSite, is_site);
    }

    fn address(&mut self, evidence: &Evidence<'_>, names: &Names<'_>) {
        let Some((url, path)) = evidence.address() else {
            self.0[Column::Depth as usize..=Column::PathInTitle as usize].fill(UNKNOWN);
            return;
        };
        let last = path.last().unwrap_or_default();
        let hyphens = path.segments.iter().map(|part| {
            part.bytes()
                .filter(|byte| matches!(byte, b'-' | b'_' | b'+'))
                .count()
        });
        let digits = url
            .path()
            .split(|c: char| !c.is_ascii_digit())
            .map(str::len);
        self.set(Column::Depth, count(path.segments.len()));
        self.set(Column::LastLength, count(last.chars().count()));
        self.set(Column::Hyphens, count(hyphens.max().unwrap_or(0)));
        self.set(Column::DigitRun, count(digits.max().unwrap_or(0)));
        self.flag(Column::DatedPath, path.is_dated());
        self.flag(Column::EndsWithSlash, url.path().ends_with('/'));
        let file = url.path().rsplit('/').next().unwrap_or_default();
        self.flag(Column::HasExtension, file.contains('.'));
        self.flag(Column::HasQuery, url.query().is_some());
        self.set(Column::PathLength, count(url.path().len()));
        let in_path = Stems::of(url.path());
        self.set(Column::TitleInPath, names.in_title.share_in(&in_path));
        self.set(
            Column::PathInTitle,
            Stems::of(last).share_in(&names.in_title),
        );
        self.set(Column::HeadlineInPath, names.in_headline.share_in(&in_path));
    }

    fn claims(&mut self, metadata: &Metadata) {
        let og = match metadata.og_type.as_deref() {
            None | Some("") => 0.0,
            Some(kind) if kind.contains("article") || kind == "news" => 2.0,
            Some("website" | "blog" | "home") => -1.0,
            Some(_) => 1.0,
        };
        self.set(Column::OgType, og);
        // Exact names: what rules take for a claim to be an article (`Evidence::has_article_data`) is wider on purpose.
        for kind in &metadata.schema_types {
            let column = match kind.as_str() {
                kind if kind.ends_with("Article")
                    || kind == "Report"
                    || kind == "BlogPosting"
                    || kind == "LiveBlogPosting" =>
                {
                    Column::ArticleType
                }
                "CollectionPage" | "ItemList" | "SearchResultsPage" | "ProfilePage" | "Blog" => {
                    Column::ListType
                }
                "Product"
                | "Offer"
                | "AggregateOffer"
                | "LocalBusiness"
                | "Store"
                | "Recipe"
                | "Event"
                | "Course"
                | "JobPosting"
                | "Service"
                | "SoftwareApplication"
                | "Hotel" => Column::GoodsType,
                "DiscussionForumPosting" | "QAPage" | "FAQPage" | "Question" => Column::TalkType,
                "VideoObject" | "AudioObject" | "ImageGallery" | "MediaGallery"
                | "PodcastEpisode" => Column::MediaType,
                _ => continue,
            };
            self.set(column, 1.0);
        }
        let source = metadata.date_published.map(|published| published.source);
        self.set(
            Column::Published,
            match source {
                Some(Source::Text) => 1.0,
                Some(Source::Url) => 2.0,
                Some(Source::TimeTag | Source::Microdata) => 3.0,
                Some(Source::Meta) => 4.0,
                Some(Source::JsonLd) => 5.0,
                _ => 0.0,
            },
        );
        self.set(Column::Authors, count(metadata.authors.len()));
        self.flag(Column::Section, metadata.section.is_some());
        self.set(Column::Tags, count(metadata.tags.len()));
        self.flag(Column::Image, metadata.image_url.is_some());
        let description = metadata.description.as_deref().unwrap_or_default();
        self.set(
            Column::DescriptionLength,
            count(description.chars().count()),
        );
    }

    fn shape(&mut self, shape: &Shape) {
        let words = shape.words.max(1.0);
        let content = shape.content_words.max(1.0);
        let counts = shape.counts;
        for (column, value) in [
            (Column::Blocks, shape.blocks),
            (Column::ContentShare, shape.content_words / words),
            (
                Column::BlockWords,
                shape.content_words / shape.content_blocks.max(1.0),
            ),
            (Column::LinkDensity, shape.link_density),
            (Column::ContentLinkDensity, shape.content_link_density),
            (Column::BigShare, shape.big_share),
            (Column::LostShare, shape.lost_share),
            (Column::RunShare, shape.run_words / content),
            (Column::LinkedHeadlines, shape.linked_headlines),
            (Column::LinkedShare, shape.linked_share),
            (Column::Highest, shape.highest),
            (Column::Uncertainty, shape.uncertainty),
            (Column::ExpectedShare, shape.expected_share),
            (Column::ContentBegins, shape.content_begins),
            (Column::ContentSpan, shape.content_span),
            (Column::ContentDensity, shape.content_density),
            (Column::Sentences, shape.sentences),
            (Column::ItemsShare, shape.items_share),
            (Column::TableShare, shape.table_share),
            (Column::H1, shape.h1),
            (Column::H1Words, shape.h1_words),
            (Column::H2, shape.h2),
            (Column::H3, shape.h3),
            (Column::LinkedHeadings, shape.linked_headings),
            (Column::ContentHeadings, shape.content_headings),
            (Column::TitleBlock, shape.title_words),
            (Column::FromHeadline, shape.from_headline),
            (Column::Dates, shape.dates),
            (Column::DateDistance, shape.date_distance),
            (Column::BylineNear, shape.byline_near),
            (Column::Times, shape.times),
            (Column::Links, shape.links),
            (Column::LinksPerWord, shape.links / words),
            (Column::Articles, count(counts.articles as usize)),
            (Column::Images, count(counts.images as usize)),
            (Column::Videos, count(counts.videos as usize)),
            (Column::Audios, count(counts.audios as usize)),
            (Column::Frames, count(counts.frames as usize)),
            (Column::Forms, count(counts.forms as usize)),
            (Column::Inputs, count(counts.inputs as usize)),
            (Column::Passwords, count(counts.passwords as usize)),
        ] {
            self.set(column, value);
        }
        self.0[Column::BlocksSocial as usize..=Column::BlocksContact as usize]
            .copy_from_slice(&shape.says);
        for column in words::named(&shape.body) {
            self.set(column, 1.0);
        }
    }

    fn lexica(&mut self, evidence: &Evidence<'_>) {
        let address = evidence.address().map_or_else(String::new, |(url, _)| {
            // `docs.` and `shop.`, but not the site's own name
            let host = url.host_str().unwrap_or_default();
            let sub = host
                .split('.')
                .next()
                .filter(|_| host.matches('.').count() > 1);
            format!("{} {}", sub.unwrap_or_default(), url.path())
        });
        for (weight, text) in [(1.0, address.as_str()), (2.0, evidence.title)] {
            for column in words::said(text) {
                let value = self.0[column as usize];
                // each text counts once
                if value < weight {
                    self.set(column, value + weight);
                }
            }
        }
    }
}

/// What the page is called, in its title and in its headline.
struct Names<'a> {
    /// As metadata has it; empty if there is none.
    headline: &'a str,
    in_title: Stems,
    in_headline: Stems,
}

impl<'a> Names<'a> {
    fn of(evidence: &Evidence<'a>) -> Self {
        let metadata = evidence.metadata;
        let headline = metadata.and_then(|metadata| metadata.title.as_deref());
        let headline = headline.unwrap_or_default();
        Self {
            headline,
            in_title: Stems::of(evidence.title),
            in_headline: Stems::of(headline),
        }
    }
}

#[expect(
    clippy::cast_precision_loss,
    reason = "a feature needs no more than 24 bits"
)]
pub(super) fn count(number: usize) -> f32 {
    number as f32
}

#[cfg(test)]
mod tests {
    use super::super::columns::NAMES;
    use super::*;
    use crate::Page;

    fn row(url: Option<&str>, html: &str) -> impl Fn(&str) -> f32 + use<> {
        let parsed = url.and_then(|url| url::Url::parse(url).ok());
        let extraction = extract::extract(
            &extract::Input::new(html, parsed.as_ref()),
            &extract::Options::default(),
        );
        let row = Row::of(&Evidence::of(&Page::new(url, None, html, &extraction)));
        move |name| {
            let column = NAMES.iter().position(|known| *known == name);
            row.values()[column.unwrap_or_else(|| panic!("there is no feature {name}"))]
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "small counts are exact")]
    fn a_page_is_measured_as_its_columns_say() {
        let page = "<html><head><title>Brücke wird gesperrt | Elbkurier</title><meta property=og:type content=article></head>\
             <body class='single-post'><article><h1>Brücke wird gesperrt</h1><form><input type=password></form>\
             <p>Der Rat sagte: „Nein!“ Das war am Freitag in Neustadt.</p></article></body></html>";
        let of = row(
            Some("https://www.elbkurier.example/stadt/2026/11/bruecke-wird-gesperrt-4711.html?x=1"),
            page,
        );
        for (name, value) in [
            ("title_words", 4.0),
            ("title_parts", 2.0),
            ("first_part_words", 3.0),
            ("headline_in_title", 1.0),
            ("title_is_site", 0.0),
            ("depth", 4.0),
            ("hyphens", 3.0),
            ("digit_run", 4.0),
            ("dated_path", 1.0),
            ("has_extension", 1.0),
            ("has_query", 1.0),
            ("ends_with_slash", 0.0),
            ("og_type", 2.0),
            ("h1", 1.0),
            ("forms", 1.0),
            ("passwords", 1.0),
            ("articles", 1.0),
            ("body_post", 1.0),
            ("body_shop", 0.0),
        ] {
            assert_eq!(of(name), value, "{name}");
        }
        assert!(of("title_in_path") >= 0.5, "{}", of("title_in_path"));
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "it is set, not computed")]
    fn what_is_not_known_is_told_from_what_is_not_there() {
        let of = row(None, "<p>Text");
        assert_eq!((of("depth"), of("hyphens")), (UNKNOWN, UNKNOWN));
        assert_eq!(of("videos"), 0.0);
        let bare = Row::of(&Evidence::of(&Page::default()));
        assert_eq!(bare.values()[Column::Blocks as usize], UNKNOWN);
        assert!(bare.values().iter().all(|value| value.is_finite()));
    }
}
