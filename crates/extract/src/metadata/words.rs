//! Words of dates: months, and what stands between the parts.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::token::Token;

/// Names and abbreviations of the months in lower case, in the forms that stand in dates. Of a word that means different
/// months in two languages, the one of the larger language is taken (`listopada` is November in Polish, October in Croatian).
const MONTHS: [&str; 12] = [
    // Germanic and Romance languages; Slavic ones; Baltic, Finnic, Hungarian, Greek, Turkish; others.
    "jan january januar jänner jaen jän janvier janv enero ene gennaio gen januari janeiro gener ianuarie ian janúar \
     stycznia styczeń sty ledna leden led januára января январь янв січня січень січ януари яну јануар siječnja januarja \
     sausio janvāris janvāra jaanuar jaanuari tammikuu tammikuuta január ιανουαρίου ιανουάριος ιαν ocak oca ינואר בינואר يناير جانفي जनवरी janeiro",
    "feb february februar feber février févr fév fevrier febrero febbraio februari fevereiro fev febrer februarie febrúar \
     lutego luty lut února únor úno februára февраля февраль фев лютого лютий лют февруари фебруар veljače februarja \
     vasario februāris februāra veebruar veebruari helmikuu helmikuuta február φεβρουαρίου φεβρουάριος φεβ şubat şub פברואר בפברואר فبراير فيفري फरवरी",
    "mar march märz mär mrz maerz mars marzo maart mrt março marts martie març mars marzec \
     marca března březen bře марта март мар березня березень бер ožujka \
     kovo marts marta märts märtsi maaliskuu maaliskuuta március márc μαρτίου μάρτιος μαρ mart מרץ במרץ مارس मार्च",
    "apr april avril avr abril abr aprile aprilie apríl d’abril \
     kwietnia kwiecień kwi dubna duben dub apríla апреля апрель апр квітня квітень кві април travnja aprila \
     balandžio aprīlis aprīļa aprill aprilli huhtikuu huhtikuuta április ápr απριλίου απρίλιος απρ nisan nis אפריל באפריל أبريل ابريل إبريل أفريل अप्रैल",
    "may mai mayo maggio mag mei maio maj maí maig \
     maja května květen kvě mája мая май травня травень тра мај svibnja \
     gegužės maijs maija toukokuu toukokuuta május máj μαΐου μάιος μαΐ μαι mayıs במאי מאי مايو ماي मई",
    "jun june juni juin junio giugno giu junho juny iunie iun júní \
     czerwca czerwiec cze června červen čvn júna июня июнь июн червня червень чер юни јун lipnja junija juna \
     birželio jūnijs jūnija juuni juunikuu kesäkuu kesäkuuta június jún ιουνίου ιούνιος ιουν haziran haz יוני ביוני يونيو جوان जून",
    "jul july juli juillet juil julio luglio lug julho juliol iulie iul júlí \
     lipca lipiec lip července červenec čvc júla июля июль июл липня липень лип юли јул srpnja julija jula \
     liepos jūlijs jūlija juuli juulikuu heinäkuu heinäkuuta július júl ιουλίου ιούλιος ιουλ temmuz tem יולי ביולי يوليو जुलाई",
    "aug august août aout agosto ago augustus augusti agost ágúst \
     sierpnia sierpień sie srpna srpen srp augusta августа август авг серпня серпень сер август kolovoza avgusta avgust \
     rugpjūčio augusts augustā elokuu elokuuta augusztus αυγούστου αύγουστος αυγ ağustos ağu אוגוסט באוגוסט أغسطس أوت अगस्त",
    "sep september sept septembre septiembre setiembre settembre set setembro setembre septembrie september \
     września wrzesień wrz září zář septembra сентября сентябрь сен сент вересня вересень вер септември септембар rujna \
     rugsėjo septembris septembrī syyskuu syyskuuta szeptember szept σεπτεμβρίου σεπτέμβριος σεπ eylül eyl ספטמבר בספטמבר سبتمبر सितंबर",
    "oct october oktober okt octobre octubre ottobre ott outubro out octombrie oct október \
     października październik paź října říjen říj októbra октября октябрь окт жовтня жовтень жов октомври октобар oktobra \
     spalio oktobris oktoobri oktoober lokakuu lokakuuta október οκτωβρίου οκτώβριος οκτ ekim eki אוקטובר באוקטובר أكتوبر اكتوبر अक्टूबर",
    "nov november novembre noviembre novembro noiembrie nóvember \
     listopada listopad lis listopadu novembra ноября ноябрь ноя листопада листопад лис ноември новембар studenoga \
     lapkričio novembris novembrī marraskuu marraskuuta νοεμβρίου νοέμβριος νοε kasım kas נובמבר בנובמבר نوفمبر नवंबर",
    "dec december dezember dez décembre déc decembre diciembre dic dicembre dezembro desember des desembre decembrie \
     grudnia grudzień gru prosince prosinec pro decembra декабря декабрь дек грудня грудень гру декември децембар prosinca \
     gruodžio decembris decembrī detsember detsembri joulukuu joulukuuta δεκεμβρίου δεκέμβριος δεκ aralık ara דצמבר בדצמבר ديسمبر दिसंबर",
];

/// The numbers of the months by their names; of two months with one name, the earlier.
static NUMBERS: LazyLock<HashMap<&str, u32>> = LazyLock::new(|| {
    let mut numbers = HashMap::new();
    for (number, names) in (1..).zip(MONTHS) {
        for name in names.split_ascii_whitespace() {
            numbers.entry(name).or_insert(number);
        }
    }
    numbers
});

/// Number of the month of that name in lower case.
pub(super) fn month(name: &str) -> Option<u32> {
    NUMBERS.get(name).copied()
}

/// What may stand between day, month and year: `3rd of May, 2024`, `3 de mayo de 2024`, `2024 m. gegužės 3 d.`
pub(super) fn is_filler(token: &Token) -> bool {
    match token.word() {
        Some(word) => matches!(
            word,
            "st" | "nd"
                | "rd"
                | "th"
                | "of"
                | "de"
                | "del"
                | "di"
                | "er"
                | "den"
                | "d"
                | "m"
                | "gada"
        ),
        None => ['.', ',', '-', '/', 'º', '–']
            .iter()
            .any(|mark| token.is(*mark)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_stands_for_one_month_only() {
        for (index, names) in MONTHS.iter().enumerate() {
            for name in names.split_ascii_whitespace() {
                assert_eq!(month(name), u32::try_from(index + 1).ok(), "{name}");
            }
        }
    }
}
