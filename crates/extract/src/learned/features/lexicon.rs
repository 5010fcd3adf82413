//! Words that tell what a block is for, in the larger languages of the press.
//!
//! Written down once from general knowledge of such pages, never from those the extractor is measured on. A line of a
//! lexicon holds words; `word*` stands for all that begin so, and `two_words` for a pair in a row.

use std::sync::LazyLock;

use super::column::Column;
use crate::fnv;

/// Bounds of the length of a stem, in characters.
pub(super) const SHORTEST_STEM: u32 = 4;
/// See [`SHORTEST_STEM`].
pub(super) const LONGEST_STEM: u32 = 11;

/// A set of lexica.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Lexica(u16);

impl Lexica {
    const SOCIAL: Self = Self(1);
    const LEGAL: Self = Self(1 << 1);
    const SUBSCRIPTION: Self = Self(1 << 2);
    const RELATED: Self = Self(1 << 3);
    const MEDIA: Self = Self(1 << 4);
    const COMMENT: Self = Self(1 << 5);
    const ADVERTISEMENT: Self = Self(1 << 6);
    const BYLINE: Self = Self(1 << 7);
    const EMBED: Self = Self(1 << 8);
    const CONTACT: Self = Self(1 << 9);
    /// Names of months.
    pub(super) const MONTH: Self = Self(1 << 10);
    /// Function words.
    pub(super) const STOP: Self = Self(1 << 11);
    /// A byline if it is the first word.
    const FIRST: Self = Self(1 << 12);

    #[inline]
    pub(super) fn has(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    #[inline]
    pub(super) fn add(&mut self, other: Self) {
        self.0 |= other.0;
    }

    /// Settles what counts at the start of a text only.
    #[inline]
    pub(super) fn without_first(self, elsewhere: bool) -> Self {
        if self.has(Self::FIRST) && !elsewhere {
            return Self(self.0 | Self::BYLINE.0);
        }
        self
    }
}

/// What a short text says: the lexica that it has words of, and whether it holds a date.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Says(u16);

impl Says {
    /// Lexica that are told apart.
    pub(crate) const KINDS: usize = 10;
    const DATE: u16 = 1 << 15;

    pub(super) fn of(lexica: Lexica, date: bool) -> Self {
        Self(lexica.0 & ((1 << Self::KINDS) - 1) | if date { Self::DATE } else { 0 })
    }

    /// Whether it holds a date.
    pub(crate) fn has_date(self) -> bool {
        self.0 & Self::DATE != 0
    }

    /// Whether it has words of a byline.
    pub(crate) fn has_byline(self) -> bool {
        self.0 & Lexica::BYLINE.0 != 0
    }

