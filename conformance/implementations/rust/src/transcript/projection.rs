//! Session projection: what a product shows of a session (chapter *Session projection*).

use std::collections::HashMap;

use super::entries::{payload, seq};
use super::session::{validate, Scope, State};
use crate::json::{self, Value};
use crate::refusal::{Judged, Refusal};

type Members = Vec<(String, Value)>;

fn put(members: &mut Members, name: &str, value: Value) {
    match members.iter_mut().find(|(n, _)| n == name) {
        Some((_, old)) => *old = value,
        None => members.push((name.to_owned(), value)),
    }
}

/// The ids of a scope as members, as many as are asked for.
fn scoped(scope: &Scope, count: usize) -> Members {
    let ids = [
        ("runId", &scope.run),
        ("turnId", &scope.turn),
        ("stepId", &scope.step),
    ];
    let ids = ids.into_iter().take(count);
    ids.map(|(n, id)| (n.to_owned(), Value::optional(id.as_deref())))
        .collect()
}

/// A run, a turn or a step.
struct Node {
    members: Members,
    list: Option<&'static str>,
    inner: Vec<Node>,
}

impl Node {
    fn start(scope: &Scope, depth: usize, entry: &Value) -> Node {
        let mut members = scoped(scope, depth);
        put(
            &mut members,
            "startEntryId",
            Value::string(entry.text("id")),
        );
        put(&mut members, "startSeq", Value::integer(seq(entry)));
        put(
            &mut members,
            "startedAt",
            Value::string(entry.text("timestamp")),
        );
        for name in ["endEntryId", "endSeq", "completedAt"] {
            put(&mut members, name, Value::Null);
        }
        for name in ["status", "reason"] {
            put(&mut members, name, Value::string(""));
        }
        Node {
            members,
            list: [Some("turns"), Some("steps"), None][depth - 1],
            inner: Vec::new(),
        }
    }

    fn end(&mut self, entry: &Value) {
        let members = &mut self.members;
        put(members, "endEntryId", Value::string(entry.text("id")));
        put(members, "endSeq", Value::integer(seq(entry)));
        put(
            members,
            "completedAt",
            Value::string(entry.text("timestamp")),
        );
        for name in ["status", "reason"] {
            put(members, name, Value::string(payload(entry).text(name)));
        }
    }

    fn into_value(mut self) -> Value {
        if let Some(list) = self.list {
            let inner = self.inner.into_iter().map(Node::into_value);
            self.members
                .push((list.to_owned(), Value::Array(inner.collect())));
        }
        Value::Object(self.members)
    }
}

/// A projection that follows the entries of a session.
#[derive(Default)]
struct Projection {
    applied: usize,
    as_of: Option<i64>,
    runs: Vec<Node>,
    messages: Vec<Value>,
    calls: Vec<Members>,
    call_positions: HashMap<String, usize>,
    contexts: Vec<Value>,
    compactions: Vec<Value>,
    requests: Vec<Value>,
}

impl Projection {
    /// The lists of runs, of turns of the last run, or of steps of the last turn.
    fn nodes(&mut self, depth: usize) -> &mut Vec<Node> {
        let mut nodes = &mut self.runs;
        for _ in 1..depth {
            if nodes.is_empty() {
                break;
            }
            let last = nodes.len() - 1;
            nodes = &mut nodes[last].inner;
        }
        nodes
    }

