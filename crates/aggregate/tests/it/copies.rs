//! Copies, exact and near ones, and their leaders.

use std::collections::BTreeMap;

use aggregate::{
    CopyIndex, CopyRule, DedupArticle, Fingerprint, KnownText, MIN_WORDS, content_hash, word_count,
};
use chrono::{DateTime, TimeDelta, TimeZone as _, Utc};
use proptest::prelude::*;

const REPORT: &str = "The council of Hallbrook decided on Friday evening to close the old stone \
    bridge over the Marrow for 14 months. Engineers had found cracks in 3 of its 5 arches during \
    an inspection in spring. Until the repair is done, cars must take the northern road, which \
    adds about 11 kilometres to the way into town. Cyclists and walkers keep a lane of their own. \
    The mayor, Ada Kern, called the decision painful but without alternative. Shopkeepers near \
    the market fear for their Christmas trade and ask for parking free of charge. The work will \
    cost an estimated 8 million, of which the county pays half. A first attempt to mend the piers \
    in 1998 had failed when the river rose sooner than expected.";

fn hour(hour: i64) -> DateTime<Utc> {
    Utc.with_ymd_and_hms(2026, 11, 2, 0, 0, 0).unwrap() + TimeDelta::hours(hour)
}

fn article(id: &str, at: Option<i64>, title: &str, text: &str) -> (DedupArticle, Fingerprint) {
    let item = DedupArticle {
        id: id.to_owned(),
        hash: content_hash(text),
        words: word_count(text),
        published: at.map(hour),
        first_seen: hour(at.unwrap_or(0) + 1),
        site: String::new(),
    };
    (item, Fingerprint::of(title, text))
}

fn insert_all(batch: Vec<(DedupArticle, Fingerprint)>) -> Vec<(String, KnownText)> {
    CopyIndex::default().insert_all(batch)
}

fn rule(batch: Vec<(DedupArticle, Fingerprint)>) -> Option<CopyRule> {
    insert_all(batch).first().map(|(_, of)| of.rule)
}

/// An article by the hash of its text alone.
fn hashed(id: &str, hash: &str, at: Option<i64>) -> (DedupArticle, Fingerprint) {
    let item = DedupArticle {
        id: id.to_owned(),
        hash: hash.to_owned(),
        words: 300,
        published: at.map(hour),
        first_seen: hour(12),
        site: String::new(),
    };
    (item, Fingerprint::default())
}

#[test]
fn the_earliest_article_leads_then_the_first_seen_then_the_first_id() {
    // each with the hour of its publication
    let of = |articles: &str| -> Vec<(DedupArticle, Fingerprint)> {
        let one = |article: &str| hashed(&article[..1], "same", article[1..].parse().ok());
        articles.split(' ').map(one).collect()
    };
    let mut among_others = of("c9 a8 b7");
    among_others.push(hashed("d", "other", Some(1)));
    let mut seen_later = of("a7 c7 b7");
    seen_later[0].0.first_seen = hour(13);
    for (batch, expected) in [
        (among_others, "a<b c<b"),
        // one without a date never leads one with a date
        (of("a b20"), "a<b"),
        (seen_later, "c<b a<b"),
        // an article is no copy of itself
        (of("a7 a7"), ""),
    ] {
        let found = insert_all(batch);
        assert!(found.iter().all(|(_, of)| of.rule == CopyRule::ExactText));
        let pairs = found
            .iter()
            .map(|(copy, of)| format!("{copy}<{}", of.leader));
        assert_eq!(pairs.collect::<Vec<_>>().join(" "), expected);
    }
}

#[test]
fn short_texts_are_not_joined_by_their_text() {
    for (words, copies) in [(MIN_WORDS - 1, 0), (MIN_WORDS, 1)] {
        let mut batch = vec![hashed("a", "same", Some(7)), hashed("b", "same", Some(8))];
        batch[1].0.words = words;
        assert_eq!(insert_all(batch).len(), copies, "{words}");
    }
}

/// The same words with every eighth one changed.
fn edited(text: &str) -> String {
    let change = |(at, word): (usize, &str)| match at % 8 {
        7 if !word.contains(|c: char| c.is_ascii_digit()) => "otherwise".to_owned(),
        _ => word.to_owned(),
    };
    text.split(' ')
        .enumerate()
        .map(change)
        .collect::<Vec<_>>()
        .join(" ")
}