    /// By lexicon, in the order of their columns: whether it has words of it.
    pub(crate) fn kinds(self) -> impl Iterator<Item = bool> {
        (0..Self::KINDS).map(move |kind| self.0 & 1 << kind != 0)
    }
}

/// The features that lexica make.
pub(super) static COLUMNS: &[(Lexica, Column)] = &[
    (Lexica::SOCIAL, Column::Social),
    (Lexica::LEGAL, Column::Legal),
    (Lexica::SUBSCRIPTION, Column::Subscription),
    (Lexica::RELATED, Column::Related),
    (Lexica::MEDIA, Column::Media),
    (Lexica::COMMENT, Column::Comment),
    (Lexica::ADVERTISEMENT, Column::Advertisement),
    (Lexica::BYLINE, Column::Byline),
    (Lexica::EMBED, Column::Embed),
    (Lexica::CONTACT, Column::Contact),
];

#[rustfmt::skip]
static LINES: &[(Lexica, &str)] = &[
    (Lexica::SOCIAL, "facebook* twitter* whatsapp* instagram* pinterest* linkedin* telegram xing tweet* retweet* flipboard youtube tiktok threads bluesky mastodon share_on share_this share teilen compartir partager condividi delen udostępnij compartilhar"),
    (Lexica::LEGAL, "copyright* all_rights rights_reserved alle_rechte rechte_vorbehalten impressum datenschutz* privacy terms_of terms_and agb cookie* consent einwilligun* nutzungsbedingungen haftung* disclaimer tous_droits droits_réservés mentions_légales derechos_reservados aviso_legal diritti_riservati voorwaarden todos_os direitos_reservados prawa_zastrzeżone"),
    (Lexica::SUBSCRIPTION, "newsletter* subscri* abonn* abo sign_up signup sign_in log_in login anmelden anmeldung registrier* register_now premium epaper e_paper free_trial jetzt_testen angebot* kostenlos app plus suscri* inscri* iscriviti aanmelden nieuwsbrief zapisz boletín"),
    (Lexica::RELATED, "read_more read_also read_next also_read weiterlesen mehr_zum mehr_zur mehr_dazu zum_thema lesen_sie lies_auch auch_interessant related see_also more_from more_on more_about recommend* empfohlen könnte_sie trending most_read most_popular meistgelesen top_stories latest popular mehr_aus mehr_von mehr_infos continue_reading keep_reading erfahren_sie click_here hier_klicken siehe_auch lire_aussi à_lire sur_le_même lea_también te_puede leggi_anche vedi_anche lees_ook lees_meer czytaj_także zobacz_też leia_também leia_mais editor's_picks you_may don't_miss up_next"),
    (Lexica::MEDIA, "foto fotos photo* getty reuters dpa bild image* credit* quelle source afp picture_alliance imago video* gallery galerie shutterstock ap archiv ansa efe illustration screenshot crédit fuente fonte bron zdjęcie courtesy"),
    (Lexica::COMMENT, "comment* kommentar* reply replies antworten discuss* leserbrief* diskut* forum comentari* commentaire* commenti reacties komentarz*"),
    (Lexica::ADVERTISEMENT, "anzeige* advert* sponsor* werbung affiliate* promoted partner publicidad publicité pubblicità advertentie reklama patrocinad*"),
    (Lexica::BYLINE, "staff_writer redaktion korrespond* reporter updated last_updated published veröffentlicht aktualisiert stand min_read minutes_read lesezeit posted editor correspondent erschienen contributed_to written_by publié mis_à publicado actualizado pubblicato aggiornato gepubliceerd opublikowano redacción"),
    (Lexica::FIRST, "by von autor author text interview par por di door autorka"),
    (Lexica::EMBED, "extern* redaktionel* einem_klick inhalt_anzeigen inhalte_anzeigen javascript browser eingebunden* embedded dieser_inhalt personenbez* drittplattf* third_party enable_javascript view_this content_from"),
    (Lexica::CONTACT, "donat* spende* follow_us follow_on folgen_sie folge_uns contact* email e_mail kontakt* hinweis* tel phone www http https suivez síguenos seguici volg_ons"),
    (Lexica::MONTH, "january february march april may june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember mär okt dez jänner janvier février mars avril juin juillet août septembre octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre januari februari maart mei augustus janeiro fevereiro março maio junho julho setembro outubro novembro dezembro stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia"),
    (Lexica::STOP, "the a an of to in and is was for on that with as at by it he she they we you i be are were from his her their this which have has had not but or who will would its been more about after when if one said also than there out up can all into over what so no just like them could new other some because my our your me him us do did does being only any most how then where while such these those through before between both each very many much should may might"),
    (Lexica::STOP, "der die das und in zu den von mit sich des auf für ist im dem nicht ein eine als auch es an werden aus er hat dass sie nach wird bei einer um am sind noch wie einem über einen so zum war haben nur oder aber vor zur bis mehr durch man sein wurde sei ich wir ihr ihm ihn habe hatte kann gegen vom können schon wenn keine unter diese dieser seine seiner eines ihre ihrer damit doch dann jetzt was dazu sowie weil"),
    (Lexica::STOP, "le la les de des du et en un une est que qui dans pour sur pas plus par au aux avec il elle ils ce cette ces son sa ses se ne nous vous leur mais ou été ont sont était comme tout fait être avoir"),
    (Lexica::STOP, "el los las y del al lo una unos que en por con para su sus como más pero fue ha este esta entre cuando muy sin sobre ser también hasta desde todo nos ya"),
    (Lexica::STOP, "il lo gli dei delle della nel nella che non per con una si è sono come anche più ma dal alla loro questo questa stato"),
    (Lexica::STOP, "het een van en dat niet te zijn op voor met ook er maar om aan hij door bij uit nog naar dan wordt deze heeft wel geen"),
    (Lexica::STOP, "o os as um uma do da dos das no na em não por mais se foi são ao como para com ou seu sua"),
    (Lexica::STOP, "i w na z do że się nie jest to o jak po za od przez dla ale był jego są tym"),
    (Lexica::STOP, "och att det som på är av för med till den har inte om ett men var jag sig från vi så kan når og på til af ikke"),
    (Lexica::STOP, "и в не на что с как это по из у за от для же он но к бы так все"),
];

/// Open addressing by the low bits of a hash; empty entries have no lexica.
struct Table {
    slots: Vec<(u64, Lexica)>,
    /// One bit for each slot that a hash of the table falls on, to say no quickly.
    filter: Vec<u64>,
}

const SLOTS: usize = 1 << 12;
const FILTER_BITS: usize = 1 << 15;

impl Table {
    fn new() -> Self {
        Self {
            slots: vec![(0, Lexica(0)); SLOTS],
            filter: vec![0; FILTER_BITS / 64],
        }
    }

