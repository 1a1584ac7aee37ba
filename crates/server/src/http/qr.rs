//! `GET /t/{table}/qr.svg` and `GET /e/{tournament}/qr.svg`: the URL of a table or a tournament as a QR code.
//! Players who are in the same place scan the code with their phones.

use std::fmt::Write as _;

use axum::extract::State;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode, Uri};
use axum::response::{IntoResponse, Response};
use boneyard_protocol::{Invite, TableId, TournamentId};
use qrcode::{Color, EcLevel, QrCode};

use super::Path;
use super::site::public_url;
use crate::AppState;

/// The width of the empty border around the code, in modules. QR readers need this border.
const QUIET_ZONE: usize = 4;

/// Draws the URL of the requested table. The table need not exist.
pub(super) async fn qr(
    State(state): State<AppState>,
    Path(table): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    picture(
        &state,
        path(&table, uri.query().unwrap_or_default()),
        &headers,
    )
}

/// Draws the URL of the requested tournament. The tournament need not exist.
pub(super) async fn tournament_qr(
    State(state): State<AppState>,
    Path(tournament): Path<String>,
    headers: HeaderMap,
) -> Response {
    let id: Option<TournamentId> = tournament.parse().ok();
    picture(&state, id.map(|id| format!("/e/{id}")), &headers)
}

/// The URL with a path of this server as a QR code. `None` is no path.
fn picture(state: &AppState, path: Option<String>, headers: &HeaderMap) -> Response {
    let Some(path) = path else {
        return (StatusCode::NOT_FOUND, "not found").into_response();
    };
    let drawn = public_url(&state.config, headers).and_then(|url| draw(&format!("{url}{path}")));
    let Some(svg) = drawn else {
        return (StatusCode::BAD_REQUEST, "no usable Host").into_response();
    };
    let headers = [
        (CONTENT_TYPE, "image/svg+xml"),
        // The picture never changes. It may contain an invitation, so shared caches must not store it.
        (CACHE_CONTROL, "private, max-age=86400"),
    ];
    (headers, svg).into_response()
}

/// The path of a table's page, with the invitation if the query has one. `None` if the table's id or the
/// invitation is invalid. So the code can contain only URLs of this server.
fn path(table: &str, query: &str) -> Option<String> {
    let table: TableId = table.parse().ok()?;
    let Some(invite) = invite_in(query) else {
        return Some(format!("/t/{table}"));
    };
    let invite: Invite = invite.parse().ok()?;
    Some(format!("/t/{table}?invite={invite}"))
}

/// The invitation in the query of a link to a table, valid or not.
pub(super) fn invite_in(query: &str) -> Option<&str> {
    let mut fields = query.split('&');
    fields.find_map(|field| field.strip_prefix("invite="))
}

/// The QR code as an SVG image, always dark on light. `None` if the text is too long for a QR code.
fn draw(text: &str) -> Option<String> {
    // Medium error correction is enough: a photo of a screen may be blurred, but the code has no damage.
    let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
    let side = code.width() + 2 * QUIET_ZONE;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path \
         stroke=\"#000\" d=\""
    );
    for (y, row) in code.to_colors().chunks(code.width()).enumerate() {
        let mut x = 0;
        // Each run of dark modules in a row is drawn as one stroke along its middle.
        for run in row.chunk_by(|one, next| one == next) {
            if run[0] == Color::Dark {
                let (left, middle) = (x + QUIET_ZONE, y + QUIET_ZONE);
                // Writing into a String can't fail.
                let _ = write!(svg, "M{left} {middle}.5h{}", run.len());
            }
            x += run.len();
        }
    }
    svg.push_str("\"/></svg>\n");
    Some(svg)
}

#[cfg(test)]
mod tests {
    use boneyard_base::limits;

    use super::*;

    const TABLE: &str = "3f2b8c1e9d4a4c7fb6a05e8d2c7b1f90";
    const INVITE: &str = "d8c1f0a27b6e4e1f9a3c5d7e2b4f6081";

    #[test]
    fn only_addresses_of_tables_are_drawn() {
        let with_invite = format!("/t/{TABLE}?invite={INVITE}");
        assert_eq!(path(TABLE, ""), Some(format!("/t/{TABLE}")));
        assert_eq!(
            path(TABLE, &format!("invite={INVITE}")),
            Some(with_invite.clone())
        );
        assert_eq!(
            path(TABLE, &format!("x=y&invite={INVITE}")),
            Some(with_invite)
        );
        for (table, query) in [
            ("rules", ""),
            ("", ""),
            (TABLE, "invite="),
            (TABLE, "invite=x"),
        ] {
            assert_eq!(path(table, query), None, "{table}?{query}");
        }
    }

    /// Parses the picture into modules again, and compares them with those of the code.
    #[test]
    fn the_picture_is_the_code() {
        let text = format!("https://dominoes.example/t/{TABLE}?invite={INVITE}");
        let svg = draw(&text).unwrap();
        let code = QrCode::with_error_correction_level(&text, EcLevel::M).unwrap();
        let (_, strokes) = svg.split_once("stroke=\"#000\" d=\"M").unwrap();
        let (strokes, _) = strokes.split_once('"').unwrap();
        let mut dark = vec![Color::Light; code.width() * code.width()];
        for stroke in strokes.split('M') {
            let (x, rest) = stroke.split_once(' ').unwrap();
            let (y, length) = rest.split_once(".5h").unwrap();
            let [x, y, length] = [x, y, length].map(|number| number.parse::<usize>().unwrap());
            let start = (y - QUIET_ZONE) * code.width() + x - QUIET_ZONE;
            dark[start..start + length].fill(Color::Dark);
        }
        assert_eq!(dark, code.to_colors());
        assert!(svg.len() < 8 * 1024, "{} bytes", svg.len());
    }

    #[test]
    fn the_longest_host_still_fits() {
        let host = "x".repeat(limits::HOST_BYTES_MAX);
        assert!(draw(&format!("http://{host}/t/{TABLE}?invite={INVITE}")).is_some());
    }
}
