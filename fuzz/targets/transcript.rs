//! Parses the transcript of a match. A transcript that was parsed must be the same after it is printed and
//! parsed again. The rules must play it again or refuse it.

#![no_main]

use boneyard_rules::Transcript;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    match text.parse::<Transcript>() {
        Ok(transcript) => {
            let printed = transcript.to_string();
            assert_eq!(printed.parse(), Ok(transcript.clone()), "{printed}");
            if let Err(error) = transcript.replay() {
                // If an event is missing at the end, the error has the line after the last one.
                assert!(error.line <= printed.lines().count() + 1, "{error}");
            }
        }
        Err(error) => drop(error.to_string()),
    }
});
