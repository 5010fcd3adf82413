use std::path::Path;

use super::*;

fn parse_toml(text: &str) -> Result<Vec<Seed>, SeedError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.toml");
    std::fs::write(&path, text).unwrap();
    load_seeds(&path, |_| Ok(()))
}

fn message(text: &str) -> String {
    parse_toml(text).unwrap_err().to_string()
}

const SITE: &str = "[[site]]\nid = 'a'\nname = 'A'\nhome = 'https://a.example/'\n";

#[test]
fn the_committed_seeds_load_with_ids_unique_over_both_files() {
    let seeds = load_seeds(Path::new("../../seeds"), |_| Ok(())).unwrap();
    assert_eq!(seeds.len(), 82);
    assert_eq!(
        seeds
            .iter()
            .filter(|s| s.country.as_deref() == Some("DE"))
            .count(),
        40
    );
    for seed in seeds {
        let site = seed.to_site().unwrap();
        assert_eq!(site.start[0].kind, UrlKind::Home, "{}", seed.id);
    }
}

#[test]
fn errors_name_file_and_site_and_say_what_to_do() {
    assert!(message("[[site]]\nid = 'x'\n").contains("test.toml"));
    assert!(message(&format!("{SITE}colour = 'red'\n")).contains("colour"));
    let twice = message(&format!("{SITE}{SITE}"));
    for part in ["test.toml:5: site \"a\"", "already used", "test.toml:1"] {
        assert!(twice.contains(part), "{part}: {twice}");
    }
    let id = message("[[site]]\nid = 'Der Tag'\nname = 'A'\nhome = 'https://a.example/'\n");
    assert!(id.contains("der-tag"), "{id}");
    let home = message("[[site]]\nid = 'a'\nname = 'A'\nhome = 'a.example'\n");
    assert!(
        home.contains("`home`") && home.contains("a.example"),
        "{home}"
    );
    assert!(message(&format!("{SITE}country = 'Germany'\n")).contains("ISO 3166-1"));
    assert!(message(&format!("{SITE}publisher = ' '\n")).contains("`publisher` is empty"));
    assert!(message(&format!("{SITE}publisher = 'A  B'\n")).contains("write it as \"A B\""));
    assert!(message(&format!("{SITE}language = 'DE'\n")).contains("ISO 639-1"));
    let missing = load_seeds(Path::new("/nowhere/seeds.toml"), |_| Ok(()))
        .unwrap_err()
        .to_string();
    assert!(missing.contains("/nowhere/seeds.toml"));
    let empty = tempfile::tempdir().unwrap();
    assert!(
        load_seeds(empty.path(), |_| Ok(()))
            .unwrap_err()
            .to_string()
            .contains("no seed file")
    );
}

#[test]
fn the_home_page_alone_is_a_site_in_toml_too() {
    let home = "[[site]]\nhome = 'https://www.example.com/news'\n";
    let seeds = parse_toml(&format!(
        "{home}[[site]]\nid = 'b'\nhome = 'https://b.example'\n"
    ));
    let seeds = seeds.unwrap();
    assert_eq!(ids(&seeds), ["example-com-news", "b"]);
    let (first, second) = (&seeds[0], &seeds[1]);
    assert!(first.has_derived_id && !second.has_derived_id);
    assert_eq!(
        [&first.name, &second.name],
        ["www.example.com", "b.example"]
    );
    let wrong = message("[[site]]\nhome = 'example.com'\n");
    for part in [
        "test.toml:1: site \"example.com\"",
        "`home`",
        "not an absolute URL",
    ] {
        assert!(wrong.contains(part), "{part}: {wrong}");
    }
    assert!(message("[[site]]\nname = 'A'\n").contains("missing field `home`"));
}

#[test]
fn tags_of_sites_are_read_from_toml_and_tables() {
    let toml = parse_toml(&format!("{SITE}tags = ['Regional', 'east  coast']\n")).unwrap();
    let table = load("sites.csv", "home,tags\na.example,Regional; east  coast;\n").unwrap();
    for seeds in [toml, table] {
        let tags = seeds[0].to_site().unwrap().tags;
        assert_eq!(tags, ["regional", "east coast"]);
    }
    assert!(message(&format!("{SITE}tags = [' ']\n")).contains("`tags` has an empty tag"));
}

