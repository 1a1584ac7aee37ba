//! Takes the part `server`, the titles of notices, and the texts about the games out of each file in `static/locales`
//! and writes them as Rust: `languages.rs` defines `LANGUAGES` and `ENGLISH`. A text that is missing in one of the
//! files is a compile error.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::{env, fs, io};

use serde_json::Value;

fn main() -> io::Result<()> {
    let folder = directory("CARGO_MANIFEST_DIR")?.join("../../static/locales");
    println!("cargo::rerun-if-changed={}", folder.display());

    let mut files: Vec<PathBuf> = fs::read_dir(&folder)?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    files.sort();
    let mut languages = "static LANGUAGES: &[Language] = &[\n".to_owned();
    for file in &files {
        let code = file.file_stem().unwrap_or_default().to_string_lossy();
        let words: Value = serde_json::from_slice(&fs::read(file)?)
            .map_err(|error| io::Error::other(format!("{}: {error}", file.display())))?;
        let mut fields = format!("code: {code:?}");
        write_fields("", &words["server"], &mut fields);
        let start = &words["start"];
        for (name, text) in [
            ("notice_turn", &start["turn"]["you_note"]),
            ("notice_found", &start["quick"]["found"]),
            ("notice_match", &start["tournament"]["match_begins"]),
            ("webhook_turn", &start["turn"]["other"]),
            ("webhook_over", &start["title"]["match_over"]),
            ("game_place", &words["later"]["create"]["place"]),
        ] {
            write_fields(name, text, &mut fields);
        }
        write_games(&words, &mut fields);
        let _ = writeln!(languages, "    Language {{ {fields} }},");
    }
    let english = files.iter().position(|file| file.ends_with("en.json"));
    let english = english.ok_or_else(|| io::Error::other("there is no file en.json"))?;
    let _ = writeln!(
        languages,
        "];\n\nstatic ENGLISH: &Language = &LANGUAGES[{english}];"
    );
    fs::write(directory("OUT_DIR")?.join("languages.rs"), languages)
}

/// Where games are played at home: a preset, and the key of the place's name. `static/js/format/world_games.js` has the same
/// list for the client.
const PLACES: [(&str, &str); 12] = [
    ("Quinientos", "puerto_rico"),
    ("Dominican Pairs", "dominican_republic"),
    ("Cuban Double-Nine", "cuba"),
    ("Six-Love", "jamaica"),
    ("Cut-Throat", "jamaica"),
    ("Cochon", "martinique"),
    ("Spanish Pairs", "spain"),
    ("Federation Pairs", "federation"),
    ("Mexican Pairs", "mexico"),
    ("Brazilian Pairs", "brazil"),
    ("Latin Pairs", "latin_america"),
    ("Kozel", "russia"),
];

/// Writes the names and the descriptions of the games as the field `games`. The pages of the client have the
/// same texts. A game without a name in this language has its own.
fn write_games(words: &Value, fields: &mut String) {
    let names = &words["start"]["preset_name"];
    let places = &words["later"]["place"];
    let described = words["later"]["preset"].as_object();
    fields.push_str(", games: &[");
    for (preset, description) in described.into_iter().flatten() {
        let name = names[preset].as_str().unwrap_or(preset);
        let description = description.as_str().unwrap_or_default();
        let place = PLACES.iter().find(|(of, _)| of == preset);
        let place = place.and_then(|&(_, key)| places[key].as_str());
        let _ = write!(
            fields,
            "Game {{ preset: {preset:?}, name: {name:?}, description: {description:?}, place: {place:?} }}, "
        );
    }
    fields.push(']');
}

/// Writes the text with the key `email.subject` as the field `email_subject`.
fn write_fields(name: &str, value: &Value, fields: &mut String) {
    match value {
        Value::Object(inner) => {
            for (key, value) in inner {
                let name = if name.is_empty() {
                    key.clone()
                } else {
                    format!("{name}_{key}")
                };
                write_fields(&name, value, fields);
            }
        }
        value => {
            let text = value.as_str().unwrap_or_default();
            let _ = write!(fields, ", {name}: {text:?}");
        }
    }
}

fn directory(variable: &str) -> io::Result<PathBuf> {
    env::var_os(variable)
        .map(PathBuf::from)
        .ok_or_else(|| io::Error::other(format!("{variable} is not set")))
}
