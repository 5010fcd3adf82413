//! The stylesheet, the script and the icon, compiled into the program, and the robots.txt.

use axum::Router;
use axum::http::header;
use axum::routing::get;

use super::Reader;

const STYLE: &str = include_str!("../../assets/style.css");
const SCRIPT: &str = include_str!("../../assets/reader.js");
const ICON: &str = include_str!("../../assets/icon.svg");
/// Texts belong to their publishers, and every query and every pair of versions is a page.
const ROBOTS: &str = "User-agent: *\nDisallow: /\n";

pub(super) fn routes() -> Router<Reader> {
    let asset = |kind: &'static str, body: &'static str| {
        let headers = [
            (header::CONTENT_TYPE, kind),
            (header::CACHE_CONTROL, "max-age=600"),
        ];
        get(async move || (headers, body))
    };
    Router::new()
        .route("/assets/style.css", asset("text/css; charset=utf-8", STYLE))
        .route(
            "/assets/reader.js",
            asset("text/javascript; charset=utf-8", SCRIPT),
        )
        .route("/assets/icon.svg", asset("image/svg+xml", ICON))
        .route("/robots.txt", asset("text/plain; charset=utf-8", ROBOTS))
}
