//! What pages say about themselves, well-formed or not.
#![no_main]

use libfuzzer_sys::fuzz_target;
use url::Url;

fuzz_target!(|script: &str| {
    let url = Url::parse("https://news.example/2024/05/03/story.html").ok();
    let html = format!(
        "<script type=application/ld+json>{script}</script><h1>A headline of words</h1><p>x"
    );
    let read = extract::extract(&extract::Input::new(&html, url.as_ref()), &extract::Options::default());
    assert!(read.metadata.authors.len() <= 100 && read.metadata.tags.len() <= 100);
});
