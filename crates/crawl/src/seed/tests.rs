mod opml;

use std::path::Path;

use super::*;

const SITE: &str = "[[site]]\nid = 'a'\nname = 'A'\nhome = 'https://a.example/'\n";

/// The sites of a file with this name and text, or what is wrong with it.
fn load(name: &str, text: &str) -> Result<Vec<Seed>, String> {
    let seeds = read_seeds(name, "origin", text.as_bytes(), |_| Ok(()));
    seeds.map_err(|error| error.to_string())
}

fn ids(seeds: &[Seed]) -> Vec<&str> {
    seeds.iter().map(|seed| seed.id.as_str()).collect()
}

#[test]
fn the_committed_seeds_load_with_ids_unique_over_both_files() {
    let seeds = load_seeds(Path::new("../../seeds"), |_| Ok(())).unwrap();
    assert_eq!(seeds.len(), 82);
    let german = seeds.iter().filter(|s| s.country.as_deref() == Some("DE"));
    assert_eq!(german.count(), 40);
    for seed in seeds {
        let site = seed.to_site().unwrap();
        assert_eq!(site.start[0].kind, UrlKind::Home, "{}", seed.id);
    }
}

#[test]
fn errors_of_a_file_name_it_its_line_and_its_site_and_say_what_to_do() {
    // the parts of a message stand between bars
    for (name, text, parts) in [
        ("a.toml", "[[site]]\nid = 'x'\n", "a.toml"),
        ("a.toml", "[[site]]\nname = 'A'\n", "missing field `home`"),
        ("a.toml", "[site]\nid = 'a'\n", "[[site]] with two brackets"),
        (
            "a.toml",
            "[[site]]\nid = 'Der Tag'\nhome = 'https://a.example/'\n",
            "der-tag",
        ),
        (
            "a.toml",
            "\n[[site]]\nhome = 'a.example'\n",
            "a.toml:2: site \"a.example\"|`home`|not an absolute URL",
        ),
        ("a.toml", "", "a.toml|no [[site]]"),
        ("a.toml", "site = []", "no sites"),
        ("a.txt", "www.a.example\nx\n", "a.txt:2|not a URL"),
        ("a.txt", "", "a.txt|no URLs"),
        ("a.txt", "# a comment\n", "no URLs"),
        ("a.csv", "", "a.csv|it is empty"),
        ("a.csv", "\n\n", "it is empty"),
        ("a.csv", "home,name\n", "no sites"),
        ("a.csv", "home,name\n,\n", "no sites"),
        ("a.csv", "name,colour\nA,red\n", "a.csv|`home`"),
        (
            "a.csv",
            "home,country\na.example,DE\nb.example,Germany\n",
            "a.csv:3: site \"b.example\"|ISO 3166-1",
        ),
        (
            "a.csv",
            "home,name\na.example,A\n,B\n",
            "a.csv:3:|`home` is empty",
        ),
        (
            "a.csv",
            "home,id\na.example,a\nb.example,a\n",
            "a.csv:3:|already used by the site at a.csv:2",
        ),
        ("a.csv", "home\nhttp://\n", "a.csv:2:"),
        (
            "a.csv",
            "home,name,feeds\na.example,A,\"a.example/x\na.example/y\"\nb.example,\"B,\nc.example,C,\n",
            "a.csv:4:|close its quote",
        ),
        ("a.opml", "<opml/>", "a.opml|no feeds"),
        ("a.opml", "<rss><channel/></rss>", "not OPML|<rss>"),
        (
            "a.opml",
            "<opml><body><outline text='News'/></body></opml>",
            "it contains no feeds",
        ),
        ("a.opml", "<opml>\n<body>\n", "too early"),
        (
            "a.opml",
            "<opml><body>\n<outline text=\"x\" xmlUrl=\"not a url\"/>\n</body></opml>",
            "a.opml:2:|not a url",
        ),
        ("a.opml", "nothing at all", "not OPML"),
    ] {
        let error = load(name, text).unwrap_err();
        for part in parts.split('|') {
            assert!(error.contains(part), "{part} in {error}");
        }
    }
}

#[test]
fn a_wrong_value_of_a_site_is_named() {
    for (line, part) in [
        ("colour = 'red'", "colour"),
        ("country = 'Germany'", "ISO 3166-1"),
        ("publisher = ' '", "`publisher` is empty"),
        ("publisher = 'A  B'", "write it as \"A B\""),
        ("language = 'DE'", "ISO 639-1"),
        ("tags = [' ']", "`tags` has an empty tag"),
        ("[site.rules]\nheadline = ['h1']", "headline"),
        ("[site.rules]\ntitle = 'h1'", "title"),
        (SITE, "a.toml:5: site \"a\""),
        (SITE, "already used by the site at a.toml:1"),
    ] {
        let error = load("a.toml", &format!("{SITE}{line}\n")).unwrap_err();
        assert!(error.contains(part), "{part} in {error}");
    }
}

