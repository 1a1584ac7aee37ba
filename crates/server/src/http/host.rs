//! A door for the host alone, on an address of its own: metrics, and the log's filter.

use axum::Router;
use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, ORIGIN};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tokio::net::TcpListener;

use crate::logging::LogFilter;
use crate::metrics::Metrics;
use crate::shutdown::Stopping;

/// The format that Prometheus asks for by default.
const TEXT: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// What the host can reach.
#[derive(Clone, Debug)]
pub(crate) struct Host {
    pub(crate) metrics: Metrics,
    /// None where something else than this program has started logging.
    pub(crate) log: Option<LogFilter>,
}

/// Answers the host until the server stops.
pub(crate) async fn run(listener: TcpListener, host: Host, mut stopping: Stopping) {
    let router = Router::new()
        .route("/metrics", get(metrics))
        .route("/log", get(log_filter).put(set_log_filter))
        .layer(middleware::from_fn(no_pages))
        .with_state(host);
    let served = axum::serve(listener, router)
        .with_graceful_shutdown(async move { stopping.wait().await })
        .await;
    if let Err(error) = served {
        tracing::error!(%error, "the host's door is closed");
    }
}

/// No page has business here; one that the host happens to look at might try.
async fn no_pages(request: Request, next: Next) -> Response {
    if request.headers().contains_key(ORIGIN) {
        return StatusCode::FORBIDDEN.into_response();
    }
    next.run(request).await
}

async fn metrics(State(host): State<Host>) -> impl IntoResponse {
    ([(CONTENT_TYPE, TEXT)], host.metrics.text())
}

async fn log_filter(State(host): State<Host>) -> Result<String, StatusCode> {
    let log = host.log.ok_or(StatusCode::NOT_FOUND)?;
    Ok(format!("{}\n", log.get()))
}

/// Takes another filter from the next line on; it is forgotten with the next start.
async fn set_log_filter(State(host): State<Host>, filter: String) -> Response {
    let Some(log) = host.log else {
        return StatusCode::NOT_FOUND.into_response();
    };
    match log.set(filter.trim()) {
        Ok(()) => StatusCode::NO_CONTENT.into_response(),
        Err(error) => (StatusCode::BAD_REQUEST, format!("{error}\n")).into_response(),
    }
}
