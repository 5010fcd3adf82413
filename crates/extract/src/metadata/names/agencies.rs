//! News agencies, told by their names as bylines write them.

use crate::metadata::text::letters;

/// Agencies whose short names bylines write in lower case too.
const SMALL: [&str; 16] = [
    "afp", "anp", "ap", "apa", "dapd", "ddp", "dpa", "dts", "epd", "kna", "ntb", "pap", "sda",
    "sid", "stt", "ats",
];
/// Short names that count in capitals only: in lower case they are words, or names of persons.
const CAPITALS: [&str; 40] = [
    "AA", "AAP", "AGI", "AGERPRES", "ANI", "ANSA", "APTN", "BNS", "BTA", "CNA", "CP", "CTK", "ČTK",
    "DPA", "EFE", "ELTA", "HINA", "IANS", "IRNA", "JIJI", "LETA", "LPS", "LUSA", "MENA", "MTI",
    "PA", "PTI", "RIA", "SITA", "STA", "TASR", "TASS", "TT", "UNI", "UPI", "VNA", "WAM", "XINHUA",
    "ATA", "QNA",
];
/// Names in full: their letters, in lower case.
const NAMES: [&str; 61] = [
    "adnkronos",
    "agencefrancepresse",
    "agenciaefe",
    "agencialusa",
    "algemeennederlandspersbureau",
    "anadolu",
    "anadoluagency",
    "anadoluajansı",
    "ansa",
    "antara",
    "apnews",
    "associatedpress",
    "ataats",
    "australianassociatedpress",
    "austriapresseagentur",
    "belga",
    "bernama",
    "bloomberg",
    "bloombergnews",
    "bnonews",
    "canadianpress",
    "dpaafx",
    "dpainfocom",
    "dtsnachrichtenagentur",
    "efe",
    "europapress",
    "evangelischerpressedienst",
    "interfax",
    "itartass",
    "jijipress",
    "katholischenachrichtenagentur",
    "keystonesda",
    "kyodo",
    "kyodonews",
    "lapresse",
    "lusa",
    "newsaktuell",
    "notimex",
    "pamedia",
    "pressassociation",
    "presstrustofindia",
    "reuters",
    "ritzau",
    "rianovosti",
    "sdaats",
    "sportinformationsdienst",
    "tanjug",
    "tass",
    "theassociatedpress",
    "thecanadianpress",
    "thomsonreuters",
    "ttnyhetsbyrån",
    "ukrinform",
    "unitedpressinternational",
    "xinhua",
    "xinhuanet",
    "yonhap",
    "연합뉴스",
    "共同通信",
    "新华社",
    "時事通信",
];
/// Words after the name of an agency that are not part of it.
const AFTER: [&str; 9] = [
    "in",
    "staff",
    "writer",
    "writers",
    "sports",
    "reporters",
    "reporter",
    "wire",
    "à",
];
/// Words of an agency's name at most.
const MOST_WORDS: usize = 4;

/// The agency that a name in a byline is, as written, without what follows: `Reuters Staff`, `Associated Press in Madrid`.
pub(in crate::metadata) fn agency(name: &str) -> Option<&str> {
    let name = name.trim_matches(|c: char| !c.is_alphanumeric());
    let ends = name
        .match_indices([' ', '/'])
        .map(|(at, _)| at)
        .take(MOST_WORDS);
    let ends = std::iter::once(name.len()).chain(ends);
    ends.into_iter().find_map(|end| {
        let (head, tail) = name.split_at(end);
        let follows = tail.trim_start_matches([' ', '/']);
        let word = follows.split(' ').next().unwrap_or_default();
        let ends = tail.is_empty()
            || tail.starts_with('/')
            || AFTER.contains(&word.to_lowercase().as_str());
        (ends && is_agency(head)).then_some(head)
    })
}

fn is_agency(name: &str) -> bool {
    SMALL.contains(&name)
        || SMALL.iter().any(|small| is_in_capitals(name, small))
        || CAPITALS.contains(&name)
        || NAMES.contains(&letters(name).as_str())
}

fn is_in_capitals(name: &str, small: &str) -> bool {
    name.len() == small.len() && small.chars().flat_map(char::to_uppercase).eq(name.chars())
}

#[cfg(test)]
mod tests {
    use super::agency;

    #[test]
    fn agencies_are_told_from_words_and_persons() {
        for (name, found) in [
            ("dpa", Some("dpa")),
            ("DPA", Some("DPA")),
            ("(dpa/lby)", Some("dpa")),
            ("AFP", Some("AFP")),
            ("Reuters Staff", Some("Reuters")),
            ("Associated Press in Madrid", Some("Associated Press")),
            ("Keystone-SDA", Some("Keystone-SDA")),
            ("TT", Some("TT")),
            ("Petra", None),
            ("tt", None),
            ("Ap", None),
            ("Bloomberg Erika", None),
            ("", None),
        ] {
            assert_eq!(agency(name), found, "{name}");
        }
    }
}
