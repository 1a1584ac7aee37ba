//! An extractor that spends a visitor's budget for a request.

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use boneyard_base::{Address, Visitor};

use super::ApiError;
use crate::AppState;

/// The visitor who sent a request. The extractor subtracts the cost of `ROWS` small rows from the budgets of
/// the visitor and of the client's address. If a budget is used up, it refuses the request. `V` is the
/// extractor that finds the visitor.
#[derive(Clone, Debug)]
pub(crate) struct Budgeted<V, const ROWS: u32>(pub(crate) V);

impl<V, const ROWS: u32> FromRequestParts<AppState> for Budgeted<V, ROWS>
where
    V: FromRequestParts<AppState, Rejection = ApiError> + AsRef<Visitor> + Send,
{
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &AppState) -> Result<Self, ApiError> {
        let visitor = V::from_request_parts(parts, state).await?;
        let from: Address = *parts.extensions.get().expect("the gate sets the address");
        state.gate.spend(visitor.as_ref().player, from, ROWS)?;
        Ok(Self(visitor))
    }
}
