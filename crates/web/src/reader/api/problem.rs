//! Error responses of the API: problem details (RFC 9457).

use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;
use store::{SearchSyntaxError, StoreError};
use utoipa::ToSchema;

/// Problem details.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Problem {
    /// The status in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What is wrong, and what to do.
    detail: String,
    /// Where in a query the fault is, in characters from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    column: Option<usize>,
}

/// Why a request cannot be answered.
#[derive(Debug)]
pub(super) struct ApiError {
    status: StatusCode,
    detail: String,
    column: Option<usize>,
}

impl ApiError {
    pub(super) fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            status,
            detail: detail.into(),
            column: None,
        }
    }

    pub(super) fn invalid(detail: impl Into<String>) -> Self {
        Self::new(StatusCode::BAD_REQUEST, detail)
    }

    pub(super) fn not_found(what: &str) -> Self {
        Self::new(StatusCode::NOT_FOUND, format!("There is no such {what}."))
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        if let StoreError::Invalid(detail) = error {
            return Self::invalid(detail);
        }
        if let StoreError::OtherHistory { .. } = error {
            return Self::invalid(format!("{error}."));
        }
        if error.is_value_error() {
            return Self::invalid("A parameter has a value that the database cannot hold.");
        }
        let detail = if error.is_statement_timeout() {
            "The query takes longer than a request may take. Narrow it to a site, a language or a shorter period."
        } else {
            tracing::error!(%error, "an API request failed");
            "The database is not responding. Try again in a moment."
        };
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail)
    }
}

impl From<SearchSyntaxError> for ApiError {
    fn from(error: SearchSyntaxError) -> Self {
        Self {
            column: error.column,
            ..Self::invalid(error.to_string())
        }
    }
}

impl From<QueryRejection> for ApiError {
    fn from(rejection: QueryRejection) -> Self {
        let text = rejection.body_text();
        let detail = text.strip_prefix("Failed to deserialize query string: ");
        let detail = detail.unwrap_or(&text);
        // the name of the parameter is before and after
        Self::invalid(match detail.split_once(": unknown field ") {
            Some((_, fault)) => {
                let fault = fault.replacen(", expected one of", "; use one of", 1);
                format!("there is no parameter {fault}")
            }
            None => detail.to_owned(),
        })
    }
}

impl From<PathRejection> for ApiError {
    fn from(rejection: PathRejection) -> Self {
        Self::invalid(rejection.body_text())
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let problem = Problem {
            title: self.status.canonical_reason().unwrap_or_default(),
            status: self.status.as_u16(),
            detail: self.detail,
            column: self.column,
        };
        let kind = HeaderValue::from_static("application/problem+json");
        let body = serde_json::to_string(&problem).unwrap_or_default();
        (self.status, [(header::CONTENT_TYPE, kind)], body).into_response()
    }
}

pub(super) async fn method_not_allowed() -> ApiError {
    ApiError::new(StatusCode::METHOD_NOT_ALLOWED, "The API supports GET only.")
}

pub(super) async fn not_found() -> ApiError {
    ApiError::not_found("path in the API; see /api")
}

/// Parameters of the query, or a problem.
#[derive(Debug)]
pub(super) struct QueryParams<T>(pub(super) T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequestParts<S> for QueryParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Query(params) = Query::from_request_parts(parts, state).await?;
        Ok(Self(params))
    }
}

/// Parameters of the path, or a problem.
#[derive(Debug)]
pub(super) struct PathParams<T>(pub(super) T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for PathParams<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let Path(params) = Path::from_request_parts(parts, state).await?;
        Ok(Self(params))
    }
}
