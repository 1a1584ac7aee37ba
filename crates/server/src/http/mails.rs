//! `/mails/end/{token}`: ends mails about turns. Their reader need not be signed in: the token in the URL grants this, and
//! nothing else. Programs that check mails for malware open the URL, so that only `POST` ends the mails (RFC 8058).

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY};
use axum::response::{Html, IntoResponse as _, Response};
use boneyard_words::Language;
use quick_xml::escape::escape;

use super::assets::{BUILD, ROBOTS};
use super::card::language;
use super::headers::CONTENT_POLICY;
use super::push::push;
use super::{ApiError, Path};
use crate::AppState;

/// Asks whether the mails shall end.
pub(super) async fn page(headers: HeaderMap) -> Response {
    let language = language(&headers);
    let button = escape(language.turn_mail_button);
    // The form is sent to the URL of the page.
    let form = format!(
        "<form method=\"post\"><button type=\"submit\" class=\"button primary big\">{button}</button></form>"
    );
    shown(language, &form)
}

/// Ends the mails. The answer is the same for all tokens.
pub(super) async fn end(
    State(state): State<AppState>,
    Path(token): Path<String>,
    headers: HeaderMap,
) -> Result<Response, ApiError> {
    push(&state)?.end_turn_mail(&token).await?;
    let language = language(&headers);
    let text = format!(
        "<p role=\"status\">{}</p>",
        escape(language.turn_mail_ended)
    );
    Ok(shown(language, &text))
}

/// A page in the look of the client. `content` is HTML.
fn shown(language: &Language, content: &str) -> Response {
    let (code, title) = (language.code, escape(language.turn_mail_title));
    let page = format!(
        "<!doctype html>\n<html lang=\"{code}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><link rel=\"icon\" href=\"/icon.svg\">\
         <link rel=\"stylesheet\" href=\"/{BUILD}/css/all.css\"></head><body><main class=\"away\">\
         <img src=\"/icon.svg\" alt=\"\" width=\"96\" height=\"96\"><h1>{title}</h1>{content}\
         </main></body></html>\n"
    );
    let policy = CONTENT_POLICY.replace("form-action 'none'", "form-action 'self'");
    let headers = [
        (CONTENT_SECURITY_POLICY, policy.as_str()),
        (CACHE_CONTROL, "no-store"),
        (ROBOTS, "noindex"),
    ];
    (headers, Html(page)).into_response()
}
