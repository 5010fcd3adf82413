//! Machine-readable metadata of pages: JSON-LD (<https://schema.org>), `OpenGraph`, or none.

use serde_json::{Value, json};

use super::{article::Article, site::Metadata, site_day::SiteDay};
use crate::markup::escape;

/// JSON-LD as an element of the head.
pub(crate) fn json_ld(data: &Value) -> String {
    let data = data.to_string().replace("</", "<\\/");
    format!("<script type=\"application/ld+json\">{data}</script>")
}

/// The metadata of a page that is not an article, in the format of its site.
pub(crate) fn page(day: &SiteDay, page_type: &str, title: &str) -> String {
    match day.site.metadata {
        Metadata::JsonLd => {
            linked_data(page_type, title).map_or_else(String::new, |data| json_ld(&data))
        }
        Metadata::OpenGraph => open_graph(page_type, title),
        Metadata::None => String::new(),
    }
}

fn open_graph(page_type: &str, title: &str) -> String {
    let og_type = match page_type {
        "video" => "video.other",
        "product" => "product",
        "author" => "profile",
        "paywall_teaser" => "article",
        _ => "website",
    };
    let tier = match page_type {
        "paywall_teaser" => "<meta property=\"article:content_tier\" content=\"locked\">",
        _ => "",
    };
    let title = escape(title);
    format!(
        "<meta property=\"og:type\" content=\"{og_type}\"><meta property=\"og:title\" content=\"{title}\">{tier}"
    )
}

fn linked_data(page_type: &str, title: &str) -> Option<Value> {
    let mut data = match page_type {
        "video" => {
            json!({"@type": "VideoObject", "thumbnailUrl": "/media/poster.jpg", "duration": "PT2M41S"})
        }
        "audio" => {
            let file = json!({"@type": "MediaObject", "contentUrl": "/media/folge.mp3"});
            json!({"@type": "PodcastEpisode", "associatedMedia": file})
        }
        "gallery" => json!({"@type": "ImageGallery"}),
        "product" => {
            let offer = json!({"@type": "Offer", "price": "24.90", "priceCurrency": "EUR"});
            json!({"@type": "Product", "offers": offer})
        }
        "forum" => json!({"@type": "DiscussionForumPosting", "headline": title}),
        "paywall_teaser" => {
            json!({"@type": "NewsArticle", "headline": title, "isAccessibleForFree": false})
        }
        "author" => {
            let person = json!({"@type": "Person", "name": title});
            json!({"@type": "ProfilePage", "mainEntity": person})
        }
        "section" | "tag" => json!({"@type": "CollectionPage"}),
        _ => return None,
    };
    data["@context"] = json!("https://schema.org");
    data["name"] = json!(title);
    Some(data)
}

/// The metadata of an article: a single object on morgenblatt, a graph on tagnetz.
pub(crate) fn article(day: &SiteDay, article: &Article) -> String {
    let (meta, name) = (&article.meta, &day.site.name);
    let url = day.url(&meta.path);
    let mut data = json!({
        "@type": "NewsArticle",
        "headline": meta.title,
        "datePublished": day.rfc3339(meta.published),
        "dateModified": day.rfc3339(meta.modified),
        "articleSection": meta.section,
    });
    if day.site.id == "morgenblatt" {
        let author = match &meta.author {
            Some(author) => {
                let page = day.url(&day.site.author_path(author));
                json!({"@type": "Person", "name": author, "url": page})
            }
            None => json!({"@type": "Organization", "name": meta.agency.unwrap_or(name)}),
        };
        data["@context"] = json!("https://schema.org");
        data["description"] = json!(article.story.standfirst);
        data["author"] = json!([author]);
        data["publisher"] = json!({"@type": "Organization", "name": name});
        data["mainEntityOfPage"] = json!(url);
        data["image"] = json!([day.url(&format!("/bilder/{}.jpg", meta.id))]);
        data["keywords"] = json!(article.tags);
        data["isAccessibleForFree"] = json!(true);
        return json_ld(&data);
    }
    let author = format!("{url}#autor");
    data["author"] = json!({"@id": author});
    data["keywords"] = json!(article.tags.join(", "));
    if let Some(words) = article.full_words {
        data["isAccessibleForFree"] = json!(false);
        data["wordCount"] = json!(words);
        data["hasPart"] = json!({"@type": "WebPageElement", "isAccessibleForFree": false, "cssSelector": ".paywall"});
    }
    let graph = json!([
        {"@type": "WebSite", "name": name, "url": day.url("/")},
        {"@type": "BreadcrumbList", "itemListElement": [{"@type": "ListItem", "position": 1, "name": meta.section}]},
        data,
        match &meta.author {
            Some(name) => json!({"@type": "Person", "@id": author, "name": name}),
            None => json!({"@type": "Organization", "@id": author, "name": meta.agency}),
        },
    ]);
    json_ld(&json!({"@context": "https://schema.org", "@graph": graph}))
}
