//! Words of titles and addresses that tell what a page is for.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::columns::Column;
use crate::title;

/// Whole words, in lower case, without accents in addresses; `word*` is the beginning of one.
#[rustfmt::skip]
pub(super) static LEXICA: [(Column, &str); 10] = [
    (Column::SaysLegal, "impressum imprint datenschutz* privacy terms agb cookie cookies haftung* nutzungsbedingungen legal disclaimer mentions legales confidentialité confidentialite privacidad aviso informativa privacyverklaring voorwaarden regulamin prywatności prywatnosci copyright policy policies conditions accessibility barrierefreiheit widerruf*"),
    (Column::SaysAccount, "login signin signup register registration registrierung anmelden anmeldung konto account password passwort subscribe abonnieren abo newsletter contact kontakt hilfe help support faq contacto contatti connexion inscription about karriere jobs career careers mediadaten advertise sitemap feedback suche search"),
    (Column::SaysList, "tag tags topic topics thema themen category categories kategorie rubrik ressort archive archiv archives author authors autor autoren autorin page seite section sections news latest aktuell overview übersicht uebersicht index schlagwort dossier"),
    (Column::SaysMedia, "video videos watch mediathek gallery galleries galerie fotostrecke* bilderstrecke* bilder fotos photos photo pictures slideshow diashow podcast podcasts audio listen hören hoeren episode radio tv player 360"),
    (Column::SaysGoods, "shop store product products produkt produkte p buy price prices cart warenkorb kaufen angebot angebote deals pricing order tickets item dp"),
    (Column::SaysForum, "forum forums thread threads showthread viewtopic discussion discussions community question questions answers t topic r comments"),
    (Column::SaysLive, "live liveticker live-blog liveblog ticker newsticker live-updates newsblog minute"),
    (Column::SaysDocs, "docs doc documentation manual guide guides tutorial tutorials reference api learn course courses book wiki glossary chapter lesson handbook handbuch anleitung"),
    (Column::SaysService, "service services solutions solution consulting agency company companies quote pricing portfolio leistungen unternehmen team programs program degrees industries"),
    (Column::SaysNews, "blog blogs article articles artikel story stories post posts news nachrichten politik politics sport wirtschaft business opinion meinung kultur world welt panorama"),
];

/// Words of the names of `<body>`.
#[rustfmt::skip]
pub(super) static BODY: [(Column, &str); 4] = [
    (Column::BodyPost, "single post article story artikel beitrag entry"),
    (Column::BodyList, "archive category tag author search blog home front list listing index taxonomy term results section overview"),
    (Column::BodyPage, "page static template landing contact about login register user account"),
    (Column::BodyShop, "product products woocommerce shop store cart catalog catalogue ecommerce"),
];

/// The word lists of [`LEXICA`], each word with its column.
static WORDS: LazyLock<HashMap<&'static str, Column>> = LazyLock::new(|| {
    let lists = LEXICA.iter();
    let words = lists.flat_map(|(column, list)| list.split(' ').map(|word| (word, *column)));
    words.collect()
});

/// The entries that are beginnings of words.
static STEMS: LazyLock<Vec<(&'static str, Column)>> = LazyLock::new(|| {
    let words = WORDS.iter();
    let stems = words.filter_map(|(word, column)| Some((word.strip_suffix('*')?, *column)));
    stems.collect()
});

/// The columns whose words the names of `<body>` have.
pub(super) fn named(body: &str) -> impl Iterator<Item = Column> {
    BODY.iter().filter_map(|(column, list)| {
        let mut words = title::words(body);
        words
            .any(|word| list.split(' ').any(|name| name == word))
            .then_some(*column)
    })
}

/// The columns whose words a text has.
pub(super) fn said(text: &str) -> impl Iterator<Item = Column> {
    title::words(text).filter_map(|word| {
        let exact = WORDS.get(word.as_str());
        exact.or_else(|| starts(&word)).copied()
    })
}

/// The entry that is the beginning of a word.
fn starts(word: &str) -> Option<&'static Column> {
    let stems = STEMS.iter();
    stems
        .filter(|(stem, _)| word.starts_with(stem))
        .max_by_key(|(stem, _)| stem.len())
        .map(|(_, column)| column)
}
