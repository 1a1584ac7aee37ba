//! The form of a server's messages: which fields exist and which kinds of values they have. It is learned
//! from many messages.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

/// The values that occur at one place in messages, such as `Room.seats[].name`.
#[derive(Default)]
struct Place {
    kinds: BTreeSet<&'static str>,
    /// The words of the schema that occurred at this place, such as `playing`. `is_free` says whether texts
    /// that are not in the schema occurred there too.
    choices: BTreeSet<String>,
    is_free: bool,
    /// The number of objects that occurred at this place. `fields` counts how many of them had each field.
    objects: usize,
    fields: BTreeMap<String, usize>,
}

/// The forms of the values at all places.
pub(super) struct Forms {
    places: BTreeMap<String, Place>,
    /// All constant words in the schema: choices, codes and types.
    words: BTreeSet<String>,
}

/// Values that occur at several places but are explained once in the documents.
const SHARED: [(&str, &str); 19] = [
    (".room", "Room"),
    (".rules.line", "Options"),
    (".me", "Me"),
    (".time", "Time"),
    (".standing", "Standing"),
    (".view.line.board", "Board"),
    (".board.count", "Board.count"),
    (".view.line.own", "Own"),
    (".view.race", "RaceView"),
    (".view.trains", "TrainsView"),
    (".layout[]", "Laid"),
    (".events[]", "VisibleEvent"),
    (".history[]", "VisibleEvent"),
    (".chat[]", "Line"),
    ("/said.line", "Line"),
    (".hint.line.reason", "HintReason"),
    (".presence", "Presence"),
    (".placements[]", "Offer"),
    (".arm", "Arm"),
];

/// Fields that a server sends only after a player has been away for seconds or minutes.
/// `table/tests/stories/clocks.rs` and `absent.rs` test them.
const RARE: [&str; 2] = ["Room.seats[].away", "ServerMessage/presence.absent"];

/// The beginning of the names of values that the server sends only for certain tiles. The test may not deal
/// such tiles.
const BY_CHANCE: &str = "HintReason/";

fn kind(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a bool",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

/// The name of the place of a value. `name` is the path to the value; the result is shorter if the value is
/// a shared one.
fn place(name: &str, value: &Value) -> String {
    let is_message =
        name.starts_with("ServerMessage") || SHARED.iter().any(|(_, one)| name.starts_with(one));
    let shared = SHARED
        .iter()
        .find(|(end, _)| is_message && name.ends_with(end));
    let name = match shared {
        Some((_, shared)) => shared,
        None => name,
    };
    match value.get("type").and_then(Value::as_str) {
        Some(kind) => format!("{name}/{kind}"),
        None => name.to_owned(),
    }
}

impl Forms {
    pub(super) fn new(schema: &Value) -> Self {
        let mut words = BTreeSet::new();
        find_words(schema, &mut words);
        Self {
            places: BTreeMap::new(),
            words,
        }
    }

    /// Adds the form of a message to the known forms.
    pub(super) fn learn(&mut self, name: &str, value: &Value) {
        let name = place(name, value);
        let is_word = value.as_str().is_some_and(|word| self.words.contains(word));
        let known = self.places.entry(name.clone()).or_default();
        known.kinds.insert(kind(value));
        match value {
            Value::String(word) if is_word => {
                known.choices.insert(word.clone());
            }
            Value::String(_) => known.is_free = true,
            Value::Object(object) => {
                known.objects += 1;
                for field in object.keys() {
                    *known.fields.entry(field.clone()).or_default() += 1;
                }
                for (field, value) in object {
                    self.learn(&format!("{name}.{field}"), value);
                }
            }
            Value::Array(list) => {
                let element = format!("{name}[]");
                for value in list {
                    self.learn(&element, value);
                }
            }
            _ => {}
        }
    }

    /// The differences between an example in the documents and the server's messages.
    pub(super) fn differences(&self, name: &str, example: &Value) -> Vec<String> {
        let name = place(name, example);
        let Some(known) = self.places.get(&name) else {
            if name.starts_with(BY_CHANCE) {
                return Vec::new();
            }
            return vec![format!("{name}: the server has sent none")];
        };
        let kind = kind(example);
        if !known.kinds.contains(kind) {
            return vec![format!("{name}: {kind}, not {:?}", known.kinds)];
        }
        match example {
            Value::String(word) if !known.is_free => {
                let is_sent = known.choices.contains(word);
                (!is_sent)
                    .then(|| format!("{name}: {word}, not {:?}", known.choices))
                    .into_iter()
                    .collect()
            }
            Value::Array(list) => {
                let element = format!("{name}[]");
                let differences = list.iter().map(|value| self.differences(&element, value));
                differences.flatten().collect()
            }
            Value::Object(object) => {
                // Some examples need not contain all fields: the documents explain only a part of a
                // browser's challenge, an update has only the fields that have changed, and what speaks against
                // a play of which a hint tells depends on the time for thinking.
                let is_whole = ![
                    "Challenge.options",
                    "/update",
                    ".hint.line",
                    ".updates[]",
                    ".board",
                    ".own.line",
                ]
                .iter()
                .any(|part| name.ends_with(part));
                let always = known
                    .fields
                    .iter()
                    .filter(|(_, count)| **count == known.objects);
                let missing = always.filter(|(field, _)| is_whole && !object.contains_key(*field));
                let missing = missing.map(|(field, _)| format!("{name}: {field} is missing"));
                let rare = |field: &str| RARE.contains(&format!("{name}.{field}").as_str());
                let told = object.iter().filter(|(field, _)| !rare(field));
                let wrong = told.flat_map(|(field, value)| {
                    if known.fields.contains_key(field) {
                        self.differences(&format!("{name}.{field}"), value)
                    } else {
                        vec![format!("{name}: there is no {field}")]
                    }
                });
                missing.chain(wrong).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// Collects all constant strings of a schema.
fn find_words(schema: &Value, words: &mut BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::String(word)) = object.get("const") {
                words.insert(word.clone());
            }
            object.values().for_each(|child| find_words(child, words));
        }
        Value::Array(list) => list.iter().for_each(|child| find_words(child, words)),
        _ => {}
    }
}
