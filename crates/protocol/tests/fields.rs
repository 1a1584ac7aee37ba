//! Laws of each field that a client may send. The fields come from the schema. A field that may be absent
//! may also be `null`, and an error names the path of the wrong field and its possible values.

#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use boneyard_protocol::ClientMessage;
use boneyard_protocol::body::{self, parse_query};
use serde::Deserialize;
use serde_json::{Map, Value, json};

const SCHEMA: &str = include_str!("../../../docs/protocol.schema.json");

/// Words from the errors of the libraries that parse JSON and queries. Errors of the protocol must not
/// contain them.
const FOREIGN_WORDS: [&str; 16] = [
    "expected",
    "invalid",
    "variant",
    "unknown field",
    "duplicate field",
    "missing field",
    "eserialize",
    "struct",
    "enum",
    "sequence",
    "map",
    "boolean",
    "EOF",
    "at line",
    "u8",
    "u16",
];

type Read = Box<dyn Fn(&str) -> Result<Value, String>>;

/// A message or a body that a client sends: its name, its schema, and its parser.
struct Sent {
    name: String,
    schema: Value,
    read: Read,
}

/// All messages and all bodies that a client sends.
fn all(definitions: &Value) -> Vec<Sent> {
    let messages = definitions["ClientMessage"]["oneOf"].as_array().unwrap();
    let messages = messages.iter().map(|message| Sent {
        name: message["properties"]["type"]["const"].to_string(),
        schema: message.clone(),
        read: Box::new(|text| {
            let message = ClientMessage::parse(text).map_err(|error| error.to_string())?;
            Ok(serde_json::to_value(message).unwrap())
        }),
    });
    let bodies = body::ALL.iter().map(|kind| Sent {
        name: kind.name.to_owned(),
        schema: definitions[kind.name].clone(),
        read: Box::new(|text| (kind.read)(text).map_err(|error| error.to_string())),
    });
    messages.chain(bodies).collect()
}

/// A field of a message or a body.
struct Field {
    /// The field's path as a JSON pointer. `path` is the same path as errors write it.
    pointer: String,
    path: String,
    /// Whether the field may be absent.
    optional: bool,
    schema: Value,
}

/// The schemas of all types, by name.
struct Schemas(Value);

impl Schemas {
    fn new() -> Self {
        let mut schema: Value = serde_json::from_str(SCHEMA).unwrap();
        Self(schema["$defs"].take())
    }

    /// The schema with its references resolved. If it has several alternatives, the one with the most
    /// fields.
    fn plain(&self, schema: &Value) -> Value {
        if let Some(Value::String(reference)) = schema.get("$ref") {
            let name = reference.trim_start_matches("#/$defs/");
            return self.plain(&self.0[name]);
        }
        let choices = schema.get("anyOf").or(schema.get("oneOf"));
        let Some(choices) = choices.and_then(Value::as_array) else {
            return schema.clone();
        };
        let fields = |choice: &Value| {
            let plain = self.plain(choice);
            plain["properties"].as_object().map_or(0, Map::len)
        };
        let choices = choices.iter().filter(|choice| choice["type"] != "null");
        let mut plain = self.plain(choices.rev().max_by_key(|choice| fields(choice)).unwrap());
        // Adds the fields that all alternatives have.
        if let Some(Value::Object(shared)) = schema.get("properties") {
            let own = plain["properties"].as_object_mut().unwrap();
            own.extend(shared.clone());
            let required = schema["required"].as_array().unwrap().clone();
            plain["required"].as_array_mut().unwrap().extend(required);
        }
        plain
    }

    /// A value that fits a schema. It has all optional fields.
    fn sample(&self, schema: &Value) -> Value {
        let schema = self.plain(schema);
        if let Some(constant) = schema.get("const") {
            return constant.clone();
        }
        match kind(&schema) {
            "object" => {
                let fields = schema["properties"].as_object().unwrap().iter();
                let fields = fields.map(|(name, field)| (name.clone(), self.sample(field)));
                Value::Object(fields.collect())
            }
            "array" => {
                let length = schema["minItems"].as_u64().unwrap_or(1);
                (0..length).map(|_| self.sample(&schema["items"])).collect()
            }
            "string" if schema.get("enum").is_some() => schema["enum"][0].clone(),
            "string" => match schema["pattern"].as_str() {
                None => json!("Ada"),
                Some("^([0-9]|1[0-2])-([0-9]|1[0-2])$") => json!("6-4"),
                Some(pattern) => {
                    let length = pattern
                        .strip_prefix("^[0-9a-f]{")
                        .and_then(|rest| rest.strip_suffix("}$"));
                    let length = length.unwrap_or_else(|| panic!("a sample of {pattern}"));
                    json!("0".repeat(length.parse().unwrap()))
                }
            },
            "integer" => json!(1),
            "boolean" => json!(true),
            "any" => json!({"null": null}),
            other => panic!("a sample of {other}"),
        }
    }