#[test]
fn rules_of_a_site_are_read_and_kept_without_empty_lists() {
    let seeds = parse_toml(&format!(
        "{SITE}[site.rules]\ntext = ['article .body p']\ntitle = ['h1.headline']\nnot_articles = ['/sponsored/*']\n\
         [[site]]\nid = 'b'\nname = 'B'\nhome = 'https://b.example/'\n"
    ))
    .unwrap();
    assert_eq!(seeds[0].rules.text, ["article .body p"]);
    assert!(seeds[1].rules.is_empty());
    let kept = seeds[0].to_site().unwrap().rules;
    let wanted = serde_json::json!({
        "text": ["article .body p"], "title": ["h1.headline"], "not_articles": ["/sponsored/*"]
    });
    assert_eq!(kept, wanted);
    assert_eq!(
        serde_json::from_value::<SeedRules>(kept).unwrap(),
        seeds[0].rules
    );
    assert_eq!(seeds[1].to_site().unwrap().rules, serde_json::json!({}));
}

#[test]
fn a_rule_that_cannot_be_used_is_named_with_file_and_site() {
    let text = format!("{SITE}[site.rules]\ntitle = ['h1']\n");
    let refused = load_as("test.toml", &text, |_| Err("`title`: no".to_owned())).unwrap_err();
    for part in ["test.toml", "site \"a\"", "`rules`: `title`: no"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
    let wrong = |rules: &str| message(&format!("{SITE}[site.rules]\n{rules}\n"));
    assert!(wrong("headline = ['h1']").contains("headline"));
    assert!(wrong("title = 'h1'").contains("title"));
}

#[test]
fn common_mistakes_have_messages_of_their_own() {
    let single = message("[site]\nid = 'a'\n");
    assert!(
        single.contains("write [[site]] with two brackets"),
        "{single}"
    );
    let bare = message("[[site]]\nid = 'a'\nname = 'A'\nhome = 'www.a.example'\n");
    assert!(bare.contains("not an absolute URL"), "{bare}");
    let word = load("homes.txt", "www.a.example\nx\n").unwrap_err();
    assert!(word.contains(":2") && word.contains("not a URL"), "{word}");
}

#[test]
fn a_file_without_sites_is_an_error_in_every_format() {
    for (name, text, wanted) in [
        ("a.toml", "", "no [[site]]"),
        ("a.toml", "site = []", "no sites"),
        ("a.txt", "", "no URLs"),
        ("a.txt", "# a comment\n", "no URLs"),
        ("a.csv", "", "it is empty"),
        ("a.csv", "\n\n", "it is empty"),
        ("a.csv", "home,name\n", "no sites"),
        ("a.csv", "home,name\n,\n", "no sites"),
        ("a.tsv", "sep=\t\n", "it is empty"),
        ("a.opml", "<opml/>", "no feeds"),
    ] {
        let error = load(name, text).unwrap_err();
        assert!(
            error.contains(name) && error.contains(wanted),
            "{text:?}: {error}"
        );
    }
}

#[test]
fn a_plain_list_needs_only_home_pages() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("list.txt");
    std::fs::write(
        &path,
        "# mine\nwww.example.org\n\nhttps://example.com/news/\n",
    )
    .unwrap();
    let seeds = load_seeds(&path, |_| Ok(())).unwrap();
    let ids: Vec<&str> = seeds.iter().map(|s| s.id.as_str()).collect();
    assert_eq!(ids, ["example-org", "example-com-news"]);
    assert_eq!(seeds[0].home, "https://www.example.org/");
}

#[test]
fn an_address_under_two_keys_enters_the_frontier_once() {
    let seeds = parse_toml(&format!(
        "{SITE}news_sitemaps = ['https://a.example/s.xml']\nsitemaps = ['https://a.example/s.xml']\n"
    ))
    .unwrap();
    let start = seeds[0].to_site().unwrap().start;
    assert_eq!(start.len(), 2);
    assert_eq!(start[1].kind, UrlKind::NewsSitemap);
}

