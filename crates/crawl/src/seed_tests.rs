use super::*;

fn parse_toml(text: &str) -> Result<Vec<Seed>, SeedError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("test.toml");
    std::fs::write(&path, text).unwrap();
    load_seeds(&path)
}

fn message(text: &str) -> String {
    parse_toml(text).unwrap_err().to_string()
}

const SITE: &str = "[[site]]\nid = 'a'\nname = 'A'\nhome = 'https://a.example/'\n";

#[test]
fn the_committed_seeds_load_with_ids_unique_over_both_files() {
    let seeds = load_seeds(Path::new("../../seeds")).unwrap();
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
    assert!(
        twice.contains("site \"a\"") && twice.contains("taken"),
        "{twice}"
    );
    let id = message("[[site]]\nid = 'Der Tag'\nname = 'A'\nhome = 'https://a.example/'\n");
    assert!(id.contains("der-tag"), "{id}");
    let home = message("[[site]]\nid = 'a'\nname = 'A'\nhome = 'a.example'\n");
    assert!(
        home.contains("`home`") && home.contains("a.example"),
        "{home}"
    );
    assert!(message(&format!("{SITE}country = 'Germany'\n")).contains("ISO 3166-1"));
    assert!(message(&format!("{SITE}language = 'DE'\n")).contains("ISO 639-1"));
    let missing = load_seeds(Path::new("/nowhere/seeds.toml"))
        .unwrap_err()
        .to_string();
    assert!(missing.contains("/nowhere/seeds.toml"));
    let empty = tempfile::tempdir().unwrap();
    assert!(
        load_seeds(empty.path())
            .unwrap_err()
            .to_string()
            .contains("no seed file")
    );
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
    let seeds = load_seeds(&path).unwrap();
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
