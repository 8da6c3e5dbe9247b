//! Recovery: closing an interrupted session (chapter *Recovery*).

use super::session::{judge, validate, State};
use crate::json::Value;
use crate::refusal::Judged;

const NOT_STARTED: &str =
    "This call was not started: the session ended before its tool was dispatched. It had no \
                           effect and can be requested again.";
const UNKNOWN: &str = "The outcome of this call is unknown: the session ended after its tool may have started. Check \
                       what it changed before requesting it again.";

/// A repair without its envelope.
#[derive(Clone, Debug)]
pub struct Repair {
    /// The type of its entry.
    pub kind: &'static str,
    /// The call that it is about, if it is about one.
    pub call_id: Option<String>,
    /// The error code of an outcome.
    pub error_code: Option<&'static str>,
    member: &'static str,
    payload: Value,
}

impl Repair {
    fn entry(&self, seq: i64, id: &Value, now: &Value) -> Value {
        Value::object([
            ("seq", Value::integer(seq)),
            ("id", id.clone()),
            ("timestamp", now.clone()),
            ("type", Value::string(self.kind)),
            (self.member, self.payload.clone()),
        ])
    }
}

/// What recovery appends to a session in this state (`recovery.tools`, `recovery.not-started`, `recovery.unknown`,
/// `recovery.lifecycle`, `recovery.nothing`).
pub fn plan(state: &State, records_dispatch: bool) -> Vec<Repair> {
    let mut repairs = Vec::new();
    for id in &state.pending {
        let (code, text) = if records_dispatch && !state.is_dispatched(id) {
            ("TOOL_NOT_STARTED", NOT_STARTED)
        } else {
            ("TOOL_OUTCOME_UNKNOWN", UNKNOWN)
        };
        let block = Value::object([
            ("type", Value::string("text")),
            ("text", Value::string(text)),
        ]);
        repairs.push(Repair {
            kind: "message",
            call_id: Some(id.clone()),
            error_code: None,
            member: "message",
            payload: Value::object([
                ("role", Value::string("toolResult")),
                ("toolCallId", Value::string(&**id)),
                ("toolName", Value::string(state.call_name(id))),
                ("content", Value::Array(vec![block])),
                ("isError", Value::Bool(true)),
            ]),
        });
        repairs.push(Repair {
            kind: "tool_outcome",
            call_id: Some(id.clone()),
            error_code: Some(code),
            member: "toolOutcome",
            payload: Value::object([
                ("toolCallId", Value::string(&**id)),
                ("status", Value::string("failed")),
                ("errorCode", Value::string(code)),
            ]),
        });
    }
    let scope = &state.scope;
    let ids = [
        ("runId", &scope.run),
        ("turnId", &scope.turn),
        ("stepId", &scope.step),
    ];
    for (kind, count) in [("step/end", 3), ("turn/end", 2), ("run/end", 1)] {
        if ids[count - 1].1.is_none() {
            continue;
        }
        let mut members: Vec<(String, Value)> = ids[..count]
            .iter()
            .map(|(name, id)| ((*name).to_owned(), Value::optional(id.as_deref())))
            .collect();
        for (name, value) in [("status", "interrupted"), ("reason", "process_interrupted")] {
            members.push((name.to_owned(), Value::string(value)));
        }
        repairs.push(Repair {
            kind,
            call_id: None,
            error_code: None,
            member: "lifecycle",
            payload: Value::Object(members),
        });
    }
    repairs
}

/// Recovers a log (`recovery.valid`, `recovery.envelope`). There is nothing if the ids do not suffice.
pub fn recover(bytes: &[u8], ids: &[Value], now: &Value) -> Judged<Option<Vec<Value>>> {
    let (log, mut state) = validate(bytes)?;
    let repairs = plan(&state, log.records_dispatch);
    let mut entries = Vec::with_capacity(repairs.len());
    for (i, repair) in repairs.iter().enumerate() {
        let Some(id) = ids.get(i) else {
            return Ok(None);
        };
        let entry = repair.entry(state.next_seq(), id, now);
        judge(&mut state, &entry)?;
        entries.push(entry);
    }
    Ok(Some(entries))
}