/// Loads a file with this name and text.
fn load(name: &str, text: &str) -> Result<Vec<Seed>, String> {
    load_as(name, text, |_| Ok(()))
}

fn load_as(
    name: &str,
    text: &str,
    check_rules: impl Fn(&SeedRules) -> Result<(), String>,
) -> Result<Vec<Seed>, String> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    load_seeds(&path, check_rules).map_err(|error| error.to_string())
}

fn ids(seeds: &[Seed]) -> Vec<&str> {
    seeds.iter().map(|seed| seed.id.as_str()).collect()
}

#[test]
fn a_table_needs_a_column_of_home_pages_and_takes_what_else_it_knows() {
    let text = "\u{feff}Name,Home,Publisher,Country,Language,Feeds,Colour\n\
        # mine\n\
        \"The Day, daily\",https://www.day.example/,Day  & Night,de,de-DE,https://day.example/rss https://day.example/atom;https://day.example/a.xml,red\n\
        \n\
        ,evening.example,,,,,\n";
    let seeds = load("sites.csv", text).unwrap();
    assert_eq!(ids(&seeds), ["day-example", "evening-example"]);
    assert_eq!(seeds[0].name, "The Day, daily");
    assert_eq!(seeds[0].publisher.as_deref(), Some("Day & Night"));
    assert_eq!(seeds[1].to_site().unwrap().site.publisher, None);
    assert_eq!(seeds[0].country.as_deref(), Some("DE"));
    assert_eq!(seeds[0].language.as_deref(), Some("de"));
    assert_eq!(seeds[0].feeds.len(), 3);
    assert_eq!(
        (seeds[1].name.as_str(), &seeds[1].country),
        ("evening.example", &None)
    );
    let semicolons = load("sites.CSV", "id;url\nmine;https://a.example/\n").unwrap();
    assert_eq!(ids(&semicolons), ["mine"]);
    let tabs = load("sites.tsv", "url\tname\nb.example\tB\n").unwrap();
    assert_eq!(tabs[0].name, "B");
}

#[test]
fn errors_in_a_table_name_file_and_line() {
    let no_home = load("sites.csv", "name,colour\nA,red\n").unwrap_err();
    assert!(
        no_home.contains("sites.csv") && no_home.contains("`home`"),
        "{no_home}"
    );
    let bad = load(
        "sites.csv",
        "home,country\na.example,DE\nb.example,Germany\n",
    )
    .unwrap_err();
    assert!(
        bad.contains("sites.csv:3: site \"b.example\"") && bad.contains("ISO 3166-1"),
        "{bad}"
    );
    let empty = load("sites.csv", "home,name\na.example,A\n,B\n").unwrap_err();
    assert!(
        empty.contains("sites.csv:3:") && empty.contains("`home` is empty"),
        "{empty}"
    );
    let twice = load("sites.csv", "home,id\na.example,a\nb.example,a\n").unwrap_err();
    assert!(
        twice.contains(":3:") && twice.contains("already used") && twice.ends_with("sites.csv:2"),
        "{twice}"
    );
    let mail = load("sites.csv", "home\nhttp://\n").unwrap_err();
    assert!(mail.contains(":2:"), "{mail}");
}

/// The home page and name of each site of a table, and the warnings.
fn table_of(text: &str) -> (Vec<(String, String)>, Vec<String>) {
    let warnings = std::cell::RefCell::default();
    let warn = |line: u64, text: &str| {
        let warnings: &mut Vec<String> = &mut warnings.borrow_mut();
        warnings.push(format!("{line}: {text}"));
    };
    let sites = table::read(text, &warn).unwrap();
    let sites = sites
        .into_iter()
        .map(|entry| (entry.name, entry.seed.unwrap().name));
    (sites.collect(), warnings.into_inner())
}

