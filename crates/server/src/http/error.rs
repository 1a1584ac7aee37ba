//! The reasons why requests are refused, and the responses for them.

use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use boneyard_base::{BudgetSpent, TooManyWait};
use boneyard_notices::NoticeError;
use boneyard_people::{
    AccountError, BotError, EmailError, FeedError, NameError, PasskeysError, PeopleRefusal,
};
use boneyard_protocol::ErrorCode;
use boneyard_protocol::body::{BodyError, WrongField};
use boneyard_protocol::http::HttpError;
use boneyard_store::StoreError;
use boneyard_table::CreateError;

use super::Json;
use crate::gate::Reject;

/// The reason why a request was refused.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ApiError {
    /// The request has no valid identity cookie.
    #[error("ask /api/me for an identity first")]
    NoIdentity,
    /// A bot sent a request that is only for people.
    #[error("only people can do that")]
    OnlyPeople,
    /// A page of another site sent the request.
    #[error("this request comes from another site")]
    ForeignOrigin,
    /// Too many requests came from the client's address.
    #[error("too many requests come from your address; try again soon")]
    TooFast,
    /// Too many tables or bots were created from the client's address.
    #[error("Many tables or bots have been made from your address; try again later.")]
    TooManyFromAddress,
    /// Too many tournaments were created by the visitor or from its network.
    #[error("Many tournaments have been made by you or from your address; try again later.")]
    TooManyTournaments,
    /// Too much is written to the database for the visitor or for the client's address.
    #[error(transparent)]
    ChangesTooMuch(#[from] BudgetSpent),
    /// The request has several `Host` headers.
    #[error("a request has one Host header")]
    ManyHosts,
    /// The content type of the body is not JSON.
    #[error("a body needs the header Content-Type: application/json")]
    NotJson,
    /// The body is longer than the server accepts.
    #[error("the body is too large")]
    TooLarge,
    /// The body ended before its announced length.
    #[error("the body ended too early")]
    CutOff,
    /// The body isn't UTF-8.
    #[error("the body is not UTF-8")]
    NotText,
    /// The body is not valid for this request.
    #[error(transparent)]
    Body(#[from] BodyError),
    /// The table can't be created.
    #[error(transparent)]
    Create(#[from] CreateError),
    /// The URL doesn't exist.
    #[error("there is nothing at this address")]
    NoRoute,
    /// The URL exists, but not for this HTTP method.
    #[error("this address takes another method")]
    NoMethod,
    /// The body arrived too slowly, or the response took too long.
    #[error("the request took too long; try again")]
    TooSlow,
    /// The record doesn't exist.
    #[error("there is no such record")]
    NoRecord,
    /// The account doesn't exist.
    #[error("there is no such account")]
    NoPerson,
    /// The match isn't rated, or has not been rated yet.
    #[error("the match isn't rated, or will be in a moment")]
    NotRated,
    /// The public log has fewer entries than the request says.
    #[error("the public log has fewer entries")]
    ShortLog,
    /// The text is no transcript, or it describes an impossible match.
    #[error("{0}")]
    Transcript(String),
    /// The query is not valid for this request.
    #[error(transparent)]
    Query(WrongField),
    /// The bot can't be created or deleted.
    #[error(transparent)]
    Bot(BotError),
    /// The request about an account is refused.
    #[error(transparent)]
    Account(AccountError),
    /// The request about a passkey is refused.
    #[error(transparent)]
    Passkeys(PasskeysError),
    /// The request about an email address is refused.
    #[error(transparent)]
    Email(EmailError),
    /// The request about notices is refused.
    #[error(transparent)]
    Notices(NoticeError),
    /// The request about other players is refused.
    #[error(transparent)]
    People(#[from] PeopleRefusal),
    /// The request about a tournament is refused.
    #[error(transparent)]
    Tournament(#[from] boneyard_organiser::Refusal),
    /// The route has no row in the list of doors: an error of this program.
    #[error("this address is not ready for use")]
    NoDoor,
    /// The server is about to stop.
    #[error("the server is about to stop; try again soon")]
    Stopping,
    /// The storage failed. The cause is only in the log.
    #[error("the storage does not answer; try again soon")]
    Unavailable,
}

impl From<TooManyWait> for ApiError {
    fn from(TooManyWait: TooManyWait) -> Self {
        Self::TooFast
    }
}

impl From<StoreError> for ApiError {
    fn from(error: StoreError) -> Self {
        tracing::error!(%error, "the store failed");
        Self::Unavailable
    }
}

impl From<BotError> for ApiError {
    fn from(error: BotError) -> Self {
        match error {
            BotError::Store(error) => error.into(),
            BotError::Random => {
                tracing::error!("the system has no randomness");
                Self::Unavailable
            }
            error => Self::Bot(error),
        }
    }
}

impl From<AccountError> for ApiError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Store(error) | AccountError::Name(NameError::Store(error)) => {
                error.into()
            }
            AccountError::Random(error) => {
                tracing::error!(%error, "the system has no randomness");
                Self::Unavailable
            }
            error => Self::Account(error),
        }
    }
}

impl From<PasskeysError> for ApiError {
    fn from(error: PasskeysError) -> Self {
        match error {
            PasskeysError::Store(error) => error.into(),
            error => Self::Passkeys(error),
        }
    }
}

impl From<EmailError> for ApiError {
    fn from(error: EmailError) -> Self {
        match error {
            EmailError::Store(error) => error.into(),
            EmailError::Random(error) => AccountError::Random(error).into(),
            error => Self::Email(error),
        }
    }
}

impl From<FeedError> for ApiError {
    fn from(error: FeedError) -> Self {
        match error {
            FeedError::Store(error) => error.into(),
            FeedError::Random(error) => AccountError::Random(error).into(),
        }
    }
}

impl From<NoticeError> for ApiError {
    fn from(error: NoticeError) -> Self {
        match error {
            NoticeError::Store(error) => error.into(),
            NoticeError::Random(error) => AccountError::Random(error).into(),
            error => Self::Notices(error),
        }
    }
}

impl From<NameError> for ApiError {
    fn from(error: NameError) -> Self {
        AccountError::from(error).into()
    }
}

impl ApiError {
    /// The error for a text that is no valid transcript, with the reason.
    pub(crate) fn transcript(error: impl std::fmt::Display) -> Self {
        Self::Transcript(error.to_string())
    }

    fn status(&self) -> StatusCode {
        match self {
            Self::People(refusal) => refusal.status(),
            Self::NoIdentity => StatusCode::UNAUTHORIZED,
            Self::ForeignOrigin | Self::OnlyPeople | Self::Create(CreateError::OnlyKept) => {
                StatusCode::FORBIDDEN
            }
            Self::Bot(BotError::NotFound)
            | Self::NoRoute
            | Self::NoRecord
            | Self::NoPerson
            | Self::NotRated
            | Self::ShortLog => StatusCode::NOT_FOUND,
            Self::NoMethod => StatusCode::METHOD_NOT_ALLOWED,
            Self::TooSlow => StatusCode::REQUEST_TIMEOUT,
            Self::Bot(BotError::TooMany) => StatusCode::TOO_MANY_REQUESTS,
            Self::Bot(BotError::NameTaken) => StatusCode::CONFLICT,
            Self::Account(error) => status_of(error.code()),
            Self::Passkeys(error) => status_of(error.code()),
            Self::Email(error) => status_of(error.code()),
            Self::Tournament(refusal) => status_of(refusal.code()),
            Self::Notices(error) => status_of(error.code()),
            Self::NotJson => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Self::ManyHosts
            | Self::CutOff
            | Self::NotText
            | Self::Body(BodyError::Malformed { .. }) => StatusCode::BAD_REQUEST,
            Self::Body(BodyError::WrongField(_))
            | Self::Query(_)
            | Self::Bot(_)
            | Self::Transcript(_)
            | Self::Create(
                CreateError::Rules(_)
                | CreateError::KeptSeats { .. }
                | CreateError::Computers { .. }
                | CreateError::NotRated
                | CreateError::Clock
                | CreateError::TimeCap
                | CreateError::ForeignHead,
            ) => StatusCode::UNPROCESSABLE_ENTITY,
            Self::TooFast
            | Self::TooManyFromAddress
            | Self::TooManyTournaments
            | Self::ChangesTooMuch(_)
            | Self::Create(CreateError::TooMany | CreateError::TooManyNew) => {
                StatusCode::TOO_MANY_REQUESTS
            }
            Self::NoDoor => StatusCode::INTERNAL_SERVER_ERROR,
            Self::Create(CreateError::Unavailable) | Self::Stopping | Self::Unavailable => {
                StatusCode::SERVICE_UNAVAILABLE
            }
        }
    }

    fn code(&self) -> ErrorCode {
        match self {
            Self::People(refusal) => refusal.code(),
            Self::NoIdentity => ErrorCode::NoIdentity,
            Self::OnlyPeople => ErrorCode::OnlyPeople,
            Self::Bot(BotError::NotFound)
            | Self::NoRoute
            | Self::NoMethod
            | Self::NoRecord
            | Self::NoPerson
            | Self::NotRated
            | Self::ShortLog => ErrorCode::NotFound,
            Self::Bot(BotError::TooMany) | Self::TooManyFromAddress | Self::TooManyTournaments => {
                ErrorCode::TooMany
            }
            Self::Bot(BotError::NameTaken) => ErrorCode::NameTaken,
            Self::Bot(_) => ErrorCode::BadName,
            Self::ForeignOrigin => ErrorCode::ForeignOrigin,
            Self::TooFast | Self::ChangesTooMuch(_) => ErrorCode::Rate,
            Self::Query(_) => ErrorCode::WrongFields,
            Self::ManyHosts | Self::NotJson | Self::TooLarge | Self::CutOff | Self::NotText => {
                ErrorCode::Malformed
            }
            Self::Body(error) => error.code(),
            Self::Transcript(_) => ErrorCode::BadTranscript,
            Self::Create(error) => error.code(),
            Self::Account(error) => error.code(),
            Self::Passkeys(error) => error.code(),
            Self::Email(error) => error.code(),
            Self::Tournament(refusal) => refusal.code(),
            Self::Notices(error) => error.code(),
            Self::TooSlow | Self::NoDoor | Self::Stopping | Self::Unavailable => {
                ErrorCode::Unavailable
            }
        }
    }

    /// The reason under which the gate counts the refusal; `None` if the gate doesn't count this error.
    fn reject(&self) -> Option<Reject> {
        Some(match self {
            Self::NoIdentity => Reject::NoIdentity,
            Self::ForeignOrigin => Reject::ForeignOrigin,
            Self::TooFast => Reject::AddressRequests,
            Self::TooManyFromAddress | Self::TooManyTournaments => Reject::AddressTables,
            Self::ChangesTooMuch(_) | Self::Account(AccountError::TooManyTries) => Reject::Writes,
            Self::NotJson | Self::TooLarge | Self::CutOff | Self::NotText | Self::Body(_) => {
                Reject::BadBody
            }
            Self::TooSlow => Reject::SlowRequest,
            Self::Create(CreateError::TooMany | CreateError::TooManyNew) => Reject::VisitorTables,
            Self::OnlyPeople
            | Self::People(_)
            | Self::Bot(_)
            | Self::Account(_)
            | Self::Passkeys(_)
            | Self::Email(_)
            | Self::Tournament(_)
            | Self::Notices(_)
            | Self::Create(_)
            | Self::Query(_)
            | Self::ManyHosts
            | Self::NoRoute
            | Self::NoMethod
            | Self::NoRecord
            | Self::NoPerson
            | Self::NotRated
            | Self::ShortLog
            | Self::Transcript(_)
            | Self::NoDoor
            | Self::Stopping
            | Self::Unavailable => return None,
        })
    }

    /// The option that must change, by its name in the protocol; `None` if the error isn't about an option.
    fn option(&self) -> Option<String> {
        match self {
            Self::Create(error) => error.option().map(str::to_owned),
            Self::Tournament(refusal) => refusal.option().map(str::to_owned),
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
        let mut response = (self.status(), Json(body)).into_response();
        if let Some(reject) = self.reject() {
            // The response carries the reason, so that the gate can count the refusal.
            response.extensions_mut().insert(reject);
        }
        response
    }
}

/// The HTTP status for an error code that always has the same status.
const fn status_of(code: ErrorCode) -> StatusCode {
    match code {
        ErrorCode::NotFound => StatusCode::NOT_FOUND,
        ErrorCode::OnlyKept
        | ErrorCode::OnlyKnown
        | ErrorCode::NotHost
        | ErrorCode::Barred
        | ErrorCode::OnlyModerators => StatusCode::FORBIDDEN,
        ErrorCode::NameTaken
        | ErrorCode::NotNow
        | ErrorCode::Full
        | ErrorCode::Stale
        | ErrorCode::EntryClosed
        | ErrorCode::NetworkFull
        | ErrorCode::NoCheckIn
        | ErrorCode::NoBreaks
        | ErrorCode::NoPairs
        | ErrorCode::HasPartner
        | ErrorCode::Withdrawn
        | ErrorCode::NotBegun
        | ErrorCode::Begun
        | ErrorCode::Ended
        | ErrorCode::TooFew
        | ErrorCode::AlreadySo
        | ErrorCode::NeedsWinner
        | ErrorCode::TooLate => StatusCode::CONFLICT,
        ErrorCode::Rate | ErrorCode::TooMany => StatusCode::TOO_MANY_REQUESTS,
        ErrorCode::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
        _ => StatusCode::UNPROCESSABLE_ENTITY,
    }
}