#[test]
fn a_wire_copy_is_found_with_an_agency_head_cut_retitled_and_embedded() {
    let first: Vec<&str> = REPORT.split(". ").collect();
    let cut = first[..3].join(". ");
    let other = "Elsewhere in the county the season of the village fairs has begun, and the \
        brass bands rehearse for the contest at the lake that draws visitors every year.";
    for text in [
        format!("HALLBROOK (wire) - {REPORT} Copyright by nobody, all rights reserved."),
        cut,
        format!("{other} {REPORT}"),
    ] {
        let found = insert_all(vec![
            article("a", Some(0), "Bridge to close", REPORT),
            article("b", Some(30), "Fourteen months of detours", &text),
        ]);
        assert_eq!(found.len(), 1, "{text}");
        let of = &found[0].1;
        assert_eq!((of.rule, of.leader.as_str()), (CopyRule::NearText, "a"));
        assert!(of.score >= 0.7);
    }
}

#[test]
fn an_edited_copy_needs_to_be_near_in_time() {
    let text = edited(REPORT);
    let pair = |at| {
        vec![
            article("a", Some(0), "Bridge to close", REPORT),
            article("b", Some(at), "Bridge to close", &text),
        ]
    };
    assert_eq!(rule(pair(70)), Some(CopyRule::LikelyText));
    assert_eq!(rule(pair(75)), None);
}

#[test]
fn a_template_with_new_values_is_no_copy() {
    let stocks = |day: &str, index: &str, change: &str, euro: &str, oil: &str| {
        format!(
            "The leading index closed at {index} points on {day}, a change of {change} percent \
             against the day before. The euro stood at {euro} dollars in late trading. A barrel of \
             the North Sea kind cost {oil} dollars at the end of the day. Dealers spoke of a quiet \
             session with little news from companies and of waiting for the decision of the \
             central bank. Among the winners were shares of car makers, among the losers those of \
             chemical companies, as on most days of this autumn."
        )
    };
    let monday = stocks("Monday", "16,021", "0.4", "1.0821", "81.20");
    let tuesday = stocks("Tuesday", "15,987", "0.2", "1.0794", "80.95");
    // The same report on two sites is a copy.
    let again = format!("{monday} Read more on our market page.");
    for (text, at, copies) in [(tuesday, 24, 0), (again, 1, 1)] {
        let found = insert_all(vec![
            article("a", Some(0), "Stocks", &monday),
            article("b", Some(at), "Stocks", &text),
        ]);
        assert_eq!(found.len(), copies, "{found:?}");
    }
}

#[test]
fn reports_that_share_a_passage_are_no_copies_because_their_numbers_share_digits() {
    for (passage, one, other) in [
        (
            "北岭县位于马罗河上游，县城周围都是山地，居民多数以种茶和养蜂为生，近年来当地政府一直希望吸引更多游客前来观光度假。",
            "本周当地茶农协会公布了春茶收成，全县共采摘鲜叶1520吨，比去年多出37吨，其中高山茶园占64公顷。协会会长表示天气温暖，雨水适中，茶叶品质优良，价格也有所上升。",
            "昨夜一辆载有学生的客车在盘山路上与货车相撞，造成12人受伤，道路中断75分钟，救援队出动36名队员。警方正在调查事故原因，呼吁司机在雨天减速慢行，学校今天停课一天。",
        ),
        (
            "北浜市は馬路川の上流にあり、町のまわりは山に囲まれ、多くの住民が茶の栽培と養蜂で暮らしている。近年は観光客を増やす取り組みも続けられている。",
            "茶農家の組合は今週、新茶の収穫が1520トンで昨年より37トン多く、高地の茶園は64ヘクタールに広がったと発表した。組合長は天候に恵まれ品質もよいと話した。",
            "昨夜、生徒を乗せたバスが山道でトラックと衝突し、12人がけがをして、道路は75分間通行止めとなり、36人の隊員が出動した。警察は雨の日の減速を呼びかけている。",
        ),
    ] {
        let [one, other] = [one, other].map(|own| format!("{passage}{own}"));
        let edited = one.replace("本周", "昨天").replace("今週", "昨日");
        for (text, expected) in [(&other, None), (&edited, Some(CopyRule::NearText))] {
            let found = rule(vec![
                article("a", Some(0), "", &one),
                article("b", Some(1), "", text),
            ]);
            assert_eq!(found, expected, "{text}");
        }
    }
}

