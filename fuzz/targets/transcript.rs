//! A transcript of a match: what is read is printed so that it reads back to the same, and is
//! played again by the rules or refused by them.

#![no_main]

use boneyard_rules::Transcript;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Transcript>() {
        Ok(transcript) => {
            let printed = transcript.to_string();
            assert_eq!(printed.parse(), Ok(transcript.clone()), "{printed}");
            if let Err(error) = transcript.replay() {
                // One past the last: something must follow that isn't there.
                assert!(error.event <= transcript.events.len() + 1, "{error}");
            }
        }
        Err(error) => drop(error.to_string()),
    }
});
