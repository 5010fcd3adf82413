//! What a page that is no article says of itself to machines: in JSON-LD, in `OpenGraph`, or not at all, as its site does.

use serde_json::{Value, json};

use crate::{desk::Desk, html::escape};

/// Markup for the head of a page of that type.
pub(crate) fn head(desk: &Desk, page_type: &str, title: &str) -> String {
    match desk.site.id {
        "morgenblatt" | "tagnetz" => linked(page_type, title).map_or_else(String::new, |data| {
            format!(
                "<script type=\"application/ld+json\">{}</script>",
                data.to_string().replace("</", "<\\/")
            )
        }),
        "harbour-gazette" => open_graph(page_type, title),
        _ => String::new(),
    }
}

fn linked(page_type: &str, title: &str) -> Option<Value> {
    let mut data = match page_type {
        "video" => {
            json!({"@type": "VideoObject", "thumbnailUrl": "/media/poster.jpg", "duration": "PT2M41S"})
        }
        "audio" => {
            json!({"@type": "PodcastEpisode", "associatedMedia": {"@type": "MediaObject", "contentUrl": "/media/folge.mp3"}})
        }
        "gallery" => json!({"@type": "ImageGallery"}),
        "product" => {
            json!({"@type": "Product", "offers": {"@type": "Offer", "price": "24.90", "priceCurrency": "EUR"}})
        }
        "forum" => json!({"@type": "DiscussionForumPosting", "headline": title}),
        "paywall_teaser" => {
            json!({"@type": "NewsArticle", "headline": title, "isAccessibleForFree": false})
        }
        "author" => {
            json!({"@type": "ProfilePage", "mainEntity": {"@type": "Person", "name": title}})
        }
        "section" | "tag" => json!({"@type": "CollectionPage"}),
        _ => return None,
    };
    if let Some(data) = data.as_object_mut() {
        data.insert("@context".to_owned(), json!("https://schema.org"));
        data.insert("name".to_owned(), json!(title));
    }
    Some(data)
}

fn open_graph(page_type: &str, title: &str) -> String {
    let og_type = match page_type {
        "video" => "video.other",
        "product" => "product",
        "author" => "profile",
        "paywall_teaser" => "article",
        _ => "website",
    };
    let tier = if page_type == "paywall_teaser" {
        "<meta property=\"article:content_tier\" content=\"locked\">"
    } else {
        ""
    };
    format!(
        "<meta property=\"og:type\" content=\"{og_type}\"><meta property=\"og:title\" content=\"{}\">{tier}",
        escape(title)
    )
}
