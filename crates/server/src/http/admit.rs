//! Lets a request in, unless too many requests come from its address.

use axum::Extension;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use boneyard_base::limits::{self, Bound};

use super::ApiError;
use crate::gate::{Gate, Peer};

/// Finds the network address from which a request comes, and refuses the request if this address sends too
/// many requests. Counts the request if this or a later check refuses it.
pub(super) async fn admit(
    State(gate): State<Gate>,
    Extension(Peer(peer)): Extension<Peer>,
    mut request: Request,
    next: Next,
) -> Response {
    let client = gate.client(peer, request.headers());
    request.extensions_mut().insert(client);
    let response = if gate.allow(Bound::Requests, client) {
        next.run(request).await
    } else {
        ApiError::TooFast.into_response()
    };
    let too_many = response.status() == StatusCode::TOO_MANY_REQUESTS;
    if too_many && !gate.allow(Bound::Refusals, client) {
        // While this waits, the client can send no other request on the same connection.
        tokio::time::sleep(limits::REFUSED_REST).await;
    }
    if let Some(reject) = response.extensions().get() {
        gate.rejects.count(*reject);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;
    use std::time::Duration;

    use axum::body::Body;
    use axum::routing::get;
    use axum::{Router, middleware};
    use clap::Parser as _;
    use tokio::time::Instant;
    use tower::ServiceExt as _;

    use super::*;
    use crate::config::Cli;

    #[tokio::test(start_paused = true)]
    async fn an_address_that_asks_too_often_is_told_to_wait() {
        let gate = Gate::new(&Cli::try_parse_from(["test"]).unwrap().config.gate());
        let asks = async |ip: Ipv4Addr| {
            let door = Router::new()
                .route("/", get(|| async { "come in" }))
                .layer(middleware::from_fn_with_state(gate.clone(), admit))
                .layer(Extension(Peer(ip.into())));
            let request = Request::new(Body::empty());
            door.oneshot(request).await.unwrap().status()
        };
        let (one, other) = (Ipv4Addr::LOCALHOST, Ipv4Addr::new(192, 0, 2, 1));
        let most = Bound::Requests.allowance(1);
        for _ in 0..most.address {
            assert_eq!(asks(one).await, StatusCode::OK);
        }
        assert_eq!(asks(one).await, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(asks(other).await, StatusCode::OK);
        tokio::time::advance(most.within / most.address).await;
        assert_eq!(asks(one).await, StatusCode::OK);
    }

    #[tokio::test(start_paused = true)]
    async fn a_client_refused_again_and_again_waits_for_the_answer() {
        let gate = Gate::new(&Cli::try_parse_from(["test"]).unwrap().config.gate());
        let waits = async |ip: Ipv4Addr| {
            let door = Router::new()
                .route("/", get(|| async { StatusCode::TOO_MANY_REQUESTS }))
                .layer(middleware::from_fn_with_state(gate.clone(), admit))
                .layer(Extension(Peer(ip.into())));
            let start = Instant::now();
            door.oneshot(Request::new(Body::empty())).await.unwrap();
            start.elapsed()
        };
        let (one, other) = (Ipv4Addr::LOCALHOST, Ipv4Addr::new(192, 0, 2, 1));
        let at_once = Bound::Refusals.allowance(1).address;
        for _ in 0..at_once {
            assert_eq!(waits(one).await, Duration::ZERO);
        }
        assert_eq!(waits(one).await, limits::REFUSED_REST);
        assert_eq!(waits(other).await, Duration::ZERO);
    }
}
