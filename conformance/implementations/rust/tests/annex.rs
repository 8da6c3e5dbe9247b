//! Replays the examples of the annex: their ops, inputs and expected answers.

use std::path::Path;

use toolwire::json::{self, Value};
use toolwire::protocol::{run, Failure};

/// Expands the forms `repeat` and `concat` of examples.
fn expand(value: &Value) -> Value {
    match value {
        Value::Array(elements) => Value::Array(elements.iter().map(expand).collect()),
        Value::Object(members) => {
            let members: Vec<_> = members
                .iter()
                .map(|(n, v)| (n.clone(), expand(v)))
                .collect();
            match members.as_slice() {
                [(name, Value::Array(parts))] if name == "concat" => {
                    Value::String(parts.iter().filter_map(Value::as_str).collect())
                }
                [(name, Value::Array(parts))] if name == "repeat" => match parts.as_slice() {
                    [Value::String(text), Value::Number(count)] => {
                        Value::String(text.repeat(count.parse().expect("a count")))
                    }
                    _ => Value::Object(members),
                },
                _ => Value::Object(members),
            }
        }
        other => other.clone(),
    }
}

fn shown(value: &Value) -> String {
    let mut out = String::new();
    json::write(value, json::Numbers::Kept, &mut out);
    out.chars().take(3000).collect()
}

/// Whether a refusal is an expected one: a rule of several is enough.
fn refused_so(expected: &Value, rule: &str, phase: &str) -> bool {
    let is = |wanted: &Value| wanted.as_str() == Some(rule);
    let rule_right = match expected.get("rule") {
        Some(Value::Array(rules)) => rules.iter().any(is),
        Some(wanted) => is(wanted),
        None => true,
    };
    rule_right
        && expected
            .get("phase")
            .is_none_or(|p| p.as_str() == Some(phase))
}

#[test]
fn examples() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../spec/annex/examples.md");
    let annex = std::fs::read_to_string(path).expect("the annex of examples");
    let mut failures = Vec::new();
    let mut count = 0;
    for section in annex.split("\n## ").skip(1) {
        let id = section.lines().next().unwrap_or("");
        let Some((_, block)) = section.split_once("```json\n") else {
            continue;
        };
        let block = block.split("\n```").next().unwrap_or("");
        let example = expand(&json::read(block).expect(id));
        let input = example.get("input").expect(id);
        let expected = example.get("expect").expect(id);
        count += 1;
        let answer = run(example.text("op"), input);
        let right = match &answer {
            Ok(result) => expected
                .get("result")
                .is_some_and(|e| json::equal(e, result)),
            Err(Failure::Refused(refusal)) => expected
                .get("refused")
                .is_some_and(|e| refused_so(e, refusal.rule, refusal.phase().name())),
            Err(_) => false,
        };
        if !right {
            let got = match &answer {
                Ok(result) => shown(result),
                Err(failure) => format!("{failure:?}"),
            };
            failures.push(format!(
                "{id}\n  expected {}\n  got      {got}",
                shown(expected)
            ));
        }
    }
    println!("{count} examples");
    assert!(count > 300, "the annex is not read as it should be");
    assert!(
        failures.is_empty(),
        "{} of {count} fail:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