#[test]
fn a_copy_with_other_letters_for_the_same_sounds_is_found() {
    let romanian = "Consiliul orașului a decis vineri că podul vechi se închide pentru mașini, iar bicicliștii și pietonii \
        își păstrează banda, spun autoritățile; reparația și întreținerea costă și aduc și ocoliri. Negustorii din piață se tem că și cumpărătorii \
        vor alege altă cale, iar primarul spune că nu există altă soluție și că lucrările țin până în toamnă.";
    let persian = "شورای شهر تصمیم گرفت که پل قدیمی برای خودروها بسته شود و دوچرخه سواران همچنان می توانند از آن بگذرند، \
        شهردار گفت کار سختی است ولی راه دیگری نیست و کسبه بازار نگران یک زمستان کم رونق هستند.";
    for (text, letters) in [
        (romanian, [('ș', "ş"), ('ț', "ţ")]),
        (persian, [('ی', "ي"), ('ک', "ك")]),
    ] {
        let typed = letters
            .iter()
            .fold(text.to_owned(), |text, (letter, other)| {
                text.replace(*letter, other)
            });
        assert_ne!(content_hash(&typed), content_hash(text));
        let found = rule(vec![
            article("a", Some(0), "", text),
            article("b", Some(1), "", &typed),
        ]);
        assert_eq!(found, Some(CopyRule::NearText), "{text}");
    }
}

#[test]
fn a_digest_of_many_reports_is_no_copy_of_any() {
    let filler: Vec<String> = (0..900)
        .map(|at| format!("matter{}", at * 7 % 901))
        .collect();
    let filler = filler.join(" ");
    let found = insert_all(vec![
        article("a", Some(0), "", REPORT),
        article("b", Some(1), "", &format!("{filler} {REPORT}")),
    ]);
    assert!(found.is_empty());
}

#[test]
fn a_notice_below_short_texts_does_not_join_them() {
    let notice =
        "The full text of this article can no longer be shown for legal reasons of rights.";
    let texts = [
        ("a", "Many people were hurt in the explosion in town."),
        ("b", "The minister visits an old friend in the hills."),
    ];
    let texts = texts.map(|(id, text)| article(id, None, "", &format!("{text} {notice}")));
    let found = insert_all(texts.to_vec());
    assert!(found.is_empty());
}

#[test]
fn unusual_texts_are_their_own_leaders() {
    let long = "wort zahl satz ".repeat(400_000);
    let found = insert_all(vec![
        article("empty", None, "", ""),
        article("empty too", None, "", ""),
        article("no words", Some(0), "…", "— … !!"),
        article("long", Some(0), "", &long),
        article("future", Some(9_000_000), "", REPORT),
    ]);
    assert!(found.is_empty());
}

#[test]
fn leaders_are_forgotten_when_they_are_old() {
    let mut copies = CopyIndex::default();
    copies.insert_all(vec![article("a", Some(0), "", REPORT)]);
    let late = || article("b", Some(30), "", &format!("{REPORT} So it was."));
    assert!(copies.clone().insert(late().0, late().1).is_some());
    copies.prune(hour(24 * 15), TimeDelta::days(14));
    assert_eq!(copies.leaders().count(), 0);
    assert!(copies.insert(late().0, late().1).is_none());
}

/// Articles that share passages.
fn texts() -> impl Strategy<Value = Vec<(Option<i64>, Vec<usize>)>> {
    let passages = proptest::collection::vec(0..12_usize, 1..6);
    proptest::collection::vec((proptest::option::of(0..100_i64), passages), 1..20)
}

fn night(parts: &[(Option<i64>, Vec<usize>)]) -> Vec<(DedupArticle, Fingerprint)> {
    let passage = |p: &usize| {
        let words = (0..25).map(|at| format!("w{p}x{at}"));
        words.collect::<Vec<_>>().join(" ")
    };
    parts
        .iter()
        .enumerate()
        .map(|(id, (at, passages))| {
            let text: Vec<String> = passages.iter().map(passage).collect();
            article(&format!("{id:02}"), *at, "", &text.join(". "))
        })
        .collect()
}