    /// Adds all fields of an object to `found`, also those of the objects and lists in it.
    fn fields(&self, schema: &Value, (pointer, path): (&str, &str), found: &mut Vec<Field>) {
        let schema = self.plain(schema);
        if let Some(item) = schema.get("items") {
            let at = (&*format!("{pointer}/0"), &*format!("{path}[0]"));
            self.fields(item, at, found);
            found.push(Field {
                pointer: at.0.to_owned(),
                path: at.1.to_owned(),
                optional: false,
                schema: self.plain(item),
            });
        }
        for (name, field) in schema["properties"].as_object().into_iter().flatten() {
            let pointer = format!("{pointer}/{name}");
            let path = match path {
                "" => name.clone(),
                outer => format!("{outer}.{name}"),
            };
            self.fields(field, (&pointer, &path), found);
            // A schema whose fields may all be absent has no list of the others.
            let required = schema["required"].as_array();
            let required = required.is_some_and(|names| names.contains(&json!(name)));
            found.push(Field {
                pointer,
                path,
                optional: !required,
                schema: self.plain(field),
            });
        }
    }
}

fn kind(schema: &Value) -> &str {
    match &schema["type"] {
        Value::String(kind) => kind,
        Value::Array(kinds) => kinds[0].as_str().unwrap(),
        _ => "any",
    }
}

/// Values that a field of this schema can't have.
fn wrong(schema: &Value) -> Vec<Value> {
    let is_free = schema.get("const").is_none() && schema.get("pattern").is_none();
    let values = [
        ("string", json!("?")),
        ("integer", json!(1.5)),
        ("number", json!(-1)),
        ("boolean", json!(true)),
        ("array", json!([[], []])),
        ("object", json!({"?": 1})),
    ];
    let can_have = |name: &&str| match kind(schema) {
        "any" => true,
        // For a whole number, 1.5 is always wrong; -1 is wrong if the schema has a minimum.
        "integer" => *name == "number" && schema.get("minimum").is_none(),
        kind => kind == *name && (kind != "string" || is_free),
    };
    let values = values.into_iter().filter(|(name, _)| !can_have(name));
    values.map(|(_, value)| value).collect()
}

fn removed(sample: &Value, pointer: &str) -> Value {
    let mut sample = sample.clone();
    let (object, name) = pointer.rsplit_once('/').unwrap();
    let object = sample.pointer_mut(object).unwrap();
    object.as_object_mut().unwrap().remove(name);
    sample
}

fn replaced(sample: &Value, pointer: &str, value: Value) -> String {
    let mut sample = sample.clone();
    *sample.pointer_mut(pointer).unwrap() = value;
    sample.to_string()
}

fn has_own_words(text: &str) {
    // Errors write the names of fields and choices in quotes. Only the words outside quotes are checked.
    let words = text.split(['`', '"']).step_by(2);
    for (words, foreign) in words.flat_map(|words| FOREIGN_WORDS.map(|foreign| (words, foreign))) {
        assert!(!words.contains(foreign), "{foreign:?} in {text:?}");
    }
}

/// Whether an error names this field, or the list or the choice that contains it.
fn names(error: &str, field: &Field) -> bool {
    let list = field.path.split('[').next().unwrap();
    let choice = field.path.rsplit_once('.').map_or("", |(choice, _)| choice);
    error.contains(&format!("`{}`", field.path))
        || error == format!("`{choice}` must be an object with one key")
        || error.starts_with(&format!("`{list}` must be a list"))
}

/// Calls `look` for each field of all messages and bodies, with a sample that contains the field.
fn each_field(mut look: impl FnMut(&Sent, &Value, &Field)) {
    let schemas = Schemas::new();
    for sent in all(&schemas.0) {
        let sample = schemas.sample(&sent.schema);
        (sent.read)(&sample.to_string()).unwrap_or_else(|error| panic!("{error}: {sample}"));
        let mut fields = Vec::new();
        schemas.fields(&sent.schema, ("", ""), &mut fields);
        // The parser checks the message's type before the fields, so `type` is left out here.
        let is_type = |field: &Field| field.pointer == "/type";
        for field in fields.iter().filter(|field| !is_type(field)) {
            look(&sent, &sample, field);
        }
    }
}

