//! Yours to write, by the chapter Carriers of the specification.

use crate::carrier::Parts;

/// The parts of the carrier that a message is, or none if it is no carrier.
pub fn classify(role: &str, content: &str) -> Option<Parts> {
    todo!("fill in classify, in src/classify.rs")
}
