//! The features of the page model.

macro_rules! columns {
    ($($variant:ident $name:literal $meaning:literal;)*) => {
        /// A feature of a page.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        pub enum PageFeature { $(#[doc = $meaning] $variant),* }

        /// The names of the features, in the order of their columns.
        pub static NAMES: &[&str] = &[$($name),*];
    };
}

/// Groups of adjacent features, by the first of each, with a readable name.
pub(super) const GROUPS: [(PageFeature, &str); 6] = [
    (PageFeature::ParagraphLength, "its text"),
    (PageFeature::TitleLength, "its title"),
    (PageFeature::Depth, "its URL"),
    (PageFeature::OgType, "its metadata"),
    (PageFeature::Blocks, "the distribution of text and links"),
    (PageFeature::SaysLegal, "the words of title and URL"),
];

/// Number of features.
pub const WIDTH: usize = PageFeature::BodyShop as usize + 1;

columns! {
    // the text
    ParagraphLength "paragraph_length" "Characters of a paragraph, on average.";
    UpperShare "upper_share" "Share of the text's characters that are capitals.";
    DigitShare "digit_share" "Share of the text's characters that are digits.";
    Quotes "quotes" "Quotation marks per 1,000 characters.";
    Questions "questions" "Question and exclamation marks per 1,000 characters.";
    Commas "commas" "Commas per 1,000 characters.";
    FirstLength "first_length" "Characters of the first paragraph.";
    // the title
    TitleLength "title_length" "Characters of the title.";
    TitleWords "title_words" "Words of the title.";
    TitleParts "title_parts" "Parts of the title.";
    FirstPartWords "first_part_words" "Words of the title's longest part.";
    HeadlineWords "headline_words" "Words of the headline.";
    HeadlineInTitle "headline_in_title" "Share of the headline's words in the title.";
    TitleInHeadline "title_in_headline" "Share of the words of the title's longest part in the headline.";
    TitleIsSite "title_is_site" "1 if the title's longest part is only the name of the site.";
    // the URL; −1 where it is unknown
    Depth "depth" "Parts of the path.";
    LastLength "last_length" "Characters of the last part.";
    Hyphens "hyphens" "Hyphens in the part that has the most.";
    DigitRun "digit_run" "Digits of the longest number in the path.";
    DatedPath "dated_path" "1 if the path has a year and a month.";
    EndsWithSlash "ends_with_slash" "1 if the URL ends with a slash.";
    HasExtension "has_extension" "1 if the path ends like a file.";
    HasQuery "has_query" "1 if the URL has a query.";
    PathLength "path_length" "Characters of the path.";
    TitleInPath "title_in_path" "Share of the title's words whose beginnings occur in the path.";
    HeadlineInPath "headline_in_path" "Share of the headline's words whose beginnings occur in the path.";
    PathInTitle "path_in_title" "Share of the last part's words that occur in the title.";
    // what the page declares about itself
    OgType "og_type" "og:type: 2 article, 1 another, 0 none, −1 website.";
    ArticleType "article_type" "1 if a JSON-LD type is that of an article.";
    ListType "list_type" "1 if a JSON-LD type is that of a list, a profile or a search.";
    GoodsType "goods_type" "1 if a JSON-LD type is that of goods, an offer, a place or a business.";
    TalkType "talk_type" "1 if a JSON-LD type is that of a forum or of questions.";
    MediaType "media_type" "1 if a JSON-LD type is that of a video, recording or gallery.";
    Published "published" "Source of the publication date: 0 none, 1 visible text, 2 URL, 3 `<time>`, 4 `<meta>`, 5 JSON-LD.";
    Authors "authors" "Authors named.";
    Section "section" "1 if a section is named.";
    Tags "tags" "Keywords.";
    Image "image" "1 if there is a lead image.";
    DescriptionLength "description_length" "Characters of the description.";
    // the shape of the page
    Blocks "blocks" "Blocks of text.";
    ContentShare "content_share" "Share of the page's words that are content.";
    BlockWords "block_words" "Words of a block of content, on average.";
    LinkDensity "link_density" "Share of the page's words in links.";
    ContentLinkDensity "content_link_density" "Share of the content's words in links.";
    BigShare "big_share" "Share of the page's words in paragraphs: long blocks with few links.";
    LostShare "lost_share" "Share of the page's words in paragraphs that are not content.";
    RunShare "run_share" "Share of the content's words in its longest run.";
    LinkedHeadlines "linked_headlines" "Linked blocks long enough to be headlines.";
    LinkedShare "linked_share" "Share of the page's words in linked headlines.";
    Highest "highest" "The highest probability of a block.";
    Uncertainty "uncertainty" "Mean distance of the blocks' probabilities from certainty.";
    ExpectedShare "expected_share" "Share of the page's words that is content, by probability.";
    ContentBegins "content_begins" "Where the content begins, as a share of the blocks.";
    ContentSpan "content_span" "Share of the blocks from the first to the last content block.";
    ContentDensity "content_density" "Share of content among those blocks.";
    Sentences "sentences" "Share of the content's blocks that end like a sentence.";
    ItemsShare "items_share" "Share of the content's words in list items.";
    TableShare "table_share" "Share of the content's words in cells of tables, without paragraphs.";
    RecordSpread "record_spread" "Probability that two words of the content are in different siblings of one tag.";
    Records "records" "Effective number of those siblings.";
    RecordNoise "record_noise" "Share of their blocks that are not content.";
    RecordDates "record_dates" "Share of them with a date.";
    H1 "h1" "Blocks in `<h1>`.";
    H1Words "h1_words" "Words of the longest of them.";
    H2 "h2" "Blocks in `<h2>`.";
    H3 "h3" "Blocks in `<h3>` to `<h6>`.";
    LinkedHeadings "linked_headings" "Headings that are linked.";
    ContentHeadings "content_headings" "Headings inside the content.";
    TitleBlock "title_block" "Words of the block equal to the title, 0 if there is none.";
    FromHeadline "from_headline" "Blocks from the headline to the content.";
    Dates "dates" "Short blocks with a date.";
    DateDistance "date_distance" "Blocks from the headline to the nearest date, −1 if none is near.";
    BylineNear "byline_near" "1 if a byline is near the headline.";
    Times "times" "`<time>` elements.";
    Links "links" "Links.";
    LinksPerWord "links_per_word" "Links per word.";
    Articles "articles" "`<article>` elements.";
    Images "images" "`<img>` elements.";
    Videos "videos" "`<video>` elements.";
    Audios "audios" "`<audio>` elements.";
    Frames "frames" "`<iframe>` elements.";
    Forms "forms" "`<form>` elements.";
    Inputs "inputs" "`<input>` elements.";
    Passwords "passwords" "Password fields.";
    // short blocks with words of these kinds
    BlocksSocial "blocks_social" "Short blocks that name social networks.";
    BlocksLegal "blocks_legal" "Short blocks with words of legal notices.";
    BlocksSubscription "blocks_subscription" "Short blocks with words of subscription.";
    BlocksRelated "blocks_related" "Short blocks that lead to other articles.";
    BlocksMedia "blocks_media" "Short blocks with picture credits.";
    BlocksComment "blocks_comment" "Short blocks with words of comments.";
    BlocksAdvertisement "blocks_advertisement" "Short blocks with words of advertising.";
    BlocksByline "blocks_byline" "Short blocks with words of bylines.";
    BlocksEmbed "blocks_embed" "Short blocks with words of embedded content.";
    BlocksContact "blocks_contact" "Short blocks with words of contact.";
    // words of title and URL
    SaysLegal "says_legal" "Words of legal pages: 1 in the URL, 2 in the title, 3 in both.";
    SaysAccount "says_account" "The same for signing in, contact and help.";
    SaysList "says_list" "The same for topics, tags, authors, archives.";
    SaysMedia "says_media" "The same for videos, galleries, podcasts.";
    SaysGoods "says_goods" "The same for shops and prices.";
    SaysForum "says_forum" "The same for forums, questions and answers.";
    SaysLive "says_live" "The same for live coverage.";
    SaysDocs "says_docs" "The same for manuals and lessons.";
    SaysService "says_service" "The same for services of a company.";
    SaysNews "says_news" "The same for articles, stories, blogs.";
    // names of `<body>`
    BodyPost "body_post" "1 if `<body>` is called a post or an article.";
    BodyList "body_list" "1 if it is called an archive, a category, a search.";
    BodyPage "body_page" "1 if it is called a single page.";
    BodyShop "body_shop" "1 if it is called a product or a shop.";
}
