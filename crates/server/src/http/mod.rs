//! The HTTP interface of the server: the API, the client's files and the health check. The module `host`
//! serves the host's own listener.

mod account;
mod address;
mod admit;
mod assets;
mod blocks;
mod bots;
mod budget;
mod card;
pub(crate) mod connection;
mod doors;
mod error;
mod extract;
mod friends;
mod front_page;
mod headers;
pub(crate) mod host;
mod ics;
mod json;
pub(crate) mod listener;
mod mails;
mod me;
mod moderation;
pub(crate) mod origin;
mod packed;
mod people;
mod presets;
mod push;
mod qr;
mod ratings;
mod record_page;
mod records;
mod sign_in;
mod site;
mod tables;
mod tournaments;
mod transparency;
mod turns;
mod webhook;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::http::StatusCode;
use axum::http::header::HOST;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse as _, Response};
use axum::routing::{delete, get, post, put};
use boneyard_base::{Role, limits};
use boneyard_protocol::PROTOCOL;
use boneyard_protocol::http::VersionBody;

pub(crate) use self::address::{Path, Query};
pub(crate) use self::assets::BUILD;
use self::budget::Budgeted;
pub(crate) use self::error::ApiError;
pub(crate) use self::json::{Body, Json};
use crate::AppState;

/// The routes of this module, together with the routes in `sockets`.
pub(crate) fn router(state: AppState, sockets: Router<AppState>) -> Router {
    let long_body = DefaultBodyLimit::max(limits::REPLAY_BODY_BYTES_MAX);
    let api = Router::new()
        .route("/version", get(version))
        .route("/me", get(me::me).post(me::me))
        .merge(account::routes())
        .merge(sign_in::routes())
        .merge(tournaments::routes())
        .route("/bots", get(bots::list).post(bots::create))
        .route("/bots/{bot}", delete(bots::delete))
        .route("/presets", get(presets::presets))
        .route("/tables", post(tables::create))
        .route("/tables/{table}/people", get(people::at_table))
        .route(
            "/tables/{table}/webhook",
            get(webhook::show).put(webhook::put).delete(webhook::remove),
        )
        .route("/tables/{table}/seats/{seat}/block", put(people::block))
        .route("/me/conduct", get(people::conduct))
        .route("/account/warnings/seen", post(people::warnings_seen))
        .route("/blocks", get(blocks::list))
        .route("/blocks/{who}", put(blocks::block).delete(blocks::unblock))
        .route("/friends", get(friends::list))
        .route("/friends/{person}", put(friends::ask).delete(friends::end))
        .route("/friends/{person}/invite", post(friends::invite))
        .route("/push", get(push::list).put(push::put))
        .route(
            "/push/mail",
            get(push::mail)
                .put(push::put_mail)
                .delete(push::remove_mail),
        )
        .route("/push/{browser}", put(push::choose).delete(push::remove))
        .route("/reports", post(moderation::report))
        .route(
            "/tournaments/{tournament}/reports",
            post(moderation::report_tournament),
        )
        .route("/moderation/reports", get(moderation::reports))
        .route("/moderation/reports/{number}/acts", post(moderation::act))
        .merge(turns::routes())
        .route("/me/matches", get(records::matches))
        .route("/me/records", get(records::export))
        .route("/me/records/name", delete(records::delete_name))
        .route("/m/{record}", get(records::record))
        .route("/m/{record}/steps", get(records::steps))
        .route("/m/{record}/analysis", get(records::analysis))
        .route("/m/{record}/hidden", put(records::hide))
        .route("/m/{record}/ratings", get(ratings::changes))
        .route("/people/{person}", get(ratings::person))
        .route("/leaderboards/{board}", get(ratings::leaderboard))
        .route("/transparency", get(transparency::head))
        .route("/transparency/entries", get(transparency::entries))
        .route("/transparency/consistency", get(transparency::consistency))
        .route("/transparency/log", get(transparency::page))
        .route("/replay", post(records::import).layer(long_body))
        .fallback(async || ApiError::NoRoute)
        .method_not_allowed_fallback(async || ApiError::NoMethod)
        .layer(middleware::from_fn(headers::never_stored))
        .layer(middleware::from_fn_with_state(
            state.clone(),
            origin::check_writes,
        ))
        .layer(DefaultBodyLimit::max(limits::HTTP_BODY_BYTES_MAX));
    Router::new()
        .route("/healthz", get(healthz))
        .route("/readyz", get(readyz))
        .nest("/api", api)
        .route("/t/{table}/qr.svg", get(qr::qr))
        .route("/e/{tournament}/qr.svg", get(qr::tournament_qr))
        .route("/m/{record}", get(record_page::page))
        .route("/mails/end/{token}", get(mails::page).post(mails::end))
        .merge(sockets)
        .merge(front_page::routes())
        .merge(assets::routes())
        .layer(middleware::from_fn(in_time))
        .layer(middleware::from_fn(with_one_host))
        .layer(middleware::from_fn_with_state(state.clone(), admit::admit))
        .layer(middleware::from_fn_with_state(
            state.clone(),
            headers::complete,
        ))
        .with_state(state)
}

