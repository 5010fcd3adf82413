//! Features of pages, for experiments outside: JSONL of pages on standard input, a line of JSON each on standard output.
fn main() {
    use std::io::{BufRead as _, Write as _};
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    writeln!(out, "{}", serde_json::json!(classify::learned::NAMES)).unwrap();
    for line in std::io::stdin().lock().lines() {
        let page: serde_json::Value = serde_json::from_str(&line.unwrap()).unwrap();
        let url = page["url"].as_str();
        let parsed = url.and_then(|url| url::Url::parse(url).ok());
        let html = page["html"].as_str().unwrap_or_default();
        let extraction = extract::extract(html, parsed.as_ref());
        let seen = classify::Page::new(url, None, html, &extraction);
        let evidence = classify::Evidence::of(&seen);
        let row = classify::learned::Row::of(&evidence);
        let rule = classify::rules::first(&evidence).map(|f| f.rule.name);
        let seven = classify::Model::seven().verdict(&seen).news_score;
        writeln!(out, "{}", serde_json::json!({"id": page["id"], "url": url, "dataset": page["dataset"], "page_type": page["page_type"], "site": page["site"], "form_types": page["form_types"], "title": seen.title, "lang": page["est_language"], "rule": rule, "seven": seven, "row": row.values(), "text": extraction.text.chars().take(200).collect::<String>()})).unwrap();
    }
}