#[test]
fn a_folder_that_is_missing_or_has_no_seed_file_is_named() {
    let empty = tempfile::tempdir().unwrap();
    for (path, part) in [
        (Path::new("/nowhere/seeds.toml"), "/nowhere/seeds.toml"),
        (empty.path(), "no seed file"),
    ] {
        let error = load_seeds(path, |_| Ok(())).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
}

#[test]
fn the_home_page_alone_is_a_site_in_toml_too() {
    let home = "[[site]]\nhome = 'https://www.example.com/news'\n";
    let text = format!("{home}[[site]]\nid = 'b'\nhome = 'https://b.example'\n");
    let seeds = load("a.toml", &text).unwrap();
    assert_eq!(ids(&seeds), ["example-com-news", "b"]);
    let (first, second) = (&seeds[0], &seeds[1]);
    assert!(first.has_derived_id && !second.has_derived_id);
    let names = [&first.name, &second.name];
    assert_eq!(names, ["www.example.com", "b.example"]);
}

#[test]
fn tags_of_sites_are_read_from_toml_and_tables() {
    let toml = format!("{SITE}tags = ['Regional', 'east  coast']\n");
    let table = "home,tags\na.example,Regional; east  coast;\n";
    for (name, text) in [("a.toml", toml.as_str()), ("a.csv", table)] {
        let tags = load(name, text).unwrap()[0].to_site().unwrap().tags;
        assert_eq!(tags, ["regional", "east coast"]);
    }
}

#[test]
fn rules_of_a_site_are_read_and_kept_without_empty_lists() {
    let rules = "[site.rules]\ntext = ['article .body p']\ntitle = ['h1.headline']\nnot_articles = ['/sponsored/*']\n";
    let other = "[[site]]\nid = 'b'\nname = 'B'\nhome = 'https://b.example/'\n";
    let seeds = load("a.toml", &format!("{SITE}{rules}{other}")).unwrap();
    assert_eq!(seeds[0].rules.text, ["article .body p"]);
    assert!(seeds[1].rules.is_empty());
    let kept = seeds[0].to_site().unwrap().rules;
    let wanted = serde_json::json!({
        "text": ["article .body p"], "title": ["h1.headline"], "not_articles": ["/sponsored/*"]
    });
    assert_eq!(kept, wanted);
    let read = serde_json::from_value::<SeedRules>(kept).unwrap();
    assert_eq!(read, seeds[0].rules);
    assert_eq!(seeds[1].to_site().unwrap().rules, serde_json::json!({}));
}

#[test]
fn a_rule_that_cannot_be_used_is_named_with_file_and_site() {
    let text = format!("{SITE}[site.rules]\ntitle = ['h1']\n");
    let check = |_: &SeedRules| Err("`title`: no".to_owned());
    let refused = read_seeds("a.toml", "origin", text.as_bytes(), check).unwrap_err();
    let refused = refused.to_string();
    for part in ["a.toml", "site \"a\"", "`rules`: `title`: no"] {
        assert!(refused.contains(part), "{part}: {refused}");
    }
}

#[test]
fn a_plain_list_needs_only_home_pages() {
    let text = "# mine\nwww.example.org\n\nhttps://example.com/news/\n";
    let seeds = load("list.txt", text).unwrap();
    assert_eq!(ids(&seeds), ["example-org", "example-com-news"]);
    assert_eq!(seeds[0].home, "https://www.example.org/");
}

#[test]
fn an_address_under_two_keys_enters_the_frontier_once() {
    let lists =
        "news_sitemaps = ['https://a.example/s.xml']\nsitemaps = ['https://a.example/s.xml']\n";
    let seeds = load("a.toml", &format!("{SITE}{lists}")).unwrap();
    let start = seeds[0].to_site().unwrap().start;
    assert_eq!(start.len(), 2);
    assert_eq!(start[1].kind, UrlKind::NewsSitemap);
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
fn lists_with_other_line_ends_and_spellings_are_read() {
    let table =
        "title,xmlUrl,htmlUrl\nA,feed://a.example/rss,a.example\nB,b.example/rss,b.example\n";
    for text in [table.to_owned(), table.replace('\n', "\r\n")] {
        let seeds = load("a.csv", &text).unwrap();
        assert_eq!(ids(&seeds), ["a-example", "b-example"]);
        assert_eq!(seeds[0].feeds, ["http://a.example/rss"]);
        assert_eq!(seeds[1].feeds, ["https://b.example/rss"]);
    }
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
    let two = "home,country\na.example,X\nb.example,DE\n,DE\n";
    let two = load("sites.csv", two).unwrap_err();
    let lines: Vec<&str> = two.lines().collect();
    assert_eq!(lines.len(), 2, "{two}");
    assert!(lines[0].contains("sites.csv:2:") && lines[1].contains("sites.csv:4:"));
    let many = load("sites.txt", &"x\n".repeat(100)).unwrap_err();
    assert!(many.ends_with("\nand 80 more"), "{many}");
    assert_eq!(many.lines().count(), 21);
}

#[test]
fn a_table_saved_by_excel_is_read_in_its_encoding() {
    let text = "name;home\r\nDie Nächte – täglich;https://nacht.example/\r\n";
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
    let workbook = read_seeds("sites.xlsx", "origin", b"PK\x03\x04\x14\0\x06", |_| Ok(()));
    let refused = workbook.unwrap_err().to_string();
    assert!(refused.contains("save a spreadsheet as CSV"), "{refused}");
}

#[test]
fn lines_are_counted_with_every_line_end() {
    let text = "\nhome;country\n\n# mine\na.example;DE\n\n# another\nb.example;Germany\n";
    for text in [text.to_owned(), text.replace('\n', "\r\n")] {
        let bad = load("sites.csv", &text).unwrap_err();
        assert!(bad.contains("sites.csv:8: site \"b.example\""), "{bad}");
    }
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
    let twice = load_seeds(folder.path(), |_| Ok(())).unwrap_err();
    let twice = twice.to_string();
    assert!(twice.contains("f.csv:2:"), "{twice}");
    assert!(twice.ends_with("a.toml:1"), "{twice}");
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
    ];
    testsite::try_mutated(&seeds, &words, 1_500, |text| {
        let text = String::from_utf8_lossy(text);
        for name in ["a.toml", "a.csv", "a.tsv", "a.opml", "a.txt"] {
            for seed in load(name, &text).unwrap_or_default() {
                seed.to_site().unwrap();
            }
        }
    });
}
