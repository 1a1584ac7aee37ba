//! One JSON Schema document with a definition for each type that clients and server send.

use boneyard_protocol::body;
use boneyard_protocol::http::{
    BotCreated, BotsBody, FeedBody, FeedCreated, HttpError, MeBody, TableCreated, TurnsBody,
    VersionBody,
};
use boneyard_protocol::people::{
    AccountBody, BlocksBody, ConductBody, DevicesBody, FriendsBody, LeaderboardBody,
    PasskeyChallenge, PersonBody, RatingChanges, RecoveryCode, ReportBody, ReportsBody,
    SignInAttempt, SignInState, SignedIn, TablePeople, TransferBody,
};
use boneyard_protocol::push::{
    PushBrowsersBody, PushNotice, TableWebhook, TurnMailBody, WebhookEvent,
};
use boneyard_protocol::record::{MatchEntry, Matches, NamesDeleted, Record, Replay};
use boneyard_protocol::tournament::{TournamentCreated, TournamentMatches, TournamentsBody};
use boneyard_protocol::transparency::{Consistency, LogPage, ProvedEntries, PublicLog};
use boneyard_protocol::{
    Catalogue, ClientMessage, CloseCode, PROTOCOL, RecordAnalysis, ServerMessage,
};
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value, json};

/// The whole JSON Schema document.
pub(crate) fn document() -> Value {
    let mut sent = SchemaSettings::draft2020_12()
        .for_deserialize()
        .into_generator();
    sent.subschema_for::<ClientMessage>();
    for body in body::ALL {
        (body.describe)(&mut sent);
    }

    let mut received = SchemaSettings::draft2020_12()
        .for_serialize()
        .into_generator();
    received.subschema_for::<ServerMessage>();
    received.subschema_for::<CloseCode>();
    received.subschema_for::<MeBody>();
    received.subschema_for::<VersionBody>();
    received.subschema_for::<TableCreated>();
    received.subschema_for::<HttpError>();
    received.subschema_for::<BotCreated>();
    received.subschema_for::<BotsBody>();
    received.subschema_for::<FeedBody>();
    received.subschema_for::<FeedCreated>();
    received.subschema_for::<TurnsBody>();
    received.subschema_for::<Catalogue>();
    received.subschema_for::<Record>();
    received.subschema_for::<Replay>();
    received.subschema_for::<RecordAnalysis>();
    received.subschema_for::<Matches>();
    received.subschema_for::<MatchEntry>();
    received.subschema_for::<NamesDeleted>();
    received.subschema_for::<PublicLog>();
    received.subschema_for::<ProvedEntries>();
    received.subschema_for::<LogPage>();
    received.subschema_for::<Consistency>();
    received.subschema_for::<SignedIn>();
    received.subschema_for::<AccountBody>();
    received.subschema_for::<RecoveryCode>();
    received.subschema_for::<DevicesBody>();
    received.subschema_for::<TransferBody>();
    received.subschema_for::<SignInAttempt>();
    received.subschema_for::<SignInState>();
    received.subschema_for::<PasskeyChallenge>();
    received.subschema_for::<TablePeople>();
    received.subschema_for::<FriendsBody>();
    received.subschema_for::<BlocksBody>();
    received.subschema_for::<ReportsBody>();
    received.subschema_for::<ReportBody>();
    received.subschema_for::<ConductBody>();
    received.subschema_for::<PersonBody>();
    received.subschema_for::<LeaderboardBody>();
    received.subschema_for::<RatingChanges>();
    received.subschema_for::<TournamentCreated>();
    received.subschema_for::<TournamentsBody>();
    received.subschema_for::<TournamentMatches>();
    received.subschema_for::<PushBrowsersBody>();
    received.subschema_for::<PushNotice>();
    received.subschema_for::<TurnMailBody>();
    received.subschema_for::<TableWebhook>();
    received.subschema_for::<WebhookEvent>();

    let mut definitions = sent.take_definitions(true);
    for (name, mut schema) in received.take_definitions(true) {
        absent_is_never_null(&mut schema);
        // What goes in both directions is described as the server sends it.
        if let Some(known) = definitions.get_mut(&name) {
            absent_is_never_null(known);
            assert_eq!(known, &schema, "{name} differs between the two directions");
        }
        definitions.insert(name, schema);
    }
    let mut definitions = Value::Object(definitions);
    reword(&mut definitions);
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": format!("Boneyard protocol, version {PROTOCOL}"),
        "description": "A frame from a client is a ClientMessage, a frame from the server a \
                        ServerMessage; the other types are parts of them, or bodies of HTTP \
                        requests and answers. docs/protocol.md explains them.",
        "$defs": definitions,
    })
}

/// Forbids `null` for optional fields of the server's messages. The server leaves such a field out and
/// never sends `null`, although its own parser would accept `null`.
fn absent_is_never_null(schema: &mut Value) {
    if let Value::Object(object) = schema {
        let required = object.get("required").cloned().unwrap_or_default();
        let is_required = |name: &str| {
            required
                .as_array()
                .is_some_and(|names| names.iter().any(|required| required == name))
        };
        if let Some(Value::Object(properties)) = object.get_mut("properties") {
            for (_, property) in properties.iter_mut().filter(|(name, _)| !is_required(name)) {
                forbid_null(property);
            }
        }
    }
    children(schema).for_each(absent_is_never_null);
}

fn forbid_null(schema: &mut Value) {
    let Value::Object(schema) = schema else {
        return;
    };
    schema.shift_remove("default");
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|name| name != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".into(), only);
        }
    }
    if let Some(Value::Array(choices)) = schema.get_mut("anyOf") {
        choices.retain(|choice| choice["type"] != "null");
        if let [Value::Object(only)] = choices.as_slice() {
            let only = only.clone();
            schema.shift_remove("anyOf");
            schema.extend(only);
        }
    }
}

/// Rewrites each description, which is a doc comment in Rust, for readers who don't know Rust. Puts the
/// description before all other keys.
fn reword(schema: &mut Value) {
    if let Value::Object(object) = schema
        && let Some(Value::String(description)) = object.shift_remove("description")
    {
        let paragraphs: Vec<_> = description
            .split("\n\n")
            .take_while(|paragraph| !paragraph.starts_with("```"))
            .map(|paragraph| paragraph.replace('\n', " "))
            .collect();
        let text = paragraphs
            .join("\n\n")
            .replace("[`", "`")
            .replace("`]", "`");
        object.shift_insert(
            0,
            "description".into(),
            text.replace("`None`", "`null`").into(),
        );
    }
    children(schema).for_each(reword);
}

fn children(value: &mut Value) -> Box<dyn Iterator<Item = &mut Value> + '_> {
    match value {
        Value::Object(object) => Box::new(Map::values_mut(object)),
        Value::Array(list) => Box::new(list.iter_mut()),
        _ => Box::new(std::iter::empty()),
    }
}