    fn apply(&mut self, entry: &Value, scope: &Scope) {
        self.applied += 1;
        self.as_of = Some(seq(entry));
        let id = || Value::string(entry.text("id"));
        let number = || Value::integer(seq(entry));
        let payload = payload(entry);
        let kind = entry.text("type");
        let shown = |name: &str| {
            let mut members = vec![("entryId".to_owned(), id()), ("seq".to_owned(), number())];
            if kind == "message" {
                put(
                    &mut members,
                    "timestamp",
                    Value::string(entry.text("timestamp")),
                );
            }
            if kind != "request/header" {
                members.extend(scoped(scope, 3));
            }
            put(&mut members, name, payload.clone());
            Value::Object(members)
        };
        let depth = match kind.split_once('/') {
            Some(("run", _)) => 1,
            Some(("turn", _)) => 2,
            _ => 3,
        };
        match kind {
            "message" => {
                self.messages.push(shown("message"));
                if payload.text("role") == "assistant" {
                    self.request_calls(entry, payload, scope);
                } else if payload.text("role") == "toolResult" {
                    self.set_call(entry, payload, "result");
                }
            }
            "tool_call" => self.set_call(entry, payload, "dispatch"),
            "tool_outcome" => {
                self.set_call(entry, payload, "outcome");
                if let Some(call) = self.call(payload) {
                    put(call, "outcome", payload.clone());
                }
            }
            "context" => self.contexts.push(shown("context")),
            "compaction" => self.compactions.push(shown("compaction")),
            "request/header" => self.requests.push(shown("requestHeader")),
            "run/start" | "turn/start" | "step/start" => {
                let node = Node::start(scope, depth, entry);
                self.nodes(depth).push(node);
            }
            "run/end" | "turn/end" | "step/end" => {
                if let Some(node) = self.nodes(depth).last_mut() {
                    node.end(entry);
                }
            }
            _ => {}
        }
    }

    fn call(&mut self, payload: &Value) -> Option<&mut Members> {
        let position = self.call_positions.get(payload.text("toolCallId"))?;
        self.calls.get_mut(*position)
    }

    fn set_call(&mut self, entry: &Value, payload: &Value, what: &str) {
        if let Some(call) = self.call(payload) {
            put(
                call,
                &format!("{what}EntryId"),
                Value::string(entry.text("id")),
            );
            put(call, &format!("{what}Seq"), Value::integer(seq(entry)));
        }
    }

    fn request_calls(&mut self, entry: &Value, message: &Value, scope: &Scope) {
        let blocks = message.list("content").iter();
        for block in blocks.filter(|block| block.text("type") == "toolCall") {
            let arguments = block.get("arguments").cloned();
            let mut call = vec![
                ("toolCallId".to_owned(), Value::string(block.text("id"))),
                ("toolName".to_owned(), Value::string(block.text("name"))),
                (
                    "arguments".to_owned(),
                    arguments.unwrap_or(Value::Object(Vec::new())),
                ),
            ];
            call.extend(scoped(scope, 3));
            put(&mut call, "requestEntryId", Value::string(entry.text("id")));
            put(&mut call, "requestSeq", Value::integer(seq(entry)));
            for what in ["dispatch", "result", "outcome"] {
                put(&mut call, &format!("{what}EntryId"), Value::Null);
                put(&mut call, &format!("{what}Seq"), Value::Null);
            }
            put(&mut call, "outcome", Value::Null);
            let id = block.text("id").to_owned();
            self.call_positions.insert(id, self.calls.len());
            self.calls.push(call);
        }
    }

    fn into_value(self, scope: &Scope) -> Value {
        let runs = self.runs.into_iter().map(Node::into_value).collect();
        let calls = self.calls.into_iter().map(Value::Object).collect();
        Value::object([
            ("appliedEntries", Value::integer(self.applied as i128)),
            ("asOfSeq", Value::integer(self.as_of.unwrap_or(-1))),
            ("runs", Value::Array(runs)),
            ("messages", Value::Array(self.messages)),
            ("toolCalls", Value::Array(calls)),
            ("contexts", Value::Array(self.contexts)),
            ("compactions", Value::Array(self.compactions)),
            ("providerRequests", Value::Array(self.requests)),
            ("open", scope.members(["runId", "turnId", "stepId"])),
        ])
    }
}

/// The projection of a log, or of its beginning (`projection.*`).
pub fn project(bytes: &[u8], upto: Option<&Value>) -> Judged<Value> {
    let (log, _) = validate(bytes)?;
    let count = match upto {
        None => log.entries.len(),
        Some(upto) => json::signed(upto)
            .ok()
            .and_then(|upto| usize::try_from(upto.checked_add(1)?).ok())
            .filter(|count| *count <= log.entries.len())
            .ok_or(Refusal::new("projection.upto"))?,
    };
    let mut state = State::default();
    let mut projection = Projection::default();
    for entry in &log.entries[..count] {
        state.apply(&entry.value)?;
        projection.apply(&entry.value, &state.scope);
    }
    Ok(projection.into_value(&state.scope))
}