proptest! {
    #[test]
    fn the_order_of_the_input_does_not_matter(
        (parts, seed) in (texts(), any::<u64>())
    ) {
        let batch = night(&parts);
        let mut shuffled = batch.clone();
        shuffled.sort_by_key(|(item, _)| content_hash(&format!("{seed}{}", item.id)));
        prop_assert_eq!(insert_all(shuffled), insert_all(batch));
    }

    #[test]
    fn a_leader_is_never_a_copy_and_a_repeated_night_changes_nothing(parts in texts()) {
        let mut first = night(&parts);
        let hashes: BTreeMap<String, String> =
            first.iter().map(|(item, _)| (item.id.clone(), item.hash.clone())).collect();
        let second = first.split_off(parts.len() / 2);
        let mut copies = CopyIndex::default();
        let mut found = copies.insert_all(first);
        let mut again = copies.clone();
        let once = copies.insert_all(second.clone());
        prop_assert_eq!(&again.insert_all(second), &once);
        prop_assert_eq!(again, copies);
        found.extend(once);
        for (copy, of) in &found {
            prop_assert!(found.iter().all(|(other, _)| *other != of.leader));
            let is_same = hashes[copy] == hashes[&of.leader];
            prop_assert_eq!(of.rule == CopyRule::ExactText, is_same);
        }
    }
}

#[test]
fn a_removed_article_is_no_leader_and_a_changed_one_stays_one() {
    let mut copies = CopyIndex::default();
    let insert = |copies: &mut CopyIndex, id: &str, text: &str| {
        let (item, fingerprint) = article(id, Some(0), "A bridge", text);
        copies.insert(item, fingerprint)
    };
    assert_eq!(insert(&mut copies, "a", REPORT), None);
    let (later, fingerprint) = article("a", Some(0), "A bridge", &edited(REPORT));
    assert_eq!(copies.update(later, fingerprint), None);
    let copy = insert(&mut copies, "b", &edited(REPORT)).unwrap();
    assert_eq!(
        (copy.leader.as_str(), copy.rule),
        ("a", CopyRule::ExactText)
    );
    copies.remove("a");
    assert!(!copies.is_leader("a"));
    assert_eq!(insert(&mut copies, "c", REPORT), None);
    let copy = insert(&mut copies, "d", REPORT).unwrap();
    assert_eq!(copy.leader, "c");
    assert_eq!(copies.leaders().count(), 1);
}

#[test]
fn text_shared_within_a_site_may_be_boilerplate() {
    let part: Vec<&str> = REPORT.split(". ").collect();
    let own = "Tickets for the fair are sold at the door from noon, and children pay half of the \
        price. The organisers expect some thousand guests and hope for weather that stays dry over \
        the whole weekend, as it has in each of the years since the fair moved to the meadow.";
    let text = format!("{own} {own} {}", part[4..].join(". "));
    let on = |id: &str, site: &str, text: &str| {
        let (mut item, fingerprint) = article(id, Some(1), "The mayor", text);
        item.site = site.to_owned();
        (item, fingerprint)
    };
    let found = |site| insert_all(vec![on("a", "one", REPORT), on("b", site, &text)]);
    let other = found("two");
    assert_eq!(
        other.first().map(|(_, of)| of.rule),
        Some(CopyRule::LikelyText)
    );
    assert_eq!(found("one"), Vec::new());
}

#[test]
fn of_leaders_with_one_text_the_first_leads_whenever_it_took_that_text() {
    let mut copies = CopyIndex::default();
    let leader_of = |copies: &mut CopyIndex, id: &str, text: &str| {
        let (item, fingerprint) = article(id, Some(0), "", text);
        let found = copies.update(item, fingerprint);
        found.map(|of| of.leader)
    };
    let other = "Elsewhere in the county the season of the village fairs has begun, and the brass \
        bands rehearse for the contest at the lake that draws visitors every year.";
    assert_eq!(leader_of(&mut copies, "a", other), None);
    assert_eq!(leader_of(&mut copies, "b", REPORT), None);
    assert_eq!(leader_of(&mut copies, "a", REPORT), None);
    assert_eq!(leader_of(&mut copies, "c", REPORT).as_deref(), Some("a"));
    copies.remove("a");
    assert_eq!(leader_of(&mut copies, "c", REPORT).as_deref(), Some("b"));
}
