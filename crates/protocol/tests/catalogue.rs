//! The catalogue of options says what the rules say.

use boneyard_protocol::Catalogue;
use boneyard_protocol::catalogue::{OptionKind, OptionValue};
use boneyard_rules::{Options, Preset, Rules};

#[test]
fn the_catalogue_has_every_option_with_every_value() {
    let catalogue = Catalogue::new();
    let fields = serde_json::to_value(Preset::FIVES.rules()).unwrap();
    let names: Vec<_> = catalogue
        .options
        .iter()
        .map(|option| option.name.as_str())
        .collect();
    assert_eq!(
        names,
        fields.as_object().unwrap().keys().collect::<Vec<_>>()
    );

    for preset in &catalogue.presets {
        let rules = serde_json::to_value(preset.rules).unwrap();
        for option in &catalogue.options {
            let value = &rules[&option.name];
            let allowed = match &option.kind {
                OptionKind::Choice { values } => values.iter().any(|choice| value == choice),
                OptionKind::Number { min, max } => {
                    (u64::from(*min)..=u64::from(*max)).contains(&value.as_u64().unwrap())
                }
                OptionKind::Flag => value.is_boolean(),
            };
            assert!(allowed, "{}: {} is {value}", preset.name, option.name);
        }
    }
}

/// Every option alone, put to each of its values beside each variant, is accepted wherever the
/// catalogue says that it means something.
#[test]
fn what_the_catalogue_offers_is_possible() {
    let catalogue = Catalogue::new();
    for preset in &catalogue.presets {
        for option in &catalogue.options {
            let mut rules = serde_json::to_value(preset.rules).unwrap();
            let applies = option.applies.as_ref().is_none_or(|when| {
                when.values.iter().any(|value| match value {
                    OptionValue::Flag(flag) => rules[&when.option] == *flag,
                    OptionValue::Choice(choice) => rules[&when.option] == *choice,
                })
            });
            let values: Vec<serde_json::Value> = match &option.kind {
                OptionKind::Choice { values } => {
                    values.iter().map(|value| value.as_str().into()).collect()
                }
                OptionKind::Number { min, max } => vec![(*min).into(), (*max).into()],
                OptionKind::Flag => vec![false.into(), true.into()],
            };
            let values = if applies {
                values.as_slice()
            } else {
                &values[..1]
            };
            for value in values.iter().filter(|_| option.name != "variant") {
                rules[&option.name] = value.clone();
                if option.name == "seating" {
                    let seating = catalogue
                        .seatings
                        .iter()
                        .find(|body| serde_json::json!(body.seating) == *value);
                    rules["hand_size"] = seating.unwrap().hand_size_max.into();
                }
                let options: Options = serde_json::from_value(rules.clone()).unwrap();
                assert!(
                    Rules::try_from(options).is_ok(),
                    "{}: {} as {value}",
                    preset.name,
                    option.name
                );
            }
        }
    }
}
