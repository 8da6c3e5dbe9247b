//! Puts the implementation behind the adapter protocol: one request a line, one answer a line.

mod carrier;
mod classify;
mod text;

use serde_json::{json, Value};
use std::{io, panic};

fn answer(op: &Value, input: &Value) -> Value {
    let role = input["role"].as_str().unwrap_or_default();
    let texts = (text::of(&input["content"]), text::of(&input["line"]));
    let (Some(content), Some(line)) = texts else {
        return json!({"refused": {"rule": "text.utf8", "phase": "malformed"}});
    };
    let result = match op.as_str().unwrap_or_default() {
        "carrier.classify" => json!(classify::classify(role, &content).map(|parts| parts.json())),
        "carrier.is_carrier" => json!(carrier::is_carrier(role, &content)),
        "carrier.image_refs" => json!(carrier::image_refs(role, &content)),
        "carrier.parse_marker_line" => json!(carrier::parse_marker_line(&line).map(|it| it.json())),
        _ => return json!({"unsupported": true}),
    };
    json!({ "result": result })
}

fn main() {
    let implementation = json!({"name": "my-carriers", "version": "0.1.0", "language": "rust"});
    let hello =
        json!({"protocol": 1, "implementation": implementation, "profiles": ["carrier-reader"]});
    for line in io::stdin().lines().map_while(Result::ok) {
        let request: Value = serde_json::from_str(&line).expect("a request is JSON");
        if request["cmd"] == "hello" {
            println!("{hello}");
        } else if request["cmd"] == "run" {
            let answered = panic::catch_unwind(|| answer(&request["op"], &request["input"]));
            let mut reply = answered
                .unwrap_or_else(|fault| json!({"error": {"message": text::of_panic(&*fault)}}));
            reply["id"] = request["id"].clone();
            println!("{reply}");
        }
    }
}
