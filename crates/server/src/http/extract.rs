//! Extractors that find the visitor who sent a request.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use boneyard_base::DeviceId;
use boneyard_people::{AccountError, Identity};

use boneyard_base::{Credential, Visitor};

use crate::http::ApiError;

/// The visitor whom a valid cookie or token identifies; `None` if the request has no valid cookie or token. A
/// cookie with a wrong signature counts as no cookie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MaybeVisitor(pub(crate) Option<Visitor>);

impl<S> FromRequestParts<S> for MaybeVisitor
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let visitor = Identity::from_ref(state).visitor(&parts.headers).await?;
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

impl<S> FromRequestParts<S> for AnyVisitor
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let MaybeVisitor(visitor) = MaybeVisitor::from_request_parts(parts, state).await?;
        visitor.map(Self).ok_or(ApiError::NoIdentity)
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

impl<S> FromRequestParts<S> for Person
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let AnyVisitor(visitor) = AnyVisitor::from_request_parts(parts, state).await?;
        if visitor.player.is_bot() {
            return Err(ApiError::OnlyPeople);
        }
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

impl<S> FromRequestParts<S> for Keeper
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let known = Identity::from_ref(state).known(&parts.headers).await?;
        let (Credential { device, .. }, visitor) = known.ok_or(ApiError::NoIdentity)?;
        let device = device.ok_or(AccountError::OnlyKept)?;
        Ok(Self { visitor, device })
    }
}