#[test]
fn an_open_quote_does_not_swallow_the_rows_after_it() {
    for (before, rows, place) in [
        (
            "",
            "a.example,\"A,x\nb.example,B,x\n",
            "2: the quote in column 11",
        ),
        (
            "# \"é\n\n",
            "a.example,\"A\r\nb.example,\"B\",\"x\"\r\n",
            "4: the quote in column 11",
        ),
        (
            "sep=,\n",
            "\"a.example,A,\nb.example,B,\"\"\n",
            "3: the quote in column 1 ",
        ),
        (
            "",
            "a.example,A,\"é\"\nb.example,B,\"y",
            "3: the quote in column 13",
        ),
        (
            "",
            "a.example,A,\"1\nb.example,\"B,2\n",
            "2: the quote in column 13",
        ),
    ] {
        let (sites, warnings) = table_of(&format!("{before}home,name,publisher\n{rows}"));
        let read = [("a.example", "A"), ("b.example", "B")];
        assert_eq!(
            sites,
            read.map(|(home, name)| (home.to_owned(), name.to_owned()))
        );
        assert!(warnings[0].starts_with(place), "{rows}: {warnings:?}");
    }
    for row in [
        "a.example,\"A \"\"1\"\", b\" ,\"x\ny\"\r\n",
        "a.example,\"A \"1\" b,x\n",
        "a.example,A \"1,x",
    ] {
        let (sites, warnings) = table_of(&format!("home,name,feeds\n{row}"));
        assert_eq!((sites.len(), warnings.len()), (1, 0), "{row}: {warnings:?}");
    }
}

#[test]
fn unknown_columns_are_named_with_the_known_ones_that_they_resemble() {
    let (sites, warnings) = table_of("\nhome,Contry,notes,,RSS Feed\na.example,DE,,,\n");
    assert_eq!(sites.len(), 1);
    let wanted =
        "2: columns are unknown and ignored: Contry (did you mean country?), notes, RSS Feed";
    assert_eq!(warnings, [wanted]);
    assert!(table_of("Home URL,name\na.example,A\n").1.is_empty());
}

#[test]
fn a_site_listed_twice_without_an_id_is_skipped() {
    let text = "name;home\nEins;https://www.eins.example/\nEins nochmal;http://eins.example\nZwei;zwei.example\n";
    let seeds = load("sites.csv", text).unwrap();
    assert_eq!(ids(&seeds), ["eins-example", "zwei-example"]);
    assert_eq!(seeds[0].name, "Eins");
    let seeds = load("sites.txt", "eins.example\nwww.eins.example\n").unwrap();
    assert_eq!(ids(&seeds), ["eins-example"]);
}

#[test]
fn all_errors_of_a_file_are_listed_up_to_a_number() {
    let two = load(
        "sites.csv",
        "home,country\na.example,X\nb.example,DE\n,DE\n",
    )
    .unwrap_err();
    let lines: Vec<&str> = two.lines().collect();
    assert_eq!(lines.len(), 2, "{two}");
    assert!(lines[0].contains("sites.csv:2:") && lines[1].contains("sites.csv:4:"));
    let many = load("sites.txt", &"x\n".repeat(100)).unwrap_err();
    assert!(many.ends_with("\nand 80 more"), "{many}");
    assert_eq!(many.lines().count(), 21);
}

#[test]
fn a_table_saved_by_excel_is_read_in_its_encoding() {
    let text = "sep=;\r\nname;home\r\nDie Nächte – täglich;https://nacht.example/\r\n";
    let (windows, ..) = encoding_rs::WINDOWS_1252.encode(text);
    let wide = |bytes: fn(u16) -> [u8; 2]| -> Vec<u8> {
        let marked = format!("\u{feff}{text}");
        marked.encode_utf16().flat_map(bytes).collect()
    };
    for content in [
        text.as_bytes().to_vec(),
        windows.into_owned(),
        wide(u16::to_le_bytes),
        wide(u16::to_be_bytes),
    ] {
        let seeds = read_seeds("sites.csv", "origin", &content, |_| Ok(())).unwrap();
        assert_eq!(seeds[0].name, "Die Nächte – täglich");
        assert_eq!(ids(&seeds), ["nacht-example"]);
    }
    let quoted = load("sites.csv", "\"sep=,\"\nname,home\na;b;c,a.example\n").unwrap();
    assert_eq!(quoted[0].name, "a;b;c");
    let workbook = read_seeds("sites.xlsx", "origin", b"PK\x03\x04\x14\0\x06", |_| Ok(()));
    let refused = workbook.unwrap_err().to_string();
    assert!(refused.contains("save a spreadsheet as CSV"), "{refused}");
}

