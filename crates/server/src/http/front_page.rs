//! The front page, also with a chosen game; the page of a table; and what search engines ask for.

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Uri};
use axum::response::{IntoResponse as _, Response};
use axum::routing::get;
use boneyard_people::default_name;
use boneyard_protocol::tournament::{TournamentHead, TournamentPhase};
use boneyard_protocol::{TableId, TournamentId};
use boneyard_rules::Preset;
use boneyard_rules::game::SEPARATOR;
use boneyard_table::Preview;
use boneyard_words::Language;

use super::card::{self, Head, game, language, picture_of};
use super::qr::invite_in;
use super::site::public_url;
use crate::AppState;

/// The routes of this module. Each preset has a page: `/six-love`.
pub(super) fn routes() -> Router<AppState> {
    let games = Preset::all().fold(Router::new(), |routes, preset| {
        let page = async move |State(state): State<AppState>, headers: HeaderMap| {
            let language = language(&headers);
            game_head(preset, language).page(&state, &headers, language)
        };
        routes.route(&format!("/{}", preset.slug()), get(page))
    });
    games
        .route("/", get(front))
        .route("/t/{table}", get(table))
        .route("/e/{tournament}", get(tournament))
        .route("/e/{tournament}/{*part}", get(tournament))
        .route("/cards/{picture}", get(card::picture))
        .route("/robots.txt", get(robots))
        .route("/sitemap.xml", get(sitemap))
}

async fn front(State(state): State<AppState>, headers: HeaderMap) -> Response {
    let language = language(&headers);
    front_head(language).page(&state, &headers, language)
}

/// The preset whose card is that of the front page.
const PICTURED: &str = "Fives";

fn front_head(language: &Language) -> Head {
    Head {
        title: language.front_page_title.to_owned(),
        description: language.front_page_description.to_owned(),
        path: "/".to_owned(),
        picture: Preset::by_name(PICTURED).map_or_else(String::new, picture_of),
        listed: true,
    }
}

/// The head of the front page with a chosen game.
fn game_head(preset: Preset, language: &Language) -> Head {
    let (name, description) = game(preset, language);
    let place = language.game(preset.name()).and_then(|game| game.place);
    Head {
        title: language.game_title.replace("{{game}}", name),
        description: place.map_or(description.to_owned(), |place| {
            let placed = language.game_place.replace("{{place}}", place);
            placed.replace("{{game}}", description)
        }),
        path: format!("/{}", preset.slug()),
        picture: picture_of(preset),
        listed: true,
    }
}

/// `/t/{table}`: the page of a table. Its card describes the table if the link allows to see the table. For
/// another link, and if there is no such table, it is the card of the front page.
async fn table(State(state): State<AppState>, uri: Uri, headers: HeaderMap) -> Response {
    let language = language(&headers);
    // A path in a wrong encoding leads to a page, too, where it is said that there is no such table.
    let path = uri.path();
    let table = path.trim_start_matches("/t/");
    let invite = invite_in(uri.query().unwrap_or_default());
    let invite = invite.and_then(|invite| invite.parse().ok());
    let preview = match table.parse::<TableId>() {
        Ok(id) => Preview::of_link(&state.tables, id, invite).await,
        Err(_) => None,
    };
    let head = preview.map_or_else(
        || front_head(language),
        |preview| table_head(&preview, language),
    );
    let head = Head {
        path: path.to_owned(),
        listed: false,
        ..head
    };
    head.page(&state, &headers, language)
}

/// `/e/{tournament}`: the pages of a tournament. Their card names the tournament, says when it begins, and what is
/// played.
async fn tournament(State(state): State<AppState>, uri: Uri, headers: HeaderMap) -> Response {
    let language = language(&headers);
    let path = uri.path();
    let name = path.trim_start_matches("/e/").split('/').next();
    let id: Option<TournamentId> = name.and_then(|name| name.parse().ok());
    let shown = match id {
        Some(id) => state.organiser.shown(id).await.ok(),
        None => None,
    };
    let head = front_head(language);
    let head = match shown {
        Some(shown) => tournament_head(&shown.head, language, head),
        None => head,
    };
    let head = Head {
        path: path.to_owned(),
        listed: false,
        ..head
    };
    head.page(&state, &headers, language)
}

