//! The catalogue agrees with the rules.

use boneyard_protocol::catalogue::{LineCatalogue, OptionKind, OptionValue};
use boneyard_rules::line::{Options, Preset, Rules};
use serde_json::Value;

/// The values of an option that the test tries: all choices, or the least and the largest value.
fn values(kind: &OptionKind) -> Vec<Value> {
    match kind {
        OptionKind::Choice { values } => values.iter().map(|value| value.as_str().into()).collect(),
        OptionKind::Number { min, max } => vec![(*min).into(), (*max).into()],
        OptionKind::Numbers { fields, max } => [0, *max]
            .map(|number| fields.iter().map(|field| (field.clone(), number)).collect())
            .to_vec(),
        OptionKind::List { length, max } => [0, *max]
            .map(|number| vec![number; usize::from(*length)].into())
            .to_vec(),
        OptionKind::Flag => vec![false.into(), true.into()],
    }
}

#[test]
fn the_catalogue_has_every_option_with_every_value() {
    let catalogue = LineCatalogue::new();
    // Each option gets its last value. Then the JSON contains all options, also those that it may leave
    // out.
    let mut last = serde_json::to_value(Preset::FIVES.rules()).unwrap();
    for option in &catalogue.options {
        last[&option.name] = values(&option.kind).pop().unwrap();
    }
    let options: Options = serde_json::from_value(last.clone()).unwrap();
    assert_eq!(serde_json::to_value(options).unwrap(), last);
    let names: Vec<_> = catalogue
        .options
        .iter()
        .map(|option| &option.name)
        .collect();
    assert_eq!(names, last.as_object().unwrap().keys().collect::<Vec<_>>());

    for preset in &catalogue.presets {
        let rules = serde_json::to_value(preset.rules).unwrap();
        for option in &catalogue.options {
            let Some(value) = rules.get(&option.name) else {
                continue;
            };
            let within = |number: &Value, max: u16| number.as_u64() <= Some(max.into());
            let allowed = match &option.kind {
                OptionKind::Choice { values } => values.iter().any(|choice| value == choice),
                OptionKind::Number { min, max } => {
                    value.as_u64() >= Some((*min).into()) && within(value, *max)
                }
                OptionKind::Numbers { fields, max } => fields
                    .iter()
                    .all(|field| within(value.get(field).unwrap(), *max)),
                OptionKind::List { length, max } => {
                    let numbers = value.as_array().unwrap();
                    numbers.len() == usize::from(*length)
                        && numbers.iter().all(|number| within(number, *max))
                }
                OptionKind::Flag => value.is_boolean(),
            };
            assert!(allowed, "{}: {} is {value}", preset.name, option.name);
        }
    }
}

/// The options with conditions that the catalogue can't express, because they depend on numbers or on one
/// certain value of another option.
const DEPEND: &[&str] = &[
    "hand_size",
    "next_lead",
    "blocked_score",
    "tile_set",
    "redeal_doubles",
    "hands",
    "blocked_winner",
    "blocked_tie",
    "finish",
    "double_blank",
    "round_bonus",
    "passes",
    "entry",
    "love",
];

/// Gives each option of each preset each of its values, one at a time. The rules must accept the value
/// wherever the catalogue says that the option has a meaning. Options with conditions that the catalogue
/// can't express are not tested.
#[test]
fn what_the_catalogue_offers_is_possible() {
    let catalogue = LineCatalogue::new();
    for preset in &catalogue.presets {
        let plain = serde_json::to_value(preset.rules).unwrap();
        for option in &catalogue.options {
            let applies = option.applies.iter().all(|when| {
                when.values.iter().any(|value| match value {
                    OptionValue::Flag(flag) => plain[&when.option] == *flag,
                    OptionValue::Choice(choice) => plain[&when.option] == *choice,
                })
            });
            let values = values(&option.kind);
            let values = if applies {
                values.as_slice()
            } else {
                &values[..1]
            };
            for value in values.iter().filter(|_| option.name != "variant") {
                let mut rules = plain.clone();
                rules[&option.name] = value.clone();
                let options: Options = serde_json::from_value(rules).unwrap();
                if let Err(error) = Rules::try_from(options) {
                    assert!(
                        DEPEND.contains(&error.option()),
                        "{}: {} as {value}: {error}",
                        preset.name,
                        option.name
                    );
                }
            }
        }
    }
}
