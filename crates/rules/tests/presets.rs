//! The meaning of lines of rules such as `Kozel 101`. Logs, records and transcripts hold such a line and nothing more, so
//! its options must stay what they are: if a preset were changed, old matches would be replayed by other rules.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use boneyard_rules::line::{Options, Preset, Rules};
use serde_json::Value;

/// The options of each preset, by its line, for each seating and target that it offers.
fn lines() -> BTreeMap<String, Options> {
    let mut lines = BTreeMap::new();
    for preset in Preset::ALL {
        for &seating in preset.seatings() {
            let rules = preset.for_seating(seating);
            for &target in preset.targets() {
                let options = Options {
                    target,
                    ..rules.into()
                };
                let rules = Rules::try_from(options).expect("a preset offers what can be played");
                lines.insert(rules.to_string(), options);
            }
        }
    }
    lines
}

#[test]
fn a_line_of_rules_keeps_its_meaning() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/presets.json");
    let text = fs::read_to_string(&path).unwrap_or_else(|_| "{}".to_owned());
    let mut stored: BTreeMap<String, Value> = serde_json::from_str(&text).expect("JSON");
    if env::var_os("UPDATE").is_some() {
        // What is stored stays: another preset needs another name.
        for (line, options) in lines() {
            let options = serde_json::to_value(options).expect("options are JSON");
            stored.entry(line).or_insert(options);
        }
        let stored = stored.iter();
        let lines: Vec<String> = stored
            .map(|(line, options)| format!("  {line:?}: {options}"))
            .collect();
        fs::write(&path, format!("{{\n{}\n}}\n", lines.join(",\n"))).expect("it can be written");
    }
    for (line, options) in &stored {
        let stored: Options = serde_json::from_value(options.clone()).expect("options");
        let read: Rules = line
            .parse()
            .unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(
            Options::from(read),
            stored,
            "{line} has another meaning than in the logs"
        );
    }
    for (line, options) in lines() {
        let stored = stored.get(&line).unwrap_or_else(|| {
            panic!("store {line} by `UPDATE=1 cargo test -p boneyard-rules --test presets`")
        });
        assert_eq!(
            *stored,
            serde_json::to_value(options).expect("JSON"),
            "{line}"
        );
    }
}
