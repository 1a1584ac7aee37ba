//! A visitor as an argument of a handler.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use boneyard_base::DeviceId;
use boneyard_people::{AccountError, Identity};

use boneyard_base::{Credential, Visitor};

use crate::http::ApiError;

/// The visitor who sent a request, if their cookie says who they are. A cookie that was tampered
/// with is as good as none.
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

/// The visitor who sent a request, who is no program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Person(pub(crate) Visitor);

impl<S> FromRequestParts<S> for Person
where
    S: Send + Sync,
    Identity: FromRef<S>,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let visitor = Identity::from_ref(state).visitor(&parts.headers).await?;
        let visitor = visitor.ok_or(ApiError::NoIdentity)?;
        if visitor.player.is_bot() {
            return Err(ApiError::OnlyPeople);
        }
        Ok(Self(visitor))
    }
}

/// A visitor who keeps an account, at one of its devices.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Keeper {
    pub(crate) visitor: Visitor,
    pub(crate) device: DeviceId,
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
