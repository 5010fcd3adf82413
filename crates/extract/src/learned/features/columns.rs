//! The columns, by name.

use html::TextDocument;

/// Bounds of counts of blocks, of the words of a block, and of the words of a container. A long article is made of more of the same, so
/// the trees see no more of it than of the pages that they were trained on.
const MOST_BLOCKS: f32 = 60.0;
const MOST_WORDS: f32 = 120.0;
const MOST_WORDS_OF_CONTAINER: f32 = 1_500.0;

macro_rules! columns {
    ($($variant:ident $name:literal $meaning:literal $(, at most $bound:expr)?;)*) => {
        /// A feature of a block.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        #[repr(u16)]
        pub enum BlockFeature { $(#[doc = $meaning] $variant),* }

        /// The names of the features, in the order of their columns.
        pub static NAMES: &[&str] = &[$($name),*];

        /// The greatest value of each column.
        static BOUNDS: [f32; WIDTH] = [$(bound!($($bound)?)),*];
    };
}

macro_rules! bound {
    () => {
        f32::MAX
    };
    ($bound:expr) => {
        $bound
    };
}

/// Number of features of [`NAMES`].
pub const WIDTH: usize = BlockFeature::IsThread as usize + 1;

columns! {
    // the text itself
    Words "words" "Words.", at most MOST_WORDS;
    Characters "characters" "Characters.", at most 6.0 * MOST_WORDS;
    WordLength "word_length" "Mean length of a word, in characters.";
    LinkDensity "link_density" "Words inside links / words.";
    Links "links" "Links that begin in it.", at most MOST_WORDS / 12.0;
    LinkWords "link_words" "Words inside links.", at most MOST_WORDS;
    TextDensity "text_density" "Words per 80-column line.";
    UpperShare "upper_share" "Share of words that begin with a capital.";
    CapsShare "caps_share" "Share of words in capitals.";
    DigitShare "digit_share" "Share of characters that are digits.";
    CommaShare "comma_share" "Commas per word.";
    Sentences "sentences" "Ends of sentences.", at most MOST_WORDS / 12.0;
    SentenceWords "sentence_words" "Words per sentence.";
    EndKind "end_kind" "How it ends: 1 full stop, 2 colon, 3 ellipsis, 4 quote, 0 otherwise.";
    StartKind "start_kind" "How it starts: 0 lower case, 1 upper case, 2 digit, 3 quote, 4 otherwise.";
    Separators "separators" "Separators of list entries: | • · » › → /.", at most MOST_WORDS / 12.0;
    StopShare "stop_share" "Share of words that are function words.";
    Date "date" "1 if a short text contains a date.";
    Time "time" "1 if a short text contains a time of day.";
    Questions "questions" "Question and exclamation marks.", at most MOST_WORDS / 12.0;
    Quotes "quotes" "Quotation marks.", at most MOST_WORDS / 12.0;
    BoldShare "bold_share" "Share of words in bold.";
    LineBreaks "line_breaks" "Single line breaks inside it.", at most MOST_WORDS / 12.0;
    SameBefore "same_before" "Blocks of the same words before it.", at most MOST_BLOCKS;
    SameElsewhere "same_elsewhere" "Other blocks of the same words.", at most MOST_BLOCKS;
    RepeatsBefore "repeats_before" "Share of its 4-word shingles that are in an earlier block.";
    RepeatsAfter "repeats_after" "Share of its 4-word shingles that are in a later block.";
    Social "says_social" "Names of social networks: 1 in a short text, 0.5 in a long one.";
    Legal "says_legal" "Words of legal notices.";
    Subscription "says_subscription" "Words of subscription and registration.";
    Related "says_related" "Words that lead to other articles.";
    Media "says_media" "Words of picture credits.";
    Comment "says_comment" "Words of comment sections.";
    Advertisement "says_advertisement" "Words of advertising.";
    Byline "says_byline" "Words of bylines.";
    Embed "says_embed" "Words of consent to embedded content.";
    Contact "says_contact" "Words of contact and donation.";
    // compared with the titles
    TitleCover "title_cover" "Share of its words that a title has.";
    TitleCovered "title_covered" "Share of a title's words that it has.";
    IsHeadline "is_headline" "1 if it has the words of an h1.";
    DescriptionCover "description_cover" "Share of its words that the description has.";
    DescriptionCovered "description_covered" "Share of the description's words that it has.";
    // its position in the page
    Index "index" "Blocks before it.", at most MOST_BLOCKS;
    RelativeIndex "relative_index" "Blocks before it / blocks.";
    WordsBefore "words_before" "Share of the page's words before it.";
    WordsAfter "words_after" "Share of the page's words after it.";
    PageBlocks "page_blocks" "Blocks of the page.", at most MOST_BLOCKS;
    PageWords "page_words" "Words of the page.", at most MOST_WORDS_OF_CONTAINER;
    PageLinkDensity "page_link_density" "Link density of the page.";
    FromHeadline "from_headline" "Blocks since the headline, negative before it.", at most MOST_BLOCKS;
    WordsFromHeadline "words_from_headline" "Words since the headline, negative before it.", at most MOST_WORDS_OF_CONTAINER;
    AfterHeadline "after_headline" "1 after the headline, 2 at it, 0 before it, -1 if there is none.";
    FromTitle "from_title" "Blocks since the block most like a title.", at most MOST_BLOCKS;
    BigBefore "big_before" "Blocks of at least 20 words and few links before it.", at most MOST_BLOCKS;
    BigAfter "big_after" "Blocks of at least 20 words and few links after it.", at most MOST_BLOCKS;
    Headlines "headlines" "h1 blocks of the page.";
    WordsOfBefore "words_of_before" "Words of the block before.", at most MOST_WORDS;
    LinkDensityOfBefore "link_density_of_before" "Link density of the block before.";
    WordsOfNext "words_of_next" "Words of the next block.", at most MOST_WORDS;
    LinkDensityOfNext "link_density_of_next" "Link density of the next block.";
    FromLong "from_long" "Blocks since the previous running text, 60 at most.";
    LongBeforeIsSibling "long_before_is_sibling" "1 if that block has the same parent, -1 if there is none.";
    LongBeforeIsAlike "long_before_is_alike" "1 if that block has the same path of tags and classes, -1 if there is none.";
    ToLong "to_long" "Blocks to the next running text, 60 at most.";
    LongAfterIsSibling "long_after_is_sibling" "1 if that block has the same parent, -1 if there is none.";
    LongAfterIsAlike "long_after_is_alike" "1 if that block has the same path of tags and classes, -1 if there is none.";
    SameStart "same_start" "Blocks that begin with the same two words, including itself.", at most MOST_BLOCKS;
    SameEnd "same_end" "Blocks that end with the same two words, including itself.", at most MOST_BLOCKS;
    // the elements around it
    OwnTag "tag" "Code of its element.";
    ParentTag "parent_tag" "Code of the element around its element.";
    GrandparentTag "grandparent_tag" "Code of the next element outwards.";
    Depth "depth" "Elements around it.";
    DepthChange "depth_change" "Depth minus the depth of the block before.";
    InParagraph "in_p" "1 inside p.";
    InItem "in_li" "1 inside li.";
    InArticle "in_article" "Articles around it.";
    InMain "in_main" "1 inside main.";
    InNav "in_nav" "1 inside nav.";
    InAside "in_aside" "1 inside aside.";
    InFooter "in_footer" "1 inside footer.";
    InHeader "in_header" "1 inside header.";
    InFigure "in_figure" "1 inside figure or figcaption.";
    InTable "in_table" "1 inside table.";
    InForm "in_form" "1 inside form.";
    InQuote "in_quote" "1 inside blockquote.";
    InSection "in_section" "1 inside section.";
    InDefinitions "in_dl" "1 inside dl.";
    InHeading "in_heading" "1 inside h1 to h6.";
    InBody "in_article_body" "1 inside itemprop=articleBody.";
    InProperty "in_itemprop" "1 inside another itemprop.";
    InLandmark "in_landmark" "1 inside a landmark role other than main.";
    InCustom "in_custom" "1 inside a custom element.";
    InComments "in_comments" "1 inside an element named after comments.";
    Sibling "sibling" "Blocks of the same parent before it.", at most MOST_BLOCKS;
    InSameElement "in_same_element" "Blocks directly in its element.", at most MOST_BLOCKS;
    SameParentAsBefore "same_parent" "1 if the block before has the same parent.";
    Articles "articles" "Articles of the page.";
    ArticleOrdinal "article_ordinal" "Ordinal of its article, 0 for none.";
    HasMain "has_main" "1 if the page has a main part.";
    // its containers
    ParentWords "parent_words" "Words in its element's parent.", at most MOST_WORDS_OF_CONTAINER;
    ParentLinkDensity "parent_link_density" "Link density in its element's parent.";
    ParentBlocks "parent_blocks" "Blocks in its element's parent.", at most MOST_BLOCKS;
    ParentLong "parent_long" "Long-text words in its element's parent.", at most MOST_WORDS_OF_CONTAINER;
    ParentShare "parent_share" "Share of the page's long text in its element's parent.";
    GrandparentWords "grandparent_words" "Words one level up.", at most MOST_WORDS_OF_CONTAINER;
    GrandparentLinkDensity "grandparent_link_density" "Link density one level up.";
    GrandparentShare "grandparent_share" "Share of long text one level up.";
    GreatGrandparentShare "great_grandparent_share" "Share of long text two levels up.";
    PathShare "path_share" "Share of long text at the same path of tags.";
    PathBlocks "path_blocks" "Blocks at the same path of tags.", at most MOST_BLOCKS;
    ClassPathShare "class_path_share" "Share of long text at the same path of tags and classes.";
    ClassPathBlocks "class_path_blocks" "Blocks there.", at most MOST_BLOCKS;
    ClassPathLinkDensity "class_path_link_density" "Link density there.";
    ClassPathMeanWords "class_path_mean_words" "Words per block there.", at most MOST_WORDS;
    ClassPathSpread "class_path_spread" "Parents of the blocks there / blocks.";
    ClassShare "class_share" "Share of long text in elements of the same tag and class.";
    ParentScore "parent_score" "Long text directly below its parent / most of any element.";
    NearScore "near_score" "The same with half of what is one level deeper.";
    InTop "in_top" "1 inside the element with the best parent score.";
    InNearTop "in_near_top" "1 inside the element with the best near score.";
    FromFirst "from_first" "Blocks since the first long one of that element.", at most MOST_BLOCKS;
    FromLast "from_last" "Blocks since the last long one of it.", at most MOST_BLOCKS;
    InHalf "in_half" "1 inside the deepest element with half of the long text.";
    InMost "in_most" "1 inside the deepest element with 70 % of it.";
    InNearlyAll "in_nearly_all" "1 inside the deepest element with 90 % of it.";
    CommentShare "comment_share" "Share of the page's long text inside elements named after comments.";
    LongAround "long_around" "Long-text words within five blocks.", at most MOST_WORDS_OF_CONTAINER;
    // the page type by its own markup
    IsThread "is_thread" "1 if the page declares itself a forum thread.";
}

/// Writes the cells of a row.
pub(super) struct RowWriter<'a>(&'a mut [f32]);

impl<'a> RowWriter<'a> {
    pub(super) fn over(row: &'a mut [f32]) -> Self {
        Self(row)
    }

    /// Sets a feature, within its bound.
    #[inline]
    pub(super) fn set(&mut self, column: BlockFeature, value: f32) {
        self.set_at(column as usize, value);
    }

    /// Sets the features of consecutive columns.
    #[inline]
    pub(super) fn set_from(&mut self, first: BlockFeature, values: &[f32]) {
        for (column, value) in (first as usize..).zip(values) {
            self.set_at(column, *value);
        }
    }

    #[inline]
    fn set_at(&mut self, column: usize, value: f32) {
        if let Some(cell) = self.0.get_mut(column) {
            let bound = BOUNDS[column];
            *cell = value.clamp(-bound, bound);
        }
    }

    /// Sets a bounded feature whose value is unknown, to twice its bound.
    #[inline]
    pub(super) fn set_unknown(&mut self, column: BlockFeature) {
        if let Some(cell) = self.0.get_mut(column as usize) {
            *cell = 2.0 * BOUNDS[column as usize];
        }
    }

    #[inline]
    pub(super) fn flag(&mut self, column: BlockFeature, value: bool) {
        self.set(column, f32::from(u8::from(value)));
    }
}

/// A count as a feature: exact up to 2^24.
#[expect(
    clippy::cast_precision_loss,
    reason = "a count above 2^24 needs no more than its size"
)]
#[inline]
pub(crate) fn count(n: usize) -> f32 {
    n as f32
}

/// `part / whole`, or 0 if `whole` is 0.
#[inline]
pub(super) fn share(part: f32, whole: f32) -> f32 {
    if whole > 0.0 { part / whole } else { 0.0 }
}

/// Words of a block outside links, if it is running text; 0 if it is short or mostly linked.
#[inline]
pub(super) fn long_words(document: &TextDocument, block: usize) -> f32 {
    let block = &document.blocks[block];
    if block.words >= 10 && block.link_density() < 0.4 {
        count((block.words - block.link_words) as usize)
    } else {
        0.0
    }
}