#[test]
fn lines_are_counted_with_every_line_end() {
    let text = "sep=;\nhome;country\n\n# mine\na.example;DE\n\n# another\nb.example;Germany\n";
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        let bad = load("sites.csv", &text).unwrap_err();
        assert!(bad.contains("sites.csv:8: site \"b.example\""), "{bad}");
    }
}

#[test]
fn an_opml_list_gives_sites_with_their_feeds() {
    let text = r#"<?xml version="1.0"?>
<opml version="2.0"><head><title>News</title></head><body>
  <outline text="Germany">
    <outline type="rss" text="Day" title="The Day &amp; Night" xmlUrl="https://www.day.example/rss?a=1&amp;b=2" htmlUrl="https://www.day.example/" language="de-de"/>
    <outline type="rss" text="Day sport" xmlUrl="https://www.day.example/sport.xml" htmlUrl="https://www.day.example/"/>
  </outline>
  <outline type="rss" text="Evening" xmlUrl="https://evening.example/feed/"></outline>
</body></opml>"#;
    let seeds = load("feeds.opml", text).unwrap();
    assert_eq!(ids(&seeds), ["day-example", "evening-example"]);
    assert_eq!(seeds[0].name, "The Day & Night");
    assert_eq!(seeds[0].language.as_deref(), Some("de"));
    assert_eq!(
        seeds[0].feeds,
        [
            "https://www.day.example/rss?a=1&b=2",
            "https://www.day.example/sport.xml"
        ]
    );
    assert_eq!(seeds[1].home, "https://evening.example/");
}

#[test]
fn an_opml_list_is_read_as_programs_and_people_write_it() {
    let text = "<opml><body>
  <outline text=\"Day & Night&nbsp;\" xmlUrl=\"https://day.example/rss?a=1&b=2\">
  <outline text=Evening xmlUrl=\"https://my-paper.example/feed\"/>
  <outline text=\"Paper\" xmlUrl=\"https://my.paper.example/feed\"/>
  <outline text=\"Sport\" xmlUrl=\"https://www.my-paper.example/sport\"/>
</opml>";
    let seeds = load("feeds.opml", text).unwrap();
    assert_eq!(seeds[0].feeds, ["https://day.example/rss?a=1&b=2"]);
    // the feed of another host with the same id is not one of the site
    assert_eq!(seeds.len(), 2);
    assert_eq!(
        seeds[1].feeds,
        [
            "https://my-paper.example/feed",
            "https://www.my-paper.example/sport"
        ]
    );
}

#[test]
fn errors_in_an_opml_list_name_the_line() {
    let other = load("feeds.opml", "<rss><channel/></rss>").unwrap_err();
    assert!(
        other.contains("not OPML") && other.contains("<rss>"),
        "{other}"
    );
    let empty = load(
        "feeds.opml",
        "<opml><body><outline text='News'/></body></opml>",
    );
    assert!(empty.unwrap_err().contains("it contains no feeds"));
    let cut = load("feeds.opml", "<opml>\n<body>\n").unwrap_err();
    assert!(cut.contains("too early"), "{cut}");
    let bad = load(
        "feeds.opml",
        "<opml><body>\n<outline text=\"x\" xmlUrl=\"not a url\"/>\n</body></opml>",
    )
    .unwrap_err();
    assert!(
        bad.contains("feeds.opml:2:") && bad.contains("not a url"),
        "{bad}"
    );
    assert!(
        load("feeds.opml", "nothing at all")
            .unwrap_err()
            .contains("not OPML")
    );
}

