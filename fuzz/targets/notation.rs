//! Parses the short notation of a table's rules. Rules that were parsed must be the same after they are
//! printed and parsed again.

#![no_main]

use boneyard_rules::Rules;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Rules>() {
        Ok(rules) => {
            let printed = rules.to_string();
            assert_eq!(printed.parse(), Ok(rules), "{printed}");
        }
        // The text of the error is for people. Writing it must not fail either.
        Err(error) => drop(error.to_string()),
    }
});
