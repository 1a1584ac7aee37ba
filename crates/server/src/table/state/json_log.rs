//! The log as the first versions wrote it: the body of a row was a JSON array of events, each with
//! its name in `type`. Databases of those versions are brought up to date with this.

use boneyard_rules::Rules;
use serde_json::{Map, Value};

use crate::table::state::event::TableEvent;

/// The body of a row of today, from a body in JSON.
///
/// # Errors
///
/// When no version wrote such a body.
pub(crate) fn body_from_json(json: &str) -> Result<Vec<u8>, serde_json::Error> {
    let events: Vec<Map<String, Value>> = serde_json::from_str(json)?;
    let events: Result<Vec<TableEvent>, _> = events.into_iter().map(event).collect();
    Ok(TableEvent::to_body(&events?))
}

fn event(mut fields: Map<String, Value>) -> Result<TableEvent, serde_json::Error> {
    if let Some(rules) = fields.get_mut("rules") {
        let options: Rules = serde_json::from_value(rules.take())?;
        *rules = Value::from(options.to_string());
    }
    if let Some(Value::Object(clock)) = fields.get_mut("clock") {
        let clock = std::mem::take(clock);
        fields.insert("clock".to_owned(), with_name_outside(clock));
    }
    if let Some(order) = fields.get_mut("order") {
        *order = tiles(order.as_str().unwrap_or_default());
    }
    serde_json::from_value(with_name_outside(fields))
}

/// `{"type":"x","a":1}` as `{"x":{"a":1}}`, and `{"type":"x"}` as `"x"`.
fn with_name_outside(mut fields: Map<String, Value>) -> Value {
    match fields.remove("type") {
        Some(Value::String(name)) if !fields.is_empty() => {
            Value::Object(Map::from_iter([(name, Value::Object(fields))]))
        }
        name => name.unwrap_or_default(),
    }
}

/// Tiles that are written as two digits each.
fn tiles(digits: &str) -> Value {
    let digits: Vec<char> = digits.chars().collect();
    let ends = |pair: &[char]| match *pair {
        [high, low] => format!("{high}-{low}").into(),
        _ => Value::Null,
    };
    digits.chunks(2).map(ends).collect()
}

#[cfg(test)]
mod tests {
    use boneyard_protocol::{ClockRule, Level};
    use boneyard_rules::{ArmId, Order, Preset, Seat};

    use super::*;

    fn read(json: &str) -> Vec<TableEvent> {
        TableEvent::from_body(&body_from_json(json).unwrap()).unwrap()
    }

    #[test]
    fn events_in_json_are_read_with_what_was_left_out() {
        let seat = Seat::default();
        let json = r#"[{"type":"played","seat":0,"tile":"6-4"},
            {"type":"played","seat":0,"tile":"6-4","arm":"b","announced":15},
            {"type":"computer_sat","seat":0,"level":"expert"},{"type":"closed"}]"#;
        let tile = "6-4".parse().unwrap();
        let played = |arm, announced| TableEvent::Played {
            seat,
            tile,
            arm,
            announced,
        };
        let expected = [
            played(None, None),
            played(Some(ArmId::B), Some(15)),
            TableEvent::ComputerSat {
                seat,
                level: Level::Expert,
            },
            TableEvent::Closed,
        ];
        assert_eq!(read(json), expected);
    }

    #[test]
    fn a_table_and_its_deals_are_read() {
        let rules = serde_json::to_string(Preset::FIVE_UP.rules()).unwrap();
        let (id, seed) = ("5".repeat(32), "6".repeat(64));
        let created = |more: &str| {
            format!(
                r#"[{{"type":"created","host":"{id}","name":"Ann","rules":{rules},"access":"public",
                "kept_seats":1,"invite":"{id}","bots":true,"seed":"{seed}"{more}}}]"#
            )
        };
        let expected = |with_hints, with_clock| {
            move |event: &TableEvent| {
                matches!(event, TableEvent::Created { rules, hints, clock, .. }
                    if rules == Preset::FIVE_UP.rules()
                        && *hints == with_hints
                        && *clock == with_clock)
            }
        };
        let plain = read(&created(""));
        assert!(plain.iter().all(expected(false, ClockRule::None)));
        let clock = r#","hints":true,"clock":{"type":"per_move","seconds":30}"#;
        let clock = read(&created(clock));
        let per_move = ClockRule::PerMove { seconds: 30 };
        assert!(clock.iter().all(expected(true, per_move)));

        let digits = Order::SORTED
            .tiles()
            .iter()
            .map(|tile| tile.to_string().replace('-', ""));
        let dealt = format!(
            r#"[{{"type":"dealt","order":"{}"}}]"#,
            digits.collect::<String>()
        );
        let order = Order::SORTED;
        assert_eq!(read(&dealt), [TableEvent::Dealt { order }]);
    }

    #[test]
    fn what_no_version_wrote_is_an_error() {
        for json in [
            "",
            "[",
            "{}",
            r#"[{"type":"vanished","seat":0}]"#,
            r#"[{"seat":0}]"#,
            r#"[{"type":"dealt","order":"00"}]"#,
            r#"[{"type":"dealt","order":"é"}]"#,
        ] {
            assert!(body_from_json(json).is_err(), "{json}");
        }
    }
}
