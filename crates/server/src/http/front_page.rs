//! The front page, also with a chosen game, and the page of a table before the client has read its link; and what
//! search engines ask for.

use axum::Router;
use axum::extract::{Path as RawPath, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use boneyard_people::default_name;
use boneyard_protocol::TableId;
use boneyard_rules::Preset;
use boneyard_table::Preview;

use super::card::{self, Head, game, language, picture_of};
use super::qr::{invite_in, public_url};
use crate::AppState;

/// The routes of the front page, of the games, of tables and for search engines.
pub(super) fn routes() -> Router<AppState> {
    let games = Preset::ALL.iter().fold(Router::new(), |routes, preset| {
        let page = async |State(state): State<AppState>, headers: HeaderMap| {
            game_page(&state, preset, &headers)
        };
        routes.route(&format!("/{}", preset.slug()), get(page))
    });
    games
        .route("/", get(front))
        .route("/t/{table}", get(table))
        .route("/cards/{picture}", get(card::picture))
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap))
}

async fn front(State(state): State<AppState>, headers: HeaderMap) -> Response {
    let language = language(&headers);
    let head = Head {
        title: language.front_title.to_owned(),
        description: language.front_description.to_owned(),
        path: "/".to_owned(),
        picture: picture_of(&Preset::FIVES),
        listed: true,
    };
    head.page(&state, &headers, language)
}

/// The front page with a chosen game.
fn game_page(state: &AppState, preset: &Preset, headers: &HeaderMap) -> Response {
    let language = language(headers);
    let (name, description) = game(preset, language);
    let head = Head {
        title: language.game_title.replace("{{game}}", name),
        description: description.to_owned(),
        path: format!("/{}", preset.slug()),
        picture: picture_of(preset),
        listed: true,
    };
    head.page(state, headers, language)
}

/// `/t/{table}`: the page of a table. Its card names the host and the game if the link allows to see the table.
/// Otherwise, and if there is no such table, it is the card of the front page.
async fn table(
    State(state): State<AppState>,
    RawPath(table): RawPath<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let language = language(&headers);
    let invite = invite_in(uri.query().unwrap_or_default());
    let invite = invite.and_then(|invite| invite.parse().ok());
    let preview = match table.parse::<TableId>() {
        Ok(table) => Preview::of_link(&state.tables, table, invite).await,
        Err(_) => None,
    };
    let path = format!("/t/{table}");
    let head = preview.map_or_else(
        || Head {
            title: language.front_title.to_owned(),
            description: language.front_description.to_owned(),
            path: "/".to_owned(),
            picture: picture_of(&Preset::FIVES),
            listed: false,
        },
        |preview| invitation(&preview, path, language),
    );
    head.page(&state, &headers, language)
}
