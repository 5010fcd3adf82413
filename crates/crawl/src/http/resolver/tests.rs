use super::*;

fn policy(private_hosts: &[&str], table: &[(&str, &str)]) -> AddressPolicy {
    let mut settings = Settings::with_contact("test");
    settings.private_hosts = private_hosts.iter().map(|&host| host.to_owned()).collect();
    let lines = table
        .iter()
        .map(|&(name, at)| (name.to_owned(), at.parse().unwrap()));
    settings.resolve = lines.collect();
    AddressPolicy::new(&settings, vec!["proxy.corp".to_owned()])
}

fn allows(policy: &AddressPolicy, url: &str) -> bool {
    policy.check(&Url::parse(url).unwrap()).is_ok()
}

#[test]
fn an_address_written_out_is_refused_in_every_notation() {
    let closed = policy(&[], &[]);
    for text in [
        "http://127.0.0.1/",
        "http://127.0.0.1./",
        "http://127.1/",
        "http://2130706433/",
        "http://0x7f.1/",
        "http://0x7f000001/",
        "http://0177.0.0.1/",
        "http://0/",
        "http://１２７.0.0.1/",
        "http://127。0。0。1/",
        "http://%31%32%37.0.0.1/",
        "http://[::1]/",
        "http://[0:0:0:0:0:0:0:1]/",
        "http://[::ffff:10.0.0.1]/",
        "http://[::ffff:7f00:1]/",
        "http://[64:ff9b::10.0.0.1]/",
        "http://169.254.169.254/latest/",
        "http://user:secret@127.0.0.1/",
        "http://localhost/",
        "http://LOCALHOST./",
        "http://paper.localhost/",
        "http://proxy.corp:3128/",
    ] {
        assert!(!allows(&closed, text), "{text}");
    }
    assert!(allows(&closed, "http://1.1.1.1/"));
    assert!(allows(&closed, "https://example.org:8443/"));
    let open = policy(&["127.0.0.1"], &[]);
    assert!(allows(&open, "http://127.0.0.1:80/"));
    assert!(!allows(&open, "http://127.0.0.2/"));
}

#[test]
fn ports_of_other_services_are_refused_for_every_host() {
    let open = policy(&["localhost"], &[]);
    assert!(!allows(&open, "http://localhost:25/"));
    assert!(!allows(&open, "https://example.org:6667/"));
    assert!(allows(&open, "http://localhost:8080/"));
}

#[tokio::test]
async fn localhost_names_resolve_to_loopback_only_when_allowed() {
    let closed = policy(&[], &[]);
    assert!(closed.addresses("paper.localhost").await.is_err());
    assert!(closed.addresses("localhost").await.is_err());
    let open = policy(&["LOCALHOST"], &[]);
    let found = open.addresses("Paper.localhost.").await.unwrap();
    assert_eq!(found, [IpAddr::from([127, 0, 0, 1])]);
    assert!(!open.allows("localhost.example.org"));
}

#[tokio::test]
async fn the_operators_table_comes_before_every_name_server() {
    let table = [
        ("One.test", "10.9.0.1"),
        ("*.two.test", "10.9.0.2"),
        ("a.two.test", "10.9.0.3"),
    ];
    let policy = policy(&[], &table);
    for (name, wanted) in [
        ("ONE.test.", Some("10.9.0.1")),
        ("b.two.test", Some("10.9.0.2")),
        ("a.two.test", Some("10.9.0.3")),
        ("two.test", None),
        ("xtwo.test", None),
    ] {
        let wanted = wanted.map(|text| text.parse::<IpAddr>().unwrap());
        assert_eq!(policy.laid_down(&plain(name)), wanted, "{name}");
        if let Some(wanted) = wanted {
            assert_eq!(policy.addresses(name).await.unwrap(), [wanted], "{name}");
        }
    }
}

#[tokio::test]
async fn a_name_keeps_the_addresses_it_was_checked_with_and_the_one_that_answered_comes_first() {
    let policy = policy(&[], &[]);
    let [first, second] = ["1.1.1.1", "2.2.2.2"].map(|text| text.parse::<IpAddr>().unwrap());
    policy.pin("paper.example".to_owned(), vec![first, second]);
    assert_eq!(
        policy.addresses("Paper.example").await.unwrap(),
        [first, second]
    );
    policy.answered("paper.example", second);
    assert_eq!(
        policy.addresses("paper.example").await.unwrap(),
        [second, first]
    );
    policy.answered("paper.example", second);
    policy.answered("unknown.example", second);
    assert_eq!(
        policy.addresses("paper.example").await.unwrap(),
        [second, first]
    );
}

#[tokio::test]
async fn a_name_that_leads_nowhere_is_told_from_one_that_leads_inwards() {
    let policy = policy(&[], &[]);
    let error = policy.addresses("no-such-name.invalid").await.unwrap_err();
    assert!(matches!(error, NameError::Unknown { .. }), "{error}");
}
