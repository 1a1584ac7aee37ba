//! What goes wrong with a request, and how it is told.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::http::HttpError;

use crate::store::StoreError;
use crate::table::CreateError;

/// Why a request was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The request has no valid identity cookie.
    #[error("ask /api/me for an identity first")]
    NoIdentity,
    /// The request was sent by another site's page.
    #[error("this request comes from another site")]
    ForeignOrigin,
    /// The body is not what the request needs.
    #[error("{0}")]
    Body(#[from] JsonRejection),
    /// The table can't be opened.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// The storage failed; the cause is in the log, and nobody else's business.
    #[error("the storage does not answer; try again soon")]
    Unavailable,
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Unavailable
    }
}

impl ApiError {
    fn status(&self) -> StatusCode {
        match self {
            Self::NoIdentity => StatusCode::UNAUTHORIZED,
            Self::ForeignOrigin => StatusCode::FORBIDDEN,
            Self::Body(rejection) => rejection.status(),
            Self::Create(
                CreateError::Rules(_)
                | CreateError::KeptSeats { .. }
                | CreateError::Computers { .. }
                | CreateError::Clock,
            ) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::Create(CreateError::TooMany | CreateError::TooManyNew) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::Create(CreateError::Unavailable) | Self::Unavailable => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }

    fn code(&self) -> ErrorCode {
        match self {
            Self::NoIdentity => ErrorCode::NoIdentity,
            Self::ForeignOrigin => ErrorCode::ForeignOrigin,
            Self::Body(JsonRejection::JsonDataError(_)) => ErrorCode::WrongFields,
            Self::Body(_) => ErrorCode::Malformed,
            Self::Create(error) => error.code(),
            Self::Unavailable => ErrorCode::Unavailable,
        }
    }

    /// The option that must change, by its name on the wire.
    fn option(&self) -> Option<String> {
        match self {
            Self::Create(error) => error.option().map(str::to_owned),
            _ => None,
        }
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let body = HttpError {
            code: self.code(),
            option: self.option(),
            text: self.to_string(),
        };
        (self.status(), Json(body)).into_response()
    }
}
