//! The names in a text, and their positions.

use aggregate::{
    DocumentFrequencies, EntityKind, Gazetteer, Lexicon, StoryParams, TermCounts, WeightedTerms,
    keywords, names,
};
use proptest::prelude::*;

/// Sentences from which the gazetteer learns German.
fn german() -> Gazetteer {
    let mut gazetteer = Gazetteer::default();
    for _ in 0..3 {
        gazetteer.learn(
            "Gestern sprach Frau Ada Kern mit der Zeitung. Die Brücke über den Fluss wird im \
             Winter gesperrt, sagte Ada Kern. Der Rat tagt in Hallbruck. Die Zeitung fragte den \
             Rat nach der Brücke. Alle Wege führen nach Hallbruck, der Fluss auch. Bald wird die \
             Lage in Hallbruck besser, und die Kosten trägt das Land, so hofft es der Rat.",
        );
    }
    gazetteer
}

#[test]
fn german_nouns_are_distinguished_from_names() {
    let text = "Die Brücke bleibt zu. »Schön ist das nicht«, sagte Ada Kern über die Kosten. Später \
                war Kern in Hallbruck beim Rat.";
    let found = names(text, "und", &german());
    let seen: Vec<(&str, Option<EntityKind>, &str)> = found
        .iter()
        .map(|n| (n.text.as_str(), n.label, n.norm.as_str()))
        .collect();
    assert_eq!(
        seen,
        [
            ("Ada Kern", Some(EntityKind::Person), "Ada Kern"),
            ("Kern", Some(EntityKind::Person), "Ada Kern"),
            ("Hallbruck", Some(EntityKind::Place), "Hallbruck"),
        ]
    );
}

#[test]
fn offsets_count_characters() {
    let text = "»Ähnlich öde«, sagte Ada Kern.";
    let found = names(text, "und", &german());
    let name: String = text
        .chars()
        .skip(found[0].start)
        .take(found[0].end - found[0].start)
        .collect();
    assert_eq!(name, "Ada Kern");
}

#[test]
fn a_company_is_recognised_by_its_legal_form() {
    let found = names(
        "Last year Marrow Steel Inc. sold its mill.",
        "und",
        &Gazetteer::default(),
    );
    assert_eq!(found[0].text, "Marrow Steel Inc");
    assert_eq!(found[0].label, Some(EntityKind::Organisation));
}

#[test]
fn keywords_are_frequent_here_and_rare_elsewhere() {
    let lexicon = Lexicon::of("en");
    let mut frequencies = DocumentFrequencies::default();
    for _ in 0..20 {
        frequencies.learn(&TermCounts::of(
            "",
            "the town council met in the evening",
            &lexicon,
        ));
    }
    let counts = TermCounts::of(
        "Bridge closed",
        "The council closed the bridge. The bridge had cracks, said Ada Kern in town. Repairs, Ada \
         Kern said, take the evening.",
        &lexicon,
    );
    let weights = StoryParams::default().weights;
    let found = keywords(&WeightedTerms::of(&counts, &frequencies, &weights), 4);
    let terms: Vec<&str> = found.iter().map(|k| k.term.as_str()).collect();
    assert!(
        terms.contains(&"Ada Kern") && terms.iter().any(|t| t.eq_ignore_ascii_case("bridge")),
        "{terms:?}"
    );
    assert!(
        !terms.contains(&"Kern") && !terms.contains(&"council"),
        "{terms:?}"
    );
}

proptest! {
    #[test]
    fn names_are_at_their_offsets_in_any_text(text in "(\\PC|[A-Z][a-z]{1,5} |in |\n){0,60}") {
        let mut gazetteer = german();
        gazetteer.learn(&text);
        for language in ["und", "de", "en"] {
            let mut last = 0;
            for name in names(&text, language, &gazetteer) {
                let there: String = text.chars().skip(name.start).take(name.end - name.start).collect();
                prop_assert_eq!(&there, &name.text);
                prop_assert!(name.start >= last);
                last = name.end;
            }
        }
    }
}

#[test]
fn an_overlong_word_is_no_term_and_no_name() {
    let long = format!("Q{}", "w".repeat(60));
    let text = format!("Yesterday Ada {long} Kern met {long} in Hallbrook, and {long} AG {long}.");
    let counts = TermCounts::of(&long, &text, &Lexicon::of("en"));
    assert!(counts.iter().all(|(_, form)| form.len() <= 60));
    assert!(counts.iter().any(|(_, form)| form == "Hallbrook"));
    let mut gazetteer = Gazetteer::default();
    gazetteer.learn(&text);
    let languages = ["und", "de", "en"].into_iter();
    for entity in languages.flat_map(|language| names(&text, language, &gazetteer)) {
        assert!(
            !entity.text.contains(&long) && entity.norm.len() <= 60,
            "{entity:?}"
        );
    }
    let allowed = "w".repeat(60);
    let counts = TermCounts::of("", &allowed, &Lexicon::of("en"));
    assert_eq!(counts.terms.len(), 1);
}
