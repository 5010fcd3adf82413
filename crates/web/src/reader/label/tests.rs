use std::collections::BTreeMap;

use crate::reader::tests::World;

const TEMPLATES: [&str; 3] = [
    include_str!("../../../templates/label/pages.html"),
    include_str!("../../../templates/label/blocks.html"),
    include_str!("../../../templates/label/pairs.html"),
];

/// What each key of a page does, without the keys of the page types, which are in a list of their own.
fn keys(template: &str) -> BTreeMap<&str, &str> {
    let mut keys = BTreeMap::new();
    for tag in template.split('<').filter(|tag| !tag.contains("{{ key }}")) {
        let value = |name: &str| Some(tag.split_once(name)?.1.split_once('"')?.0);
        let Some(named) = value("aria-keyshortcuts=\"") else {
            continue;
        };
        let action = value("value=\"").unwrap_or(tag.split(' ').next().unwrap());
        keys.extend(named.split(' ').map(|key| (key, action)));
    }
    keys
}

#[test]
fn a_key_that_writes_a_label_does_nothing_else_on_other_pages_outside_the_list_of_types() {
    let all = TEMPLATES.map(keys);
    for page in &all {
        let of = |key| page.get(key).copied();
        assert_eq!(of("s"), Some("skip"), "{page:?}");
        assert_eq!(of("?"), Some("summary"), "the help: {page:?}");
        assert_eq!(of("u"), Some("undo"), "{page:?}");
        let writing = [
            "article",
            "other",
            "save",
            "same",
            "different",
            "unsure",
            "undo",
        ];
        for (key, action) in page.iter().filter(|(_, action)| writing.contains(action)) {
            for other in &all {
                let does = other.get(key).unwrap_or(action);
                assert_eq!(does, action, "{key}: {page:?} {other:?}");
            }
        }
    }
}

#[tokio::test]
async fn a_reader_without_labelling_has_no_link_to_it() {
    let world = World::new().await;
    let article = format!("/article/{}", world.article("1", "Ein Haus.").await);
    world.page("/label").await;
    let world = world.without_labelling();
    for path in ["/label", "/label/pages", "/label/stories"] {
        assert_eq!(world.get(path).await.status, 404, "{path}");
    }
    let explain = format!("{article}/explain");
    for path in [
        "/", "/search", "/changes", "/watches", "/sources", "/runs", "/keys", "/token", "/none",
        &article, &explain,
    ] {
        let page = world.get(path).await;
        assert!(page.body.contains("</html>"), "{path}: {page:?}");
        assert!(!page.body.contains("href=\"/label"), "{path}: {page:?}");
    }
}
