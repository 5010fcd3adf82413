use super::*;

fn proxies(set: (&str, &str), environment: &[(&str, &str)]) -> Result<Proxies, String> {
    let mut settings = Settings::with_contact("test");
    set.0.clone_into(&mut settings.proxy);
    set.1.clone_into(&mut settings.no_proxy);
    let variables = environment.to_vec();
    Proxies::new(&settings, |name| {
        let found = variables.iter().find(|(known, _)| *known == name)?;
        Some(found.1.to_owned())
    })
}

fn of(proxies: &Proxies, url: &str) -> Option<String> {
    proxies.of(&Url::parse(url).unwrap()).map(Url::to_string)
}

const HTTP: &str = "http://paper.example/";
const HTTPS: &str = "https://paper.example/";

#[test]
fn the_environment_names_proxies_by_scheme_small_letters_first() {
    assert_eq!(proxies(("", ""), &[]).unwrap(), Proxies::default());
    let both = proxies(
        ("", ""),
        &[
            ("HTTP_PROXY", "http://capital:1"),
            ("http_proxy", "small:2"),
            ("HTTPS_PROXY", "http://secure:3"),
            ("all_proxy", "socks5h://all:4"),
        ],
    )
    .unwrap();
    assert_eq!(of(&both, HTTP).unwrap(), "http://small:2/");
    assert_eq!(of(&both, HTTPS).unwrap(), "http://secure:3/");
    let all = proxies(
        ("", ""),
        &[("ALL_PROXY", "socks5h://all:4"), ("http_proxy", "")],
    )
    .unwrap();
    assert_eq!(of(&all, HTTP).unwrap(), "socks5h://all:4");
    assert_eq!(of(&all, HTTPS).unwrap(), "socks5h://all:4");
}

#[test]
fn a_web_servers_client_cannot_name_the_proxy() {
    let inside = [("REQUEST_METHOD", "GET"), ("HTTP_PROXY", "http://evil:1")];
    assert_eq!(proxies(("", ""), &inside).unwrap(), Proxies::default());
    let own = [("REQUEST_METHOD", "GET"), ("http_proxy", "http://ours:1")];
    assert!(of(&proxies(("", ""), &own).unwrap(), HTTP).is_some());
}

#[test]
fn the_settings_come_before_the_environment() {
    let environment = [
        ("http_proxy", "http://env:1"),
        ("no_proxy", "paper.example"),
    ];
    let set = proxies(("http://set:9", "other.example"), &environment).unwrap();
    assert_eq!(of(&set, HTTP).unwrap(), "http://set:9/");
    assert_eq!(of(&set, HTTPS).unwrap(), "http://set:9/");
    assert_eq!(of(&set, "http://other.example/"), None);
    let none = proxies(("none", ""), &environment).unwrap();
    assert_eq!(of(&none, "http://else.example/"), None);
}

#[test]
fn what_goes_past_the_proxy_is_a_name_with_all_below_it_an_address_or_a_network() {
    let past = "localhost, .one.example,*.two.example three.example:8080,10.0.0.0/8,192.168.1.1,[fd00::]/8,fe80::1";
    let proxies = proxies(("proxy:3128", past), &[]).unwrap();
    for url in [
        "http://localhost/",
        "http://one.example/",
        "http://A.One.example./",
        "https://b.two.example/",
        "http://three.example/",
        "http://10.200.0.1/",
        "http://192.168.1.1/",
        "http://[fe80::1]/",
    ] {
        assert_eq!(of(&proxies, url), None, "{url}");
    }
    for url in [
        "http://xone.example/",
        "http://one.example.org/",
        "http://11.0.0.1/",
        "http://192.168.1.2/",
        "http://[fe80::2]/",
    ] {
        assert!(of(&proxies, url).is_some(), "{url}");
    }
    let everything = self::proxies(("proxy:3128", "*"), &[]).unwrap();
    assert_eq!(of(&everything, HTTP), None);
}

#[test]
fn a_wrong_proxy_is_named_without_its_password() {
    let wrong = proxies(("gopher://user:secret@proxy", ""), &[]).unwrap_err();
    assert!(
        wrong.contains("crawl.proxy") && wrong.contains("gopher"),
        "{wrong}"
    );
    assert!(!wrong.contains("secret"), "{wrong}");
    let variable = proxies(("", ""), &[("HTTPS_PROXY", "http://")]).unwrap_err();
    assert!(variable.contains("HTTPS_PROXY"), "{variable}");
    let shown = proxies(("http://user:secret@proxy:3128", ""), &[]).unwrap();
    assert_eq!(shown.describe().unwrap(), "http://proxy:3128");
    assert_eq!(shown.hosts(), ["proxy", "proxy"]);
}
