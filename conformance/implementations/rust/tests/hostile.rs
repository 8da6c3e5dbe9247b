//! Inputs that are large, deep or damaged are judged, in linear time.

use toolwire::json::Value;
use toolwire::protocol::{run, Failure};

fn text(text: impl Into<String>) -> Value {
    Value::string(text)
}

fn rule(op: &str, name: &str, value: Value) -> String {
    match run(op, &Value::object([(name, value)])) {
        Ok(_) => "accepted".to_owned(),
        Err(Failure::Refused(refusal)) => refusal.rule.to_owned(),
        Err(other) => format!("{other:?}"),
    }
}

const HEADER: &str = "{\"type\":\"session\",\"version\":8}\n";

fn entry(seq: usize) -> String {
    format!(
        "{{\"seq\":{seq},\"id\":\"e{seq}\",\"timestamp\":\"2026-01-02T03:04:05Z\",\"type\":\"plan/mode\",\
         \"planMode\":{{}}}}\n"
    )
}

/// The classes of the damage map, which must cover the file.
fn classes(log: &str) -> Vec<String> {
    let report = run("transcript.check", &Value::object([("log", text(log))])).unwrap();
    let mut at = 0;
    for range in report.list("ranges") {
        let bound = |name| match range.get(name) {
            Some(Value::Number(n)) => n.parse::<usize>().unwrap(),
            _ => panic!("no number"),
        };
        assert_eq!(bound("start"), at);
        assert!(bound("end") > at);
        at = bound("end");
    }
    assert_eq!(at, log.len());
    let ranges = report.list("ranges").iter();
    ranges.map(|range| range.text("class").to_owned()).collect()
}

#[test]
fn deep_nesting() {
    let deep = "[".repeat(1_000_000);
    assert_eq!(rule("json.read", "document", text(&*deep)), "json.depth");
    assert_eq!(
        rule("transcript.load", "log", text(format!("{HEADER}{deep}\n"))),
        "json.depth"
    );
    assert_eq!(
        classes(&format!("{HEADER}{deep}\n")),
        ["header", "not-json"]
    );
}

#[test]
fn floods() {
    let starts = "{\"seq\":1,\"id\":\"".repeat(200_000);
    assert_eq!(
        classes(&format!("{HEADER}{starts}\n")),
        ["header", "not-json"]
    );
    let entries: String = (0..5_000).map(entry).collect();
    assert_eq!(classes(&format!("{HEADER}{entries}")), ["header", "record"]);
    let footers = "\n[capture ".repeat(200_000);
    assert_eq!(
        rule("retained.parse_page", "text", text(footers)),
        "accepted"
    );
}

#[test]
fn damage() {
    let (a, b) = (entry(0), entry(1));
    for (log, expected) in [
        (
            format!("{HEADER}{{\"seq\":0,\"id{a}{b}"),
            vec!["header", "splice", "record"],
        ),
        (
            format!("\0\0{HEADER}{a}\0 \0\n"),
            vec!["nul-run", "header", "record", "nul-run", "blank", "nul-run"],
        ),
        (
            format!("\u{FEFF}{HEADER}{a}{}\0", b.trim_end()),
            vec!["bom", "header", "record", "unterminated-record", "nul-run"],
        ),
        (format!("x\n{a}{b}"), vec!["not-json", "record"]),
        (
            format!("{HEADER}{a}{a}{b}"),
            vec!["header", "record", "bad-sequence", "record"],
        ),
    ] {
        let got = classes(&log);
        // the second entry of the last log has the number 0 again, so 1 is expected behind it
        assert_eq!(got, expected, "{log:?}");
    }
}

#[test]
fn batches_that_are_not_committed_change_nothing() {
    let value = |text: &str| toolwire::json::read(text).unwrap();
    let batches = format!(
        "[{{\"entries\":[{a}]}},{{\"entries\":[{a}]}},{{\"entries\":[{a},{a}]}},{{\"commit\":1}},{{\"commit\":0}},\
         {{\"commit\":1}},{{\"entries\":[]}},{{\"commit\":6}}]",
        a = entry(0)
    );
    let input = Value::object([("log", text(HEADER)), ("batches", value(&batches))]);
    let answers = run("transcript.append", &input).unwrap();
    let said: Vec<_> = answers
        .as_array()
        .unwrap()
        .iter()
        .map(
            |answer| match (answer.get("refused"), answer.get("next_seq")) {
                (Some(refused), _) => refused.text("rule").to_owned(),
                (None, Some(Value::Number(next))) => next.clone(),
                _ => panic!("no answer"),
            },
        )
        .collect();
    assert_eq!(
        said,
        [
            "0",
            "0",
            "entry.seq.position",
            "1",
            "session.commit.stale",
            "session.commit.once",
            "1",
            "1"
        ]
    );
}
