//! Short notation of a table's rules: what is read is printed so that it reads back to the same
//! rules.

#![no_main]

use boneyard_rules::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Rules>() {
        Ok(rules) => {
            let printed = rules.to_string();
            assert_eq!(printed.parse(), Ok(rules), "{printed}");
        }
        // Its text is made for people, and must not fail either.
        Err(error) => drop(error.to_string()),
    }
});
