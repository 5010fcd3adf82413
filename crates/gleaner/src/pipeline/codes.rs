//! The codes of countries and languages in seeds.

use ::crawl::Seed;

/// The codes of ISO 3166-1, and two in wide use that it reserves: for the European Union and for Kosovo.
const COUNTRIES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC CD \
    CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF \
    GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN \
    KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA \
    NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI \
    SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI \
    VN VU WF WS YE YT ZA ZM ZW \
    EU XK";

/// Domains of countries in which sites of all countries are.
const FOR_ALL: &str = "AC AI CC CO FM GG IO LA ME TO TV WS";

/// The country of a site: that of its domain, or else of the language that its front page declares, such as `de-AT`.
pub(crate) fn country_of(authority: &str, declared: Option<&str>) -> Option<String> {
    let host = authority.split(':').next().unwrap_or_default();
    let known = |code: &str| {
        let code = match code.to_ascii_uppercase().as_str() {
            "UK" => "GB".to_owned(),
            code => code.to_owned(),
        };
        check_country(&code).is_ok().then_some(code)
    };
    let domain = host.rsplit_once('.').map(|(_, last)| last);
    let domain = domain.and_then(known);
    let domain = domain.filter(|code| FOR_ALL.split(' ').all(|open| open != code));
    domain.or_else(|| {
        let (_, region) = declared?.rsplit_once(['-', '_'])?;
        known(region)
    })
}

/// Checks the country and the language of a seed. The error names the key and says what to write.
pub(crate) fn check_codes(seed: &Seed) -> Result<(), String> {
    let country = seed.country.as_deref().map_or(Ok(()), check_country);
    country.and(seed.language.as_deref().map_or(Ok(()), check_language))
}

/// Removes the codes of a seed that do not exist, since one wrong entry must not stop the others. Returns what is wrong with them.
pub(crate) fn remove_unknown_codes(seed: &mut Seed) -> Vec<String> {
    let mut faults = Vec::new();
    for (code, check) in [
        (&mut seed.country, check_country as fn(&str) -> _),
        (&mut seed.language, check_language),
    ] {
        if let Some(Err(fault)) = code.as_deref().map(check) {
            faults.push(fault);
            *code = None;
        }
    }
    faults
}

fn check_country(code: &str) -> Result<(), String> {
    if COUNTRIES.split(' ').any(|known| known == code) {
        return Ok(());
    }
    let advice = match code {
        "UK" => "the United Kingdom is GB",
        "EL" => "Greece is GR",
        _ => "use one such as DE, or leave it out",
    };
    Err(format!(
        "`country` is {code:?}, which is not a code of ISO 3166-1; {advice}"
    ))
}

fn check_language(code: &str) -> Result<(), String> {
    if web::is_language_code(code) {
        return Ok(());
    }
    Err(format!(
        "`language` is {code:?}, which is not a code of ISO 639-1; use one such as de, or leave it out"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_must_exist() {
        let checked = |country: Option<&str>, language: Option<&str>| {
            let mut seed = Seed::from_home("https://a.example/").unwrap();
            seed.country = country.map(str::to_owned);
            seed.language = language.map(str::to_owned);
            check_codes(&seed).err().unwrap_or_default()
        };
        for country in ["DE", "GB", "ZW", "EU", "XK"] {
            assert_eq!(checked(Some(country), Some("de")), "");
        }
        assert_eq!(checked(None, None), "");
        let british = checked(Some("UK"), Some("en"));
        assert!(british.ends_with("; the United Kingdom is GB"), "{british}");
        assert!(checked(Some("ZZ"), None).contains("ISO 3166-1"));
        assert!(checked(Some("DE"), Some("xx")).contains("ISO 639-1"));

        for (authority, declared, country) in [
            ("www.a.de:8080", None, Some("DE")),
            ("www.a.co.uk", Some("en-US"), Some("GB")),
            ("a.tv", Some("de_at"), Some("AT")),
            ("a.example", Some("zh-Hans"), None),
            ("localhost", Some("en"), None),
        ] {
            assert_eq!(country_of(authority, declared).as_deref(), country);
        }
        let mut seed = Seed::from_home("https://a.example/").unwrap();
        (seed.country, seed.language) = (Some("UK".to_owned()), Some("en".to_owned()));
        assert_eq!(remove_unknown_codes(&mut seed).len(), 1);
        assert_eq!((seed.country, seed.language.as_deref()), (None, Some("en")));
    }
}
