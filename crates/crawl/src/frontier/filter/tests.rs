use super::*;
use crate::tests::made::link;

fn feed(number: usize) -> NewUrl {
    link(UrlKind::Feed, Via::Link, &format!("/feed/{number}"))
}

#[test]
fn endless_channels_do_not_fill_the_memory() {
    let (mut filter, now) = (LinkFilter::default(), Utc::now());
    let named = filter.newly_named_channels(&[feed(0), feed(0)], None, now);
    assert_eq!(named.len(), 1);
    for number in 0..3 * MAX_REMEMBERED {
        filter.newly_named_channels(&[feed(number)], None, now);
        assert!(filter.named.len() <= MAX_REMEMBERED);
    }
}

#[test]
fn a_parameter_that_selects_nothing_is_left_out_unless_the_rest_is_no_page() {
    let mut filter = LinkFilter {
        host: "a.example".to_owned(),
        idle: HashSet::from(["ref".to_owned()]),
        ..LinkFilter::default()
    };
    let page = |reference: &str| link(UrlKind::Page, Via::Link, reference);
    for (given, wanted) in [
        ("/1?id=7&ref=9", "/1?id=7"),
        ("/2?ref=9", "/2"),
        ("/3?preref=9", "/3?preref=9"),
    ] {
        let (given, wanted) = (page(given), page(wanted));
        let links = vec![given.clone()];
        let found = filter.filter_links(links, false, &SeenCache::default(), Utc::now());
        assert_eq!(found.new[0].url, wanted.url);
        let alternates = found.variants.iter().map(|(pair, _)| &pair.alternate);
        assert!(given == wanted || alternates.eq([&given.url]));
    }
    let other = NewUrl {
        authority: "b.example".to_owned(),
        ..page("https://b.example/1?ref=9")
    };
    let found = filter.filter_links(vec![other], false, &SeenCache::default(), Utc::now());
    assert_eq!(
        found.new[0].url, "https://b.example/1?ref=9",
        "of another host"
    );
}

#[test]
fn a_redirect_of_a_feed_says_nothing_of_other_feeds() {
    let (mut filter, now) = (LinkFilter::default(), Utc::now());
    let target = |number| NewUrl {
        via: Via::Redirect,
        ..feed(number)
    };
    filter.newly_named_channels(&[target(1)], Some(Via::Redirect), now);
    assert!(filter.named_as.is_empty());
}