#[test]
fn a_folder_may_hold_every_format_and_ids_are_unique_over_all() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in [
        ("a.toml", SITE),
        ("b.csv", "home\nb.example\n"),
        (
            "c.opml",
            "<opml><body><outline text='c' htmlUrl='https://c.example/'/></body></opml>",
        ),
        ("e.txt", "e.example # the last\n"),
        ("README.md", "not a seed"),
        ("._a.toml", "\0\u{5}what a copy from another system leaves"),
        (".b.csv", "home\nold.example\n"),
    ] {
        std::fs::write(folder.path().join(name), text).unwrap();
    }
    std::fs::create_dir(folder.path().join("old.list")).unwrap();
    let seeds = load_seeds(folder.path(), |_| Ok(())).unwrap();
    assert_eq!(ids(&seeds), ["a", "b-example", "c-example", "e-example"]);
    std::fs::write(folder.path().join("f.txt"), "https://www.e.example\n").unwrap();
    let same = load_seeds(folder.path(), |_| Ok(())).unwrap();
    assert_eq!(same, seeds);
    std::fs::write(folder.path().join("f.csv"), "id,home\na,a.example\n").unwrap();
    let twice = load_seeds(folder.path(), |_| Ok(()))
        .unwrap_err()
        .to_string();
    assert!(
        twice.contains("f.csv:2:") && twice.ends_with("a.toml:1"),
        "{twice}"
    );
}

#[test]
fn text_that_is_nearly_a_seed_file_is_refused_or_gives_sites_that_can_be_stored() {
    let seeds = [
        "[[site]]\nid = 'a'\nname = 'A'\nhome = 'https://www.a.example/'\ncountry = 'DE'\nfeeds = ['https://www.a.example/rss']\n[site.rules]\ndrop = ['.x']\n",
        "home,id,feeds\nhttps://www.a.example/,a,https://a.example/1 https://a.example/2\n\"b.example\",,\n",
        "<opml version='2.0'><body><outline text='A'><outline type='rss' text='B' htmlUrl='https://b.example/' xmlUrl='https://b.example/rss'/></outline></body></opml>",
        "https://a.example/\nb.example # c\n",
    ];
    let words = [
        "[[site]]",
        "home = ",
        "'''",
        "\"",
        "<outline ",
        "/*",
        "https://[::1]/",
        "xn--",
    ];
    testsite::try_mutated(&seeds, &words, 1_500, |text| {
        let text = String::from_utf8_lossy(text);
        for name in ["a.toml", "a.csv", "a.tsv", "a.opml", "a.txt"] {
            let seeds = read_seeds(name, "origin", text.as_bytes(), |_| Ok(()));
            for seed in seeds.unwrap_or_default() {
                seed.to_site().unwrap();
            }
        }
    });
}

#[test]
fn a_site_of_opml_that_is_wrong_does_not_stop_the_others() {
    let text = "<opml><body><outline xmlUrl='https://a-b.example/rss'/><outline xmlUrl='nowhere'/>
<outline xmlUrl='https://a.b.example/rss'/><outline xmlUrl='https://c.example/rss'/></body></opml>";
    let (seeds, errors) = read_opml("the file", text.as_bytes()).unwrap();
    assert_eq!(ids(&seeds), ["a-b-example", "c-example"]);
    let errors: Vec<String> = errors.iter().map(ToString::to_string).collect();
    assert_eq!(errors.len(), 2, "{errors:?}");
    assert!(errors[0].contains("nowhere"), "{errors:?}");
    assert!(errors[1].contains("already used"), "{errors:?}");
    assert!(read_opml("the file", b"<html></html>").is_err());
}

#[test]
fn an_opml_list_of_many_tags_is_read_to_its_end() {
    let tags = "<a/>\n".repeat(200_000);
    let many = |n: u32| format!("<outline xmlUrl='https://{n}.example/f'/>\n");
    let outlines: String = (0..20_000).map(many).collect();
    let text = format!("<opml>{tags}{outlines}<outline xmlUrl='nowhere'/></opml>");
    let (seeds, errors) = read_opml("the file", text.as_bytes()).unwrap();
    assert_eq!(seeds.len(), 20_000);
    let error = errors[0].to_string();
    assert!(error.contains("the file:220001"), "{error}");
}
