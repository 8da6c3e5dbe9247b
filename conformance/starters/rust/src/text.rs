//! Texts of the protocol. One comes as a string, or as bytes in Base64: {"base64":"…"}.

use serde_json::Value;
use std::any::Any;

/// The text of a member, empty if the member is absent; none if its bytes are no UTF-8.
pub fn of(value: &Value) -> Option<String> {
    match value["base64"].as_str() {
        Some(base64) => String::from_utf8(decode(base64)).ok(),
        None => Some(value.as_str().unwrap_or_default().to_owned()),
    }
}

/// What a panic says, if it says anything.
pub fn of_panic(fault: &(dyn Any + Send)) -> String {
    let literal = fault.downcast_ref::<&str>().map(ToString::to_string);
    literal
        .or(fault.downcast_ref::<String>().cloned())
        .unwrap_or_default()
}

fn decode(base64: &str) -> Vec<u8> {
    const ALPHABET: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut held) = (Vec::new(), 0u32, 0);
    for digit in base64
        .bytes()
        .filter_map(|byte| ALPHABET.iter().position(|it| *it == byte))
    {
        bits = bits << 6 | digit as u32;
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
        }
    }
    bytes
}