/// The head of the pages of a tournament. The time is in UTC, since the zone of a reader of a preview isn't known.
fn tournament_head(shown: &TournamentHead, language: &Language, front: Head) -> Head {
    let text = match shown.phase {
        TournamentPhase::Coming => language.tournament_card_begins,
        TournamentPhase::Running | TournamentPhase::Ended => language.tournament_card_began,
        TournamentPhase::CalledOff => language.tournament_card_called_off,
    };
    // The longest name, since the name of a preset can begin as another one does.
    let named = Preset::all().filter(|preset| shown.notation.starts_with(preset.name()));
    let preset = named.max_by_key(|preset| preset.name().len());
    let rules = match preset {
        Some(preset) => rules_line(&shown.notation, preset, language),
        None => shown.notation.clone(),
    };
    let when = text.replace("{{when}}", &utc(shown.starts_ms));
    Head {
        title: shown.name.clone(),
        description: when.replace("{{game}}", &rules),
        picture: preset.map_or(front.picture, picture_of),
        ..front
    }
}

/// Rules on one line, with the game's name in a language.
fn rules_line(notation: &str, preset: Preset, language: &Language) -> String {
    let (name, _) = game(preset, language);
    notation.replacen(preset.name(), name, 1)
}

/// A time as people read it, such as `2026-11-27 19:00 UTC`.
fn utc(at_ms: i64) -> String {
    let at = jiff::Timestamp::from_millisecond(at_ms);
    at.map_or_else(
        |_| String::new(),
        |at| at.strftime("%F %H:%M UTC").to_string(),
    )
}

/// The head of the page of a table, for a reader whose link allows to see the table.
fn table_head(table: &Preview, language: &Language) -> Head {
    let head = game_head(table.rules.preset(), language);
    let preset = table.rules.preset();
    let (name, description) = game(preset, language);
    // The game and to what length, such as `Fives 150`. Further options are on the page.
    let notation = table.rules.to_string();
    let short = notation.split(SEPARATOR).next().unwrap_or_default();
    let name = &short.replacen(preset.name(), name, 1);
    // The default name of a host is a number, which tells a friend nothing.
    let host = table.host.as_ref();
    let host = host.filter(|(player, host)| *host != default_name(*player));
    let title = host.map(|(_, host)| {
        let title = language.invitation_title.replace("{{game}}", name);
        title.replace("{{name}}", host)
    });
    let seats = match table.free {
        0 => language.invitation_full.to_owned(),
        free => language.invitation_free.replace("{{n}}", &free.to_string()),
    };
    let seating = table.rules.seating();
    let taken = seating.seat_count().saturating_sub(table.free.into());
    Head {
        title: title.unwrap_or_else(|| language.game_title.replace("{{game}}", name)),
        description: seats.replace("{{game}}", description),
        picture: card::picture_of_table(table.rules.preset(), seating, taken),
        ..head
    }
}

/// `GET /robots.txt`: search engines may read all pages. Pages that they must not list say so themselves.
async fn robots(State(state): State<AppState>, headers: HeaderMap) -> Response {
    let sitemap = public_url(&state.config, &headers)
        .map_or_else(String::new, |site| format!("Sitemap: {site}/sitemap.xml\n"));
    format!("User-agent: *\nDisallow:\n{sitemap}").into_response()
}

/// `GET /sitemap.xml`: the URLs of the front page, the lists of games and rules, and the pages of the games.
async fn sitemap(State(state): State<AppState>, headers: HeaderMap) -> Response {
    let Some(site) = public_url(&state.config, &headers) else {
        return super::ApiError::NoRoute.into_response();
    };
    let pages = ["", "games", "rules"].map(str::to_owned).into_iter();
    let pages = pages.chain(Preset::all().map(Preset::slug));
    let site = site.to_string();
    let site = quick_xml::escape::escape(&site);
    let urls: Vec<String> = pages
        .map(|page| format!("<url><loc>{site}/{page}</loc></url>\n"))
        .collect();
    let urls = urls.concat();
    let map = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n{urls}</urlset>\n"
    );
    ([(CONTENT_TYPE, "application/xml")], map).into_response()
}