#[test]
fn what_may_be_left_out_may_be_null_and_nothing_else() {
    let mut optional = 0;
    each_field(|sent, sample, field| {
        let nulled = (sent.read)(&replaced(sample, &field.pointer, Value::Null));
        let at = format!("{} of {}", field.path, sent.name);
        if field.optional {
            let left_out = (sent.read)(&removed(sample, &field.pointer).to_string());
            assert_eq!(nulled, Ok(left_out.unwrap()), "{at}");
            optional += 1;
        } else if kind(&field.schema) != "any" {
            let error = nulled.expect_err(&at);
            assert!(names(&error, field), "{at}: {error}");
            has_own_words(&error);
        }
    });
    assert!(optional > 20, "{optional} fields that may be left out");
}

#[test]
fn what_is_wrong_is_told_by_its_place_and_what_it_may_be() {
    each_field(|sent, sample, field| {
        let is_option = field.path.starts_with("rules.");
        // An option that is too small or too large can be read. The rules refuse it later.
        let wrong = wrong(&field.schema).into_iter();
        for value in wrong.filter(|value| !(is_option && *value == json!(-1))) {
            let at = format!("{} of {}: {value}", field.path, sent.name);
            let error = (sent.read)(&replaced(sample, &field.pointer, value)).expect_err(&at);
            assert!(names(&error, field), "{at}: {error}");
            has_own_words(&error);
        }
    });
}

#[test]
fn what_is_missing_is_named() {
    each_field(|sent, sample, field| {
        if !field.optional && !field.pointer.ends_with("/0") {
            let error = (sent.read)(&removed(sample, &field.pointer).to_string()).unwrap_err();
            assert!(names(&error, field), "{error}");
            has_own_words(&error);
        }
    });
}

#[test]
fn what_is_no_object_at_all_is_told_so() {
    let schemas = Schemas::new();
    for sent in all(&schemas.0) {
        for text in [
            "",
            "?",
            "{",
            "[1]",
            "null",
            "\"x\"",
            "{\"a\":1}}",
            &"[".repeat(99),
        ] {
            let error = (sent.read)(text).unwrap_err();
            has_own_words(&error);
        }
    }
}

#[test]
fn the_name_of_a_game_alone_is_no_value_of_it() {
    let schemas = Schemas::new();
    let mut games = 0;
    for sent in all(&schemas.0) {
        let sample = schemas.sample(&sent.schema);
        for name in ["rules", "move"] {
            if sample.get(name).is_none() {
                continue;
            }
            for value in [json!("line"), json!({})] {
                let error = (sent.read)(&replaced(&sample, &format!("/{name}"), value));
                let told = format!("`{name}` must be an object with one key");
                assert_eq!(error, Err(told), "{}", sent.name);
            }
            games += 1;
        }
    }
    assert_eq!(games, 3, "a table, a tournament and a move");
}

#[test]
fn a_move_without_a_value_is_its_name() {
    let read = |chosen: Value| {
        let table = "0".repeat(32);
        let message = json!({"type": "move", "table": table, "ply": 1, "move": {"line": chosen}});
        ClientMessage::parse(&message.to_string()).map_err(|error| error.to_string())
    };
    assert_eq!(read(json!({"call": null})), read(json!("call")));
    for (chosen, told) in [
        (json!({"call": 1}), "`move.line.call` must be null"),
        (json!("play"), "`move.line` must be an object with one key"),
    ] {
        let error = read(chosen).unwrap_err();
        assert!(error.contains(told), "{error}");
        has_own_words(&error);
    }
}

#[test]
fn a_query_is_read_and_refused_as_all_else() {
    #[derive(Debug, Deserialize)]
    struct Wanted {
        from: Option<u16>,
        tile: boneyard_rules::Tile,
    }

    let read = |fields: &[(&str, &str)]| {
        let owned = |&(name, value): &(&str, &str)| (name.to_owned(), value.to_owned());
        parse_query::<Wanted>(&fields.iter().map(owned).collect::<Vec<_>>())
    };
    let wanted = read(&[("tile", "6-4"), ("from", "7"), ("colour", "blue")]).unwrap();
    assert_eq!(
        (wanted.from, wanted.tile),
        (Some(7), "4-6".parse().unwrap())
    );
    for (fields, text) in [
        (&[("from", "7")][..], "`tile` is missing"),
        (&[("tile", "6-4"), ("tile", "6-4")], "`tile` is there twice"),
        (
            &[("tile", "6-4"), ("from", "-1")],
            "`from` must be a whole number from 0 to 65535",
        ),
        (
            &[("tile", "six")],
            "`tile`: a tile is written as two ends of 0 to 12 pips, such as 6-4",
        ),
    ] {
        assert_eq!(read(fields).unwrap_err().to_string(), text);
    }
}
