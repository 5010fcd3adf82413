//! What kind of name it is that stands in a byline.

use html::is_ideograph;

/// Longest name, in characters and in words.
pub(super) const LONGEST: usize = 60;
const MOST_WORDS: usize = 7;
/// Characters of a Chinese, Japanese or Korean name.
const CJK_NAME: std::ops::RangeInclusive<usize> = 2..=6;
/// Words that end the name of a company.
const COMPANY_ENDS: [&str; 8] = [
    " inc", " inc.", " gmbh", " ltd", " llc", " ag", " corp", " plc",
];
/// Words of desks and outlets, in lower case.
const DESKS: [&str; 34] = [
    "agencies",
    "agency",
    "bureau",
    "desk",
    "editors",
    "e.v",
    "e.v.",
    "editorial",
    "foundation",
    "group",
    "magazin",
    "magazine",
    "media",
    "network",
    "news",
    "newsdesk",
    "newsroom",
    "online",
    "online-redaktion",
    "onlineredaktion",
    "press",
    "presse",
    "redactie",
    "redaction",
    "redacción",
    "redação",
    "redaktion",
    "redaktionen",
    "redazione",
    "rédaction",
    "staff",
    "stiftung",
    "team",
    "verlag",
];
/// Desks that need no other word beside them.
const DESKS_ALONE: [&str; 9] = [
    "newsdesk",
    "newsroom",
    "online-redaktion",
    "onlineredaktion",
    "redaktion",
    "redazione",
    "redacción",
    "redação",
    "rédaction",
];
/// Ends of Chinese, Japanese and Korean names of desks.
const DESK_ENDS: [&str; 5] = ["編集部", "编辑部", "取材班", "편집부", "취재팀"];
/// Trades and what else is said in place of a name, in lower case.
const NOT_OF_PERSONS: [&str; 40] = [
    "about",
    "admin",
    "administrator",
    "all",
    "anonymous",
    "articles",
    "author",
    "authors",
    "autor",
    "autoren",
    "chief",
    "columnist",
    "contributor",
    "correspondent",
    "editor",
    "email",
    "follow",
    "from",
    "guest",
    "inc",
    "journalist",
    "korrespondent",
    "minute",
    "minuten",
    "minutes",
    "more",
    "n/a",
    "no",
    "none",
    "photographer",
    "redakteur",
    "redakteurin",
    "reporter",
    "reports",
    "service",
    "services",
    "unknown",
    "volontär",
    "webmaster",
    "writer",
];
/// Lower-case words inside names.
const PARTICLES: [&str; 22] = [
    "von", "van", "de", "der", "den", "zu", "zur", "da", "di", "del", "della", "dos", "du", "la",
    "le", "bin", "al", "el", "ten", "ter", "af", "e",
];
/// Degrees and the like after a name, in capitals.
const DEGREES: [&str; 14] = [
    "BA", "CFA", "DDS", "DO", "II", "III", "IV", "JD", "JR", "MA", "MBA", "MD", "MPH", "RD",
];
/// Places of two words that stand after a name.
const PLACES: [&str; 16] = [
    "new york",
    "los angeles",
    "san francisco",
    "tel aviv",
    "hong kong",
    "new delhi",
    "den haag",
    "the hague",
    "buenos aires",
    "são paulo",
    "sao paulo",
    "mexico city",
    "washington d.c",
    "rio de janeiro",
    "st. gallen",
    "st. petersburg",
];
/// What follows a name in Korean, Japanese and Chinese bylines.
const CJK_TITLES: [&str; 12] = [
    "기자",
    "특파원",
    "記者",
    "记者",
    "編集委員",
    "通讯员",
    "論説委員",
    "선임기자",
    "氏",
    "さん",
    "著",
    "撰文",
];

/// Whether a word may stand in lower case inside a name.
pub(in crate::metadata) fn is_particle(word: &str) -> bool {
    PARTICLES.contains(&word)
}

/// Whether a name is all capitals, as acronyms are, and no degree.
pub(super) fn is_in_capitals(name: &str) -> bool {
    let mut letters = name.chars().filter(|c| c.is_alphabetic());
    letters.clone().count() >= 2
        && letters.all(char::is_uppercase)
        && !DEGREES.contains(&name.replace('.', "").as_str())
        && !name.split(' ').any(|word| word.chars().count() == 1)
}

/// Whether a name is that of a place rather than of a second person.
pub(super) fn is_mark_of_place(name: &str) -> bool {
    PLACES.contains(&name.to_lowercase().as_str())
}

/// Whether a name is that of a desk, a team, an outlet.
pub(super) fn is_desk(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_word = |list: &[&str], word: &str| list.contains(&word);
    let words = || lower.split(' ');
    let short = words().count() <= MOST_WORDS && name.chars().count() <= LONGEST;
    let desk = words().any(|word| is_word(&DESKS, word));
    let other = words().any(|word| {
        word.chars().count() > 1 && !is_word(&DESKS, word) && !is_word(&NOT_OF_PERSONS, word)
    });
    let plain = !super::is_no_name(name) && !name.contains(':');
    let begins = name.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    plain
        && short
        && (begins && desk && other
            || DESKS_ALONE.contains(&lower.as_str())
            || begins && COMPANY_ENDS.iter().any(|end| lower.ends_with(end))
            || DESK_ENDS.iter().any(|end| name.ends_with(end)))
}

/// A Korean, Japanese or Chinese name without the word for reporter after it.
pub(super) fn without_title(name: &str) -> &str {
    let mut name = name;
    if let Some((head, _)) = name.split_once(" 외 ") {
        name = head;
    }
    for title in CJK_TITLES {
        if let Some(head) = name.strip_suffix(title)
            && is_cjk_name(head.trim_end())
        {
            name = head.trim_end();
        }
    }
    name
}

/// Whether a name without blanks may be a full one: Chinese, Japanese or Korean.
pub(in crate::metadata) fn is_cjk_name(name: &str) -> bool {
    let is_hangul = |c: char| matches!(c, '\u{ac00}'..='\u{d7a3}');
    let bare = || name.chars().filter(|c| !c.is_whitespace());
    CJK_NAME.contains(&bare().count())
        && bare().all(|c| is_ideograph(c) || is_hangul(c))
        && name.split_whitespace().count() <= 2
        && !DESK_ENDS.iter().any(|end| name.ends_with(end))
        && ![
            "新聞", "新闻", "通信", "編集", "网", "報", "社", "뉴스", "일보",
        ]
        .iter()
        .any(|end| name.ends_with(end))
}

/// Whether a name may be that of a person.
pub(in crate::metadata) fn is_person(name: &str) -> bool {
    let lower = name.to_lowercase();
    let mut words = lower.split(' ');
    let first = name.split(' ').next().unwrap_or_default();
    let small = first.starts_with(char::is_lowercase) && !is_particle(first);
    name.chars().count() <= LONGEST
        && !super::is_no_name(name)
        && name.split(' ').count() <= MOST_WORDS
        && name.chars().filter(char::is_ascii_digit).count() <= 2
        && !name.starts_with(|c: char| c.is_ascii_digit())
        && !name.contains('[')
        && !small
        && !is_domain(&lower)
        && !COMPANY_ENDS.iter().any(|end| lower.ends_with(end))
        && !words.any(|word| NOT_OF_PERSONS.contains(&word) || DESKS.contains(&word))
}

/// `mdr.de` is an outlet.
fn is_domain(name: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(host, end)| {
        !name.contains(' ')
            && host.len() > 1
            && (2..=4).contains(&end.len())
            && end.bytes().all(|b| b.is_ascii_lowercase())
    })
}
