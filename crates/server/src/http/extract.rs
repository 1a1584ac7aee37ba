//! Extractors that find the visitor who sent a request. If the request writes, they ask the visitor's standing at the
//! door of its route.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use boneyard_base::{Credential, DeviceId, Visitor};
use boneyard_people::AccountError;

use crate::AppState;
use crate::http::{ApiError, doors};

/// The visitor whom a valid cookie or token identifies; `None` if the request has no valid cookie or token. A
/// cookie with a wrong signature counts as no cookie. Only for requests that read: no door is asked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MaybeVisitor(pub(crate) Option<Visitor>);

impl FromRequestParts<AppState> for MaybeVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let visitor = state.identity.visitor(&parts.headers).await?;
        Ok(Self(visitor))
    }
}

/// The visitor who sent a request: a person or a bot. Requests without a visitor are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AnyVisitor(pub(crate) Visitor);

impl AsRef<Visitor> for AnyVisitor {
    fn as_ref(&self) -> &Visitor {
        &self.0
    }
}

impl FromRequestParts<AppState> for AnyVisitor {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let visitor = state.identity.visitor(&parts.headers).await?;
        let visitor = visitor.ok_or(ApiError::NoIdentity)?;
        doors::must_pass(parts, state, visitor.player).await?;
        Ok(Self(visitor))
    }
}

/// The person who sent a request. Requests of bots and requests without a visitor are refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person(pub(crate) Visitor);

impl AsRef<Visitor> for Person {
    fn as_ref(&self) -> &Visitor {
        &self.0
    }
}

impl FromRequestParts<AppState> for Person {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let visitor = state.identity.visitor(&parts.headers).await?;
        let visitor = visitor.ok_or(ApiError::NoIdentity)?;
        if visitor.player.is_bot() {
            return Err(ApiError::OnlyPeople);
        }
        doors::must_pass(parts, state, visitor.player).await?;
        Ok(Self(visitor))
    }
}

/// The visitor who sent a request and is signed in to an account, with the device. Other requests are
/// refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keeper {
    pub(crate) visitor: Visitor,
    pub(crate) device: DeviceId,
}

impl AsRef<Visitor> for Keeper {
    fn as_ref(&self) -> &Visitor {
        &self.visitor
    }
}

impl FromRequestParts<AppState> for Keeper {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let known = state.identity.known(&parts.headers).await?;
        let (Credential { device, .. }, visitor) = known.ok_or(ApiError::NoIdentity)?;
        let device = device.ok_or(AccountError::OnlyKept)?;
        doors::must_pass(parts, state, visitor.player).await?;
        Ok(Self { visitor, device })
    }
}
