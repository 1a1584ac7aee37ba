//! The door of each route that writes. The extractors ask it: a handler can't forget the visitor's standing.

use axum::extract::MatchedPath;
use axum::http::request::Parts;
use boneyard_base::{Door, PlayerId};

use super::ApiError;
use crate::AppState;

/// The routes under `/api` at which a visitor writes, each with its door. `None`: every visitor may do it, whatever
/// moderators have decided.
const DOORS: &[(&str, &str, Option<Door>)] = &[
    ("POST", "/account", Some(Door::Name)),
    ("DELETE", "/account", None),
    ("PUT", "/account/name", Some(Door::Name)),
    ("PUT", "/account/preferences", None),
    ("POST", "/account/recovery", None),
    ("DELETE", "/account/devices/{device}", None),
    ("POST", "/account/sign-out", None),
    ("POST", "/account/sign-out-others", None),
    ("POST", "/account/transfer", None),
    ("DELETE", "/account/transfer", None),
    ("POST", "/account/transfer/answer", None),
    ("POST", "/account/passkeys/start", None),
    ("POST", "/account/passkeys", None),
    ("DELETE", "/account/passkeys/{id}", None),
    ("POST", "/account/email", None),
    ("DELETE", "/account/email", None),
    ("POST", "/account/email/confirm", None),
    ("POST", "/account/warnings/seen", None),
    ("POST", "/sign-in/transfer", None),
    ("POST", "/sign-in/attempts/{attempt}", None),
    ("POST", "/sign-in/recovery", None),
    ("POST", "/sign-in/email", None),
    ("POST", "/sign-in/email/confirm", None),
    ("POST", "/sign-in/passkey/start", None),
    ("POST", "/sign-in/passkey", None),
    ("POST", "/bots", Some(Door::Bot)),
    ("DELETE", "/bots/{bot}", None),
    ("POST", "/tables", Some(Door::Table)),
    ("PUT", "/tables/{table}/webhook", Some(Door::Table)),
    ("DELETE", "/tables/{table}/webhook", None),
    ("PUT", "/tables/{table}/seats/{seat}/block", None),
    ("PUT", "/blocks/{who}", None),
    ("DELETE", "/blocks/{who}", None),
    ("PUT", "/friends/{person}", Some(Door::Friend)),
    ("DELETE", "/friends/{person}", None),
    ("POST", "/friends/{person}/invite", Some(Door::Invitation)),
    ("PUT", "/push", None),
    ("PUT", "/push/mail", None),
    ("DELETE", "/push/mail", None),
    ("PUT", "/push/{browser}", None),
    ("DELETE", "/push/{browser}", None),
    ("POST", "/me/feed", None),
    ("DELETE", "/me/feed", None),
    ("DELETE", "/me/records/name", None),
    ("PUT", "/m/{record}/hidden", None),
    ("POST", "/reports", Some(Door::Report)),
    (
        "POST",
        "/tournaments/{tournament}/reports",
        Some(Door::Report),
    ),
    // Moderators can't be kept out.
    ("POST", "/moderation/reports/{number}/acts", None),
    ("POST", "/tournaments", Some(Door::Tournament)),
    ("PUT", "/tournaments/{tournament}/entry", Some(Door::Seat)),
    ("DELETE", "/tournaments/{tournament}/entry", None),
    (
        "PUT",
        "/tournaments/{tournament}/check-in",
        Some(Door::Seat),
    ),
    ("PUT", "/tournaments/{tournament}/break", None),
    (
        "DELETE",
        "/tournaments/{tournament}/break",
        Some(Door::Seat),
    ),
    (
        "POST",
        "/tournaments/{tournament}/actions",
        Some(Door::Table),
    ),
];

/// Refuses a request that writes, if the visitor may not pass the door of its route now. A route without a row in
/// [`DOORS`] refuses everybody.
pub(super) async fn must_pass(
    parts: &Parts,
    state: &AppState,
    player: PlayerId,
) -> Result<(), ApiError> {
    if parts.method.is_safe() {
        return Ok(());
    }
    let path = parts.extensions.get::<MatchedPath>();
    let path = path.and_then(|path| path.as_str().strip_prefix("/api"));
    let mut rows = DOORS.iter();
    let row = rows.find(|(method, of, _)| parts.method == *method && Some(*of) == path);
    let (_, _, door) = row.ok_or(ApiError::NoDoor)?;
    match door {
        Some(door) => Ok(state.people.must_pass(player, *door).await?),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::header::{CONTENT_TYPE, COOKIE, SET_COOKIE};
    use axum::http::{Request, StatusCode};
    use boneyard_protocol::ErrorCode;
    use boneyard_protocol::http::HttpError;
    use boneyard_store::Conduct;
    use tower::ServiceExt as _;

    use super::*;
    use crate::http::tests::server;

    #[tokio::test]
    async fn each_route_that_writes_refuses_a_person_whom_its_door_is_closed_to() {
        let (_directory, server, routes) = server().await;
        let mut numbers = 0..;
        for (method, path, door) in DOORS {
            let ask = async |method: &str, path: &str, cookie: &str, body: String| {
                let request = Request::builder().method(method).uri(format!("/api{path}"));
                let request = request.header(CONTENT_TYPE, "application/json");
                let request = request.header(COOKIE, cookie).body(Body::from(body));
                let response = routes.clone().oneshot(request.unwrap()).await.unwrap();
                let cookie = response.headers().get(SET_COOKIE).cloned();
                let status = response.status();
                let body = axum::body::to_bytes(response.into_body(), 10_000).await;
                let error = serde_json::from_slice::<HttpError>(&body.unwrap()).ok();
                let cookie = cookie.map(|cookie| cookie.to_str().unwrap().to_owned());
                (
                    status,
                    error.map(|error| error.code),
                    cookie.unwrap_or_default(),
                )
            };
            // Each has an account, because some of the routes end what they use.
            let number: u32 = numbers.next().unwrap();
            let (.., guest) = ask("POST", "/me", "", String::new()).await;
            let name = format!(r#"{{"name":"Player {number}"}}"#);
            let (status, _, account) = ask("POST", "/account", &guest, name).await;
            assert_eq!(status, StatusCode::CREATED, "{account}");
            let headers = [(COOKIE, account.parse().unwrap())].into_iter().collect();
            let visitor = server.state.identity.visitor(&headers).await.unwrap();
            let player = visitor.unwrap().player;
            let keep_out = |conduct: Conduct| Conduct {
                closed: true,
                ..conduct
            };
            let conducts = server.state.store.conducts();
            conducts.change(player, keep_out).await.unwrap();

            let body = "{}".to_owned();
            let path_of_one = path.replace(['{', '}'], "");
            let (status, code, _) = ask(method, &path_of_one, &account, body).await;
            let what = format!("{method} {path}: {status}");
            assert!(status < StatusCode::INTERNAL_SERVER_ERROR, "{what}");
            assert_ne!(status, StatusCode::METHOD_NOT_ALLOWED, "{what}");
            assert_eq!(code == Some(ErrorCode::Barred), door.is_some(), "{what}");
        }
    }
}