    fn insert(&mut self, hash: u64, lexica: Lexica) {
        let bit = fold(hash) % FILTER_BITS;
        self.filter[bit / 64] |= 1 << (bit % 64);
        let mut slot = fold(hash) % SLOTS;
        while self.slots[slot].1 != Lexica(0) && self.slots[slot].0 != hash {
            slot = (slot + 1) % SLOTS;
        }
        self.slots[slot].0 = hash;
        self.slots[slot].1.add(lexica);
    }

    #[inline]
    fn get(&self, hash: u64) -> Lexica {
        let bit = fold(hash) % FILTER_BITS;
        if self.filter[bit / 64] >> (bit % 64) & 1 == 0 {
            return Lexica(0);
        }
        let mut slot = fold(hash) % SLOTS;
        while self.slots[slot].1 != Lexica(0) {
            if self.slots[slot].0 == hash {
                return self.slots[slot].1;
            }
            slot = (slot + 1) % SLOTS;
        }
        Lexica(0)
    }
}

#[expect(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
#[inline]
fn fold(hash: u64) -> usize {
    (hash ^ (hash >> 29)) as usize
}

struct Tables {
    words: Table,
    stems: Table,
    pairs: Table,
}

static TABLES: LazyLock<Tables> = LazyLock::new(|| {
    let mut tables = Tables {
        words: Table::new(),
        stems: Table::new(),
        pairs: Table::new(),
    };
    for (lexica, line) in LINES {
        for entry in line.split_ascii_whitespace() {
            if let Some(stem) = entry.strip_suffix('*') {
                tables.stems.insert(hash(stem), *lexica);
            } else if let Some((one, two)) = entry.split_once('_') {
                tables.pairs.insert(pair_of(hash(one), hash(two)), *lexica);
            } else {
                tables.words.insert(hash(entry), *lexica);
            }
        }
    }
    tables
});

fn hash(word: &str) -> u64 {
    fnv::hash(word.chars())
}

#[inline]
fn pair_of(one: u64, two: u64) -> u64 {
    (one.rotate_left(21) ^ two).wrapping_mul(fnv::PRIME)
}

/// The lexica that hold a word.
#[inline]
pub(super) fn word(hash: u64) -> Lexica {
    TABLES.words.get(hash)
}

/// The lexica that hold a stem.
#[inline]
pub(super) fn stem(hash: u64) -> Lexica {
    TABLES.stems.get(hash)
}

/// The lexica that hold two words in a row.
#[inline]
pub(super) fn pair(one: u64, two: u64) -> Lexica {
    TABLES.pairs.get(pair_of(one, two))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stems_have_lengths_that_are_looked_up() {
        for (_, line) in LINES {
            for stem in line
                .split_ascii_whitespace()
                .filter_map(|e| e.strip_suffix('*'))
            {
                let length = u32::try_from(stem.chars().count()).unwrap();
                assert!((SHORTEST_STEM..=LONGEST_STEM).contains(&length), "{stem}");
            }
        }
    }

    #[test]
    fn words_stems_and_pairs_are_found_and_nothing_else() {
        assert!(word(hash("impressum")).has(Lexica::LEGAL));
        assert!(stem(hash("newsletter")).has(Lexica::SUBSCRIPTION));
        assert!(pair(hash("read"), hash("more")).has(Lexica::RELATED));
        assert!(!pair(hash("more"), hash("read")).has(Lexica::RELATED));
        assert_eq!(word(hash("giraffe")), Lexica(0));
    }
}
