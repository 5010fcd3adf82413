//! The description of the API: as `OpenAPI`, and as a page for people.

use askama::Template;
use axum::routing::get;
use axum::{Json, Router};
use serde_json::Value;

use super::{CommonResponses, DOCUMENT};
use crate::reader::Reader;
use crate::reader::page::{Answer, Frame, Part, render};

/// The description of this API
#[utoipa::path(get, path = "/api/v1/openapi.json", tag = "crawl",
    responses((status = 200, description = "OpenAPI 3.1.", body = Object), CommonResponses))]
pub(super) async fn openapi() -> Json<&'static Value> {
    Json(&DOCUMENT)
}

pub(super) fn routes() -> Router<Reader> {
    Router::new().route("/api", get(page))
}

#[derive(Template)]
#[template(path = "api.html")]
struct ApiPage {
    frame: Frame,
    document: &'static Value,
}

async fn page() -> Answer {
    render(&ApiPage {
        frame: Frame::default(),
        document: &DOCUMENT,
    })
}

/// The members of an object; none of another value.
fn members(object: &Value) -> impl Iterator<Item = (&str, &Value)> {
    let members = object.as_object().into_iter().flatten();
    members.map(|(name, value)| (name.as_str(), value))
}

/// A text; empty if there is none.
fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

/// The name of a type, in words if it is generic: `List_ArticleItem` is a list of `ArticleItem`.
fn plain(name: &str) -> String {
    match name.split_once('_') {
        Some((generic, of)) => format!("{generic} of {}", plain(of)),
        None => name.to_owned(),
    }
}

/// The pieces of a description, each with whether it is code, between backticks.
fn pieces(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let pieces = text.split('`').enumerate();
    let pieces = pieces.map(|(index, piece)| (piece, index % 2 == 1));
    pieces.filter(|(piece, _)| !piece.is_empty())
}

/// The type of a value in words.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str() {
        return plain(name.rsplit('/').next().unwrap_or_default());
    }
    let alternatives = schema["oneOf"]
        .as_array()
        .or_else(|| schema["enum"].as_array());
    if let Some(alternatives) = alternatives {
        let names = alternatives.iter().map(|one| match one.as_str() {
            Some(name) => name.to_owned(),
            None => kind(one),
        });
        return names.collect::<Vec<_>>().join(" or ");
    }
    let types = match &schema["type"] {
        Value::Array(types) => types.iter().filter_map(Value::as_str).collect(),
        one => Vec::from_iter(one.as_str()),
    };
    let mut description = types.join(" or ");
    if schema["items"].is_object() {
        description = format!("{description} of {}", kind(&schema["items"]));
    }
    if let Some(format) = schema["format"].as_str() {
        description = format!("{description} ({format})");
    }
    if let (Some(min), Some(max)) = (schema["minimum"].as_i64(), schema["maximum"].as_i64()) {
        description = format!("{description}, {min} to {max}");
    }
    if !schema["default"].is_null() {
        description = format!("{description}, default {}", schema["default"]);
    }
    description
}