/// Reports that the process runs. The database isn't checked, because a failed check causes a restart, which
/// wouldn't repair the database. When the database works again, tables continue without a restart.
async fn healthz() -> &'static str {
    "ok"
}

/// Reports whether a load balancer should send players to this server: the server isn't about to stop, the database
/// can be read and written, and the tasks that players need don't fail. A wrong clock is only reported, since the server
/// corrects it, and so is a failing task without which people can play.
async fn readyz(State(state): State<AppState>) -> (StatusCode, &'static str) {
    let failing = state.supervisor.failing();
    if state.sockets.is_closing() {
        (
            StatusCode::SERVICE_UNAVAILABLE,
            "the server is about to stop",
        )
    } else if !state.store.is_ready().await {
        let text = "the storage does not answer";
        (StatusCode::SERVICE_UNAVAILABLE, text)
    } else if failing.iter().any(|&(_, role)| role == Role::Serving) {
        let text = "a task that players need fails again and again: see the log";
        (StatusCode::SERVICE_UNAVAILABLE, text)
    } else if !failing.is_empty() {
        let text = "ready, but a task of upkeep fails again and again: see the log";
        (StatusCode::OK, text)
    } else if state.clock.offset_ms().abs() > limits::CLOCK_OFFSET_MAX_MS {
        let text = "ready, but the clock of this machine or of the database is wrong";
        (StatusCode::OK, text)
    } else {
        (StatusCode::OK, "ready")
    }
}

/// `GET /api/version`: the version of the server and of the protocol.
async fn version() -> Json<VersionBody> {
    Json(VersionBody {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        commit: option_env!("BONEYARD_COMMIT").map(str::to_owned),
        protocol: PROTOCOL,
    })
}

/// Ends a request if its body arrives too slowly or its response takes too long.
async fn in_time(request: Request, next: Next) -> Response {
    match tokio::time::timeout(limits::REQUEST_TIMEOUT, next.run(request)).await {
        Ok(response) => response,
        Err(_) => ApiError::TooSlow.into_response(),
    }
}

/// Refuses a request with several `Host` headers (RFC 9112, 3.2), because a proxy may read another one of
/// them than this server.
async fn with_one_host(request: Request, next: Next) -> Response {
    if request.headers().get_all(HOST).iter().nth(1).is_some() {
        return ApiError::ManyHosts.into_response();
    }
    next.run(request).await
}

#[cfg(test)]
mod tests {
    use axum::Extension;
    use axum::body::Body;
    use clap::Parser as _;
    use tempfile::TempDir;
    use tower::ServiceExt as _;

    use super::*;
    use crate::Server;
    use crate::config::Cli;
    use crate::gate;

    /// A server of a test, and the routes as its listener has them.
    pub(super) async fn server() -> (TempDir, Server, Router) {
        let directory = tempfile::tempdir().unwrap();
        let database = format!("sqlite://{}", directory.path().join("b.db").display());
        let line = ["test", "--listen", "127.0.0.1:0", "--database", &database];
        let config = Cli::try_parse_from(line).unwrap().config;
        let server = Server::new(config).await.unwrap();
        let door = router(server.state.clone(), crate::socket::routes())
            .layer(Extension(gate::Peer(std::net::Ipv4Addr::LOCALHOST.into())));
        (directory, server, door)
    }

    #[tokio::test]
    async fn a_task_that_fails_again_and_again_is_seen_from_outside() {
        let (_directory, server, door) = server().await;
        let ready = async || {
            let request = Request::get("/readyz").body(Body::empty()).unwrap();
            let response = door.clone().oneshot(request).await.unwrap();
            let status = response.status();
            let text = axum::body::to_bytes(response.into_body(), 1_000).await;
            (status, String::from_utf8(text.unwrap().to_vec()).unwrap())
        };
        assert_eq!(ready().await, (StatusCode::OK, "ready".to_owned()));
        let fail = async |name, role| {
            let supervisor = &server.state.supervisor;
            supervisor.supervise(name, role, (), |()| panic!("a test wants it so"));
            tokio::time::pause();
            tokio::time::sleep(limits::TASK_REST_MIN * 4).await;
            // The storage's threads need real time.
            tokio::time::resume();
        };
        fail("upkeep", Role::Upkeep).await;
        let (status, text) = ready().await;
        assert!(
            status == StatusCode::OK && text.contains("a task"),
            "{text}"
        );
        fail("serving", Role::Serving).await;
        let (status, text) = ready().await;
        assert_eq!(status, StatusCode::SERVICE_UNAVAILABLE, "{text}");
    }

    #[tokio::test]
    async fn a_server_that_is_about_to_stop_takes_nobody_in_and_answers_all_the_same() {
        let (_directory, server, door) = server().await;
        let ask = async |path: &str| {
            let request = Request::get(path).body(Body::empty()).unwrap();
            door.clone().oneshot(request).await.unwrap().status()
        };
        assert_eq!(ask("/readyz").await, StatusCode::OK);
        server.stop.drain(1).await;
        assert_eq!(ask("/readyz").await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(ask("/ws").await, StatusCode::SERVICE_UNAVAILABLE);
        assert_eq!(ask("/healthz").await, StatusCode::OK);
        assert_eq!(ask("/").await, StatusCode::OK);
    }
}
