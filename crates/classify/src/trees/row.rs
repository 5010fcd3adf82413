//! The features of a page.

use extract::{FieldSource, Metadata, Shape};

use super::count;
use super::features::{PageFeature, WIDTH};
use super::words::{self, Stems};
use crate::Evidence;
use crate::title;

/// The value of an unknown feature.
const UNKNOWN: f32 = -1.0;

/// The features of a page, in the order of [`super::NAMES`].
#[derive(Clone, Debug, PartialEq)]
pub struct PageRow([f32; WIDTH]);

impl PageRow {
    /// Measures a page.
    pub fn of(evidence: &Evidence<'_>) -> Self {
        let mut row = Self([0.0; WIDTH]);
        let names = Names::of(evidence);
        row.text(evidence.text);
        row.titles(evidence, &names);
        row.url(evidence, &names);
        if let Some(metadata) = evidence.metadata {
            row.claims(metadata);
        }
        match evidence.shape {
            Some(shape) => row.shape(shape),
            None => row.0[PageFeature::Blocks as usize..=PageFeature::BlocksContact as usize]
                .fill(UNKNOWN),
        }
        row.lexica(evidence);
        row
    }

    /// The values of the features.
    pub fn values(&self) -> &[f32] {
        &self.0
    }

    fn set(&mut self, column: PageFeature, value: f32) {
        self.0[column as usize] = value;
    }

    fn flag(&mut self, column: PageFeature, value: bool) {
        self.set(column, f32::from(u8::from(value)));
    }

    fn text(&mut self, text: &str) {
        let mut counts = [0_u32; 6];
        let [characters, uppers, digits, quotes, questions, commas] = &mut counts;
        for c in text.chars() {
            *characters += title::letters(c);
            match c {
                'a'..='z' | ' ' => {}
                'A'..='Z' => *uppers += 1,
                '0'..='9' => *digits += 1,
                '"' | '“' | '”' | '„' | '»' | '«' | '「' => *quotes += 1,
                '?' | '!' | '？' | '！' | '؟' => *questions += 1,
                ',' | '，' | '、' | '،' => *commas += 1,
                c if !c.is_ascii() && c.is_uppercase() => *uppers += 1,
                _ => {}
            }
        }
        let [characters, uppers, digits, quotes, questions, commas] =
            counts.map(|number| count(number as usize));
        let paragraphs = count(text.split("\n\n").filter(|part| !part.is_empty()).count());
        let all = characters.max(1.0);
        self.set(
            PageFeature::ParagraphLength,
            characters / paragraphs.max(1.0),
        );
        self.set(PageFeature::UpperShare, uppers / all);
        self.set(PageFeature::DigitShare, digits / all);
        self.set(PageFeature::Quotes, 1000.0 * quotes / all);
        self.set(PageFeature::Questions, 1000.0 * questions / all);
        self.set(PageFeature::Commas, 1000.0 * commas / all);
        let first = text.split("\n\n").next().unwrap_or_default();
        self.set(PageFeature::FirstLength, length(first));
    }

    fn titles(&mut self, evidence: &Evidence<'_>, names: &Names<'_>) {
        let words_of = title::word_count;
        let longest = evidence
            .title_parts
            .iter()
            .max_by_key(|part| words_of(part));
        let longest = longest.map_or("", String::as_str);
        self.set(PageFeature::TitleLength, length(evidence.title));
        self.set(PageFeature::TitleWords, count(words_of(evidence.title)));
        self.set(PageFeature::TitleParts, count(evidence.title_parts.len()));
        self.set(PageFeature::FirstPartWords, count(words_of(longest)));
        self.set(PageFeature::HeadlineWords, count(words_of(names.headline)));
        self.set(
            PageFeature::HeadlineInTitle,
            names.in_headline.share_in(&names.in_title),
        );
        self.set(
            PageFeature::TitleInHeadline,
            Stems::of(longest).share_in(&names.in_headline),
        );
        let is_site = !longest.is_empty()
            && title::words(longest).all(|word| title::names_site(&word, &evidence.site));
        self.flag(PageFeature::TitleIsSite, is_site);
    }

