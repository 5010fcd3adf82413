//! What the files of pages have in common: `use super::prelude::*`.

pub(super) use askama::Template;
pub(super) use axum::extract::{Path, Query, State};
pub(super) use axum::http::{HeaderMap, StatusCode};
pub(super) use axum::response::{IntoResponse, Redirect, Response};
pub(super) use axum::routing::{get, post};
pub(super) use axum::{Form, Router};
pub(super) use serde::Deserialize;

pub(super) use super::guard::Writing;
pub(super) use super::page::{Answer, Frame, PageError, Part, render, unknown_value};
pub(super) use super::{Reader, format};
