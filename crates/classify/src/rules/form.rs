//! Pages that are there to be filled in.

use crate::Evidence;
use crate::path::without_number;
use crate::title;

/// Last parts of the paths of such pages.
const SLUGS: [&str; 38] = [
    "accedi",
    "anmelden",
    "anmeldung",
    "connexion",
    "create-account",
    "einloggen",
    "iniciar-sesion",
    "inloggen",
    "inscription",
    "log-in",
    "logga-in",
    "login",
    "logon",
    "logowanie",
    "member-login",
    "neu-registrieren",
    "register",
    "registering",
    "registracija",
    "registrace",
    "registrati",
    "registration",
    "registrazione",
    "registrer",
    "registreren",
    "registrieren",
    "registrierung",
    "registro",
    "rejestracja",
    "se-connecter",
    "sign-in",
    "sign-up",
    "signin",
    "signup",
    "user-login",
    "wp-login",
    "wp-signup",
    "zaloguj",
];

/// Titles of such pages.
const TITLES: [&str; 26] = [
    "accedi",
    "anmelden",
    "anmeldung",
    "connexion",
    "create account",
    "create an account",
    "einloggen",
    "iniciar sesión",
    "inloggen",
    "inscription",
    "jetzt registrieren",
    "log in",
    "login",
    "logowanie",
    "mein konto",
    "my account",
    "register",
    "registration",
    "registrieren",
    "registrierung",
    "rejestracja",
    "s'identifier",
    "se connecter",
    "sign in",
    "sign up",
    "zaloguj się",
];

/// Parts of a path below which there are questions to answer and boards to fill.
const PLAY: [&str; 9] = [
    "crossword",
    "crosswords",
    "kreuzwortraetsel",
    "puzzles",
    "quiz",
    "quizze",
    "raetsel",
    "spiele",
    "sudoku",
];

pub(super) fn login(page: &Evidence<'_>) -> Option<String> {
    let asks = page.shape.is_some_and(|shape| shape.counts.passwords > 0);
    if !asks || page.has_article_data() {
        return None;
    }
    let slug = page
        .address()
        .and_then(|(_, path)| path.last().map(without_number))
        .filter(|slug| SLUGS.contains(&slug.as_str()));
    if let Some(slug) = slug {
        return Some(format!(
            "the URL ends with {slug}, and a password is asked for"
        ));
    }
    let part = title::has_part(&page.title_parts, &TITLES)?;
    Some(format!(
        "the title says \"{part}\", and a password is asked for"
    ))
}

pub(super) fn play(page: &Evidence<'_>) -> Option<String> {
    let inputs = page.shape?.counts.inputs;
    let part = page.below(&PLAY)?;
    (inputs > 1 && !page.calls_itself_article())
        .then(|| format!("the URL says {part}, and there is something to fill in"))
}
