//! The host's own listener on a separate address. It serves the metrics and the log's filter.

use std::net::IpAddr;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HOST, ORIGIN};
use axum::http::uri::Authority;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

use crate::gate::{Mistake, Mistakes, clipped};
use crate::logging::LogFilter;
use crate::metrics::Metrics;
use crate::shutdown::Stopping;

/// The format that Prometheus asks for by default.
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What the host can read and change over this listener.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub(crate) metrics: Metrics,
    pub(crate) mistakes: Mistakes,
    /// The log's filter; `None` if other code in the same process has set up logging.
    pub(crate) log: Option<LogFilter>,
}

/// Serves requests of the host until the server stops.
pub(crate) async fn run(listener: &std::net::TcpListener, host: &Host, stopping: &Stopping) {
    // The listener stays with its supervisor, which begins again after a panic.
    let (host, mut stopping) = (host.clone(), stopping.clone());
    let listener = match listener.try_clone().and_then(TcpListener::from_std) {
        Ok(listener) => listener,
        Err(error) => return tracing::error!(%error, "the host's door is closed"),
    };
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/log", get(log_filter).put(set_log_filter))
        .layer(middleware::from_fn_with_state(host.clone(), no_pages))
        .with_state(host);
    let served = axum::serve(listener, router)
        .with_graceful_shutdown(async move { stopping.wait().await })
        .await;
    if let Err(error) = served {
        tracing::error!(%error, "the host's door is closed");
    }
}

/// Refuses requests of web pages. The host may visit a malicious page, which sends requests to this
/// listener. If the page's own domain resolves to the listener's address, the browser even treats such
/// requests as requests to the page's own server.
async fn no_pages(State(host): State<Host>, request: Request, next: Next) -> Response {
    let asked = request.headers().get(HOST);
    let asked = asked.and_then(|asked| asked.to_str().ok());
    let name: Option<Authority> = asked.and_then(|asked| asked.parse().ok());
    if request.headers().contains_key(ORIGIN) {
        if host.mistakes.is_due(Mistake::HostsPage) {
            tracing::warn!(
                "a page was refused at the --metrics address: only programs are answered there"
            );
        }
    } else if !name.is_some_and(|name| is_private(name.host())) {
        if host.mistakes.is_due(Mistake::HostsName) {
            let name = clipped(asked.unwrap_or_default());
            tracing::warn!(
                ?name,
                "a request was refused at the --metrics address, since a stranger may own the name that it \
                 was sent to: ask by an IP address, by a name without a dot, or by one that ends in \
                 .localhost, .local, .internal, .lan or .svc"
            );
        }
    } else {
        return next.run(request).await;
    }
    StatusCode::FORBIDDEN.into_response()
}

/// Whether a name can't be registered as a public domain. This is true for an IP address, for a name without
/// a dot (such as a container's), and for a name that is reserved for private networks.
fn is_private(name: &str) -> bool {
    let bare = name.trim_start_matches('[').trim_end_matches(']');
    let name = name.trim_end_matches('.').to_ascii_lowercase();
    let last = name.rsplit_once('.').map(|(_, last)| last);
    bare.parse::<IpAddr>().is_ok()
        || matches!(
            last,
            None | Some("localhost" | "local" | "internal" | "lan" | "svc")
        )
}

async fn metrics(State(host): State<Host>) -> impl IntoResponse {
    let lost = host.log.as_ref().map_or(0, LogFilter::lost);
    ([(CONTENT_TYPE, TEXT)], host.metrics.text(lost))
}

async fn log_filter(State(host): State<Host>) -> Result<String, StatusCode> {
    let log = host.log.ok_or(StatusCode::NOT_FOUND)?;
    Ok(format!("{}\n", log.get()))
}

/// Changes the filter for all lines from now on. After a restart, the server uses the filter of the settings
/// again.
async fn set_log_filter(State(host): State<Host>, filter: String) -> Response {
    let Some(log) = host.log else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match log.set(filter.trim()) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, format!("{error}\n")).into_response(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_that_nobody_can_register_lead_to_the_hosts_door() {
        for name in [
            "127.0.0.1",
            "[::1]",
            "localhost",
            "boneyard",
            "boneyard.internal",
            "printer.local",
            "boneyard.default.svc",
            "x.localhost.",
        ] {
            assert!(is_private(name), "{name}");
        }
        for name in [
            "evil.example",
            "127.0.0.1.evil.example",
            "local.evil",
            "1.2.3.4.5",
        ] {
            assert!(!is_private(name), "{name}");
        }
    }
}