    fn url(&mut self, evidence: &Evidence<'_>, names: &Names<'_>) {
        let Some((url, path)) = evidence.parsed_url() else {
            self.0[PageFeature::Depth as usize..=PageFeature::PathInTitle as usize].fill(UNKNOWN);
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
        self.set(PageFeature::Depth, count(path.segments.len()));
        self.set(PageFeature::LastLength, count(last.chars().count()));
        self.set(PageFeature::Hyphens, count(hyphens.max().unwrap_or(0)));
        self.set(PageFeature::DigitRun, count(digits.max().unwrap_or(0)));
        self.flag(PageFeature::DatedPath, path.is_dated());
        self.flag(PageFeature::EndsWithSlash, url.path().ends_with('/'));
        let file = url.path().rsplit('/').next().unwrap_or_default();
        self.flag(PageFeature::HasExtension, file.contains('.'));
        self.flag(PageFeature::HasQuery, url.query().is_some());
        self.set(PageFeature::PathLength, count(url.path().len()));
        let in_path = Stems::of(url.path());
        self.set(PageFeature::TitleInPath, names.in_title.share_in(&in_path));
        self.set(
            PageFeature::PathInTitle,
            Stems::of(last).share_in(&names.in_title),
        );
        self.set(
            PageFeature::HeadlineInPath,
            names.in_headline.share_in(&in_path),
        );
    }

    fn claims(&mut self, metadata: &Metadata) {
        let og = match metadata.og_type.as_deref() {
            None | Some("") => 0.0,
            Some(kind) if kind.contains("article") || kind == "news" => 2.0,
            Some("website" | "blog" | "home") => -1.0,
            Some(_) => 1.0,
        };
        self.set(PageFeature::OgType, og);
        // Exact names: the rules accept more types as those of articles (`Evidence::has_article_data`), on purpose.
        for kind in &metadata.schema_types {
            let column = match kind.as_str() {
                kind if kind.ends_with("Article")
                    || kind == "Report"
                    || kind == "BlogPosting"
                    || kind == "LiveBlogPosting" =>
                {
                    PageFeature::ArticleType
                }
                "CollectionPage" | "ItemList" | "SearchResultsPage" | "ProfilePage" | "Blog" => {
                    PageFeature::ListType
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
                | "Hotel" => PageFeature::GoodsType,
                "DiscussionForumPosting" | "QAPage" | "FAQPage" | "Question" => {
                    PageFeature::TalkType
                }
                "VideoObject" | "AudioObject" | "ImageGallery" | "MediaGallery"
                | "PodcastEpisode" => PageFeature::MediaType,
                _ => continue,
            };
            self.set(column, 1.0);
        }
        let source = metadata.date_published.map(|published| published.source);
        self.set(
            PageFeature::Published,
            match source {
                Some(FieldSource::Text) => 1.0,
                Some(FieldSource::Url) => 2.0,
                Some(FieldSource::TimeTag | FieldSource::Microdata) => 3.0,
                Some(FieldSource::Meta) => 4.0,
                Some(FieldSource::JsonLd) => 5.0,
                _ => 0.0,
            },
        );
        self.set(PageFeature::Authors, count(metadata.authors.len()));
        self.flag(PageFeature::Section, metadata.section.is_some());
        self.set(PageFeature::Tags, count(metadata.tags.len()));
        self.flag(PageFeature::Image, metadata.image_url.is_some());
        let description = metadata.description.as_deref().unwrap_or_default();
        self.set(PageFeature::DescriptionLength, length(description));
    }

    fn shape(&mut self, shape: &Shape) {
        let words = shape.words.max(1.0);
        let content = shape.content_words.max(1.0);
        let counts = shape.counts;
        for (column, value) in [
            (PageFeature::Blocks, shape.blocks),
            (PageFeature::ContentShare, shape.content_words / words),
            (
                PageFeature::BlockWords,
                shape.content_words / shape.content_blocks.max(1.0),
            ),
            (PageFeature::LinkDensity, shape.link_density),
            (PageFeature::ContentLinkDensity, shape.content_link_density),
            (PageFeature::BigShare, shape.big_share),
            (PageFeature::LostShare, shape.lost_share),
            (PageFeature::RunShare, shape.run_words / content),
            (PageFeature::LinkedHeadlines, shape.linked_headlines),
            (PageFeature::LinkedShare, shape.linked_share),
            (PageFeature::Highest, shape.highest),
            (PageFeature::Uncertainty, shape.uncertainty),
            (PageFeature::ExpectedShare, shape.expected_share),
            (PageFeature::ContentBegins, shape.content_begins),
            (PageFeature::ContentSpan, shape.content_span),
            (PageFeature::ContentDensity, shape.content_density),
            (PageFeature::Sentences, shape.sentences),
            (PageFeature::ItemsShare, shape.items_share),
            (PageFeature::TableShare, shape.table_share),
            (PageFeature::RecordSpread, shape.records.spread),
            (PageFeature::Records, shape.records.number),
            (PageFeature::RecordNoise, shape.records.noise),
            (PageFeature::RecordDates, shape.records.dated),
            (PageFeature::H1, shape.h1),
            (PageFeature::H1Words, shape.h1_words),
            (PageFeature::H2, shape.h2),
            (PageFeature::H3, shape.h3),
            (PageFeature::LinkedHeadings, shape.linked_headings),
            (PageFeature::ContentHeadings, shape.content_headings),
            (PageFeature::TitleBlock, shape.title_words),
            (PageFeature::FromHeadline, shape.from_headline),
            (PageFeature::Dates, shape.dates),
            (PageFeature::DateDistance, shape.date_distance),
            (PageFeature::BylineNear, shape.byline_near),
            (PageFeature::Times, shape.times),
            (PageFeature::Links, shape.links),
            (PageFeature::LinksPerWord, shape.links / words),
            (PageFeature::Articles, count(counts.articles as usize)),
            (PageFeature::Images, count(counts.images as usize)),
            (PageFeature::Videos, count(counts.videos as usize)),
            (PageFeature::Audios, count(counts.audios as usize)),
            (PageFeature::Frames, count(counts.frames as usize)),
            (PageFeature::Forms, count(counts.forms as usize)),
            (PageFeature::Inputs, count(counts.inputs as usize)),
            (PageFeature::Passwords, count(counts.passwords as usize)),
        ] {
            self.set(column, value);
        }
        self.0[PageFeature::BlocksSocial as usize..=PageFeature::BlocksContact as usize]
            .copy_from_slice(&shape.lexicon_blocks);
        for column in words::in_body_names(&shape.body) {
            self.set(column, 1.0);
        }
    }

    fn lexica(&mut self, evidence: &Evidence<'_>) {
        let address = evidence.parsed_url().map_or_else(String::new, |(url, _)| {
            // `docs.` and `shop.`, but not the site's own name
            let host = url.host_str().unwrap_or_default();
            let sub = host
                .split('.')
                .next()
                .filter(|_| host.matches('.').count() > 1);
            format!("{} {}", sub.unwrap_or_default(), url.path())
        });
        for (weight, text) in [(1.0, address.as_str()), (2.0, evidence.title)] {
            for column in words::in_text(text) {
                let value = self.0[column as usize];
                // each text counts once
                if value < weight {
                    self.set(column, value + weight);
                }
            }
        }
    }
}

/// The length of a text in letters of an alphabet; see [`title::letters`].
fn length(text: &str) -> f32 {
    count(text.chars().map(|c| title::letters(c) as usize).sum())
}

/// Title and headline of a page.
struct Names<'a> {
    /// The headline in the metadata; empty if there is none.
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

#[cfg(test)]
mod tests {
    use super::super::features::NAMES;
    use super::*;
    use crate::Page;

    fn row(url: Option<&str>, html: &str) -> impl Fn(&str) -> f32 + use<> {
        let parsed = url.and_then(|url| url::Url::parse(url).ok());
        let extraction = extract::extract(
            &extract::Input::new(html, parsed.as_ref()),
            &extract::Options::default(),
        );
        let row = PageRow::of(&Evidence::of(&Page::new(url, None, html, &extraction)));
        move |name| {
            let column = NAMES.iter().position(|known| *known == name);
            row.values()[column.unwrap_or_else(|| panic!("there is no feature {name}"))]
        }
    }

    #[test]
    #[expect(clippy::float_cmp, reason = "small counts are exact")]
    fn features_are_in_the_columns_with_their_names() {
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
    fn unknown_values_differ_from_absent_ones() {
        let of = row(None, "<p>Text");
        assert_eq!((of("depth"), of("hyphens")), (UNKNOWN, UNKNOWN));
        assert_eq!(of("videos"), 0.0);
        let bare = PageRow::of(&Evidence::of(&Page::default()));
        assert_eq!(bare.values()[PageFeature::Blocks as usize], UNKNOWN);
        assert!(bare.values().iter().all(|value| value.is_finite()));
    }
}
