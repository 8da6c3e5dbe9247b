//! Session rules: which entry may follow which (chapter *Session rules*).

use std::collections::{HashMap, HashSet, VecDeque};

use super::entries::{self, payload, seq};
use super::file::{self, Log};
use super::write;
use crate::json::{self, Value};
use crate::refusal::{require, Judged, Refusal};

/// What is open: a run, a turn in it, a step in that.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scope {
    /// The open run.
    pub run: Option<String>,
    /// The open turn.
    pub turn: Option<String>,
    /// The open step.
    pub step: Option<String>,
}

impl Scope {
    /// The ids under three names, null where nothing is open.
    pub fn members(&self, names: [&str; 3]) -> Value {
        let [run, turn, step] = [&self.run, &self.turn, &self.step];
        Value::object([
            (names[0], Value::optional(run.as_deref())),
            (names[1], Value::optional(turn.as_deref())),
            (names[2], Value::optional(step.as_deref())),
        ])
    }
}

#[derive(Clone, Debug)]
struct Call {
    name: String,
    arguments: Value,
    step: String,
    marks: Marks,
}

/// What is known of a call.
#[derive(Clone, Copy, Debug, Default)]
struct Marks {
    dispatched: bool,
    result: bool,
    outcome: bool,
}

/// A space of used ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Space {
    Entry,
    Run,
    Turn,
    Step,
    Request,
    Attachment,
}

/// How a change to the state is taken back.
#[derive(Debug)]
enum Undo {
    Scope(Box<Scope>),
    Boundary(Option<String>),
    Headed(bool),
    NextSeq(i64),
    Pushed,
    Popped(String),
    NewCall(String),
    Marks(String, Marks),
    Used(Space, String),
    Message(String),
}

/// The state of a session.
#[derive(Debug, Default)]
pub struct State {
    /// What is open.
    pub scope: Scope,
    /// The calls without result, in model order.
    pub pending: VecDeque<String>,
    /// The last compaction.
    pub boundary: Option<String>,
    calls: HashMap<String, Call>,
    used: [HashSet<String>; 6],
    /// The ids of message entries, and whether a compaction may begin with them.
    messages: HashMap<String, bool>,
    headed: bool,
    next_seq: i64,
    journal: Option<Vec<Undo>>,
}

impl State {
    /// The `seq` that comes next.
    pub fn next_seq(&self) -> i64 {
        self.next_seq
    }

    /// Whether an entry or a repair has this id.
    pub fn has_entry(&self, id: &str) -> bool {
        self.used[Space::Entry as usize].contains(id)
    }

    /// Whether a call was dispatched.
    pub fn is_dispatched(&self, call_id: &str) -> bool {
        self.calls.get(call_id).is_some_and(|c| c.marks.dispatched)
    }

    /// The name of a call.
    pub fn call_name(&self, call_id: &str) -> &str {
        self.calls.get(call_id).map_or("", |call| &call.name)
    }

    fn note(&mut self, undo: impl FnOnce(&Self) -> Undo) {
        if let Some(mut journal) = self.journal.take() {
            journal.push(undo(self));
            self.journal = Some(journal);
        }
    }

    fn is_used(&self, space: Space, id: &str) -> bool {
        self.used[space as usize].contains(id)
    }

    fn use_id(&mut self, space: Space, id: &str) {
        self.note(|_| Undo::Used(space, id.to_owned()));
        self.used[space as usize].insert(id.to_owned());
    }

    fn set_scope(&mut self, change: impl FnOnce(&mut Scope)) {
        self.note(|state| Undo::Scope(Box::new(state.scope.clone())));
        change(&mut self.scope);
    }

    fn set_headed(&mut self, headed: bool) {
        self.note(|state| Undo::Headed(state.headed));
        self.headed = headed;
    }

    fn mark(&mut self, call_id: &str, change: impl FnOnce(&mut Marks)) {
        if let Some(before) = self.calls.get(call_id).map(|call| call.marks) {
            self.note(|_| Undo::Marks(call_id.to_owned(), before));
        }
        if let Some(call) = self.calls.get_mut(call_id) {
            change(&mut call.marks);
        }
    }

    fn undo(&mut self, undo: Undo) {
        match undo {
            Undo::Scope(scope) => self.scope = *scope,
            Undo::Boundary(boundary) => self.boundary = boundary,
            Undo::Headed(headed) => self.headed = headed,
            Undo::NextSeq(next) => self.next_seq = next,
            Undo::Pushed => drop(self.pending.pop_back()),
            Undo::Popped(id) => self.pending.push_front(id),
            Undo::NewCall(id) => drop(self.calls.remove(&id)),
            Undo::Marks(id, marks) => {
                if let Some(call) = self.calls.get_mut(&id) {
                    call.marks = marks;
                }
            }
            Undo::Used(space, id) => drop(self.used[space as usize].remove(&id)),
            Undo::Message(id) => drop(self.messages.remove(&id)),
        }
    }

    /// Applies changes, and takes them back when they are refused or not to be kept.
    fn attempt<T>(&mut self, keep: bool, change: impl FnOnce(&mut Self) -> Judged<T>) -> Judged<T> {
        self.journal = Some(Vec::new());
        let judged = change(self);
        let journal = self.journal.take().unwrap_or_default();
        if !keep || judged.is_err() {
            for undo in journal.into_iter().rev() {
                self.undo(undo);
            }
        }
        judged
    }

    /// Judges an entry that is right by itself by its number and id (`entry.seq.position`, `entry.id.unique`).
    fn judge_place(&self, entry: &Value) -> Judged<()> {
        require(seq(entry) == self.next_seq, "entry.seq.position")?;
        require(!self.has_entry(entry.text("id")), "entry.id.unique")
    }

    /// Judges an entry by the session rules and applies it (`session.order`, `session.free`). When it is refused,
    /// nothing has changed.
    pub fn apply(&mut self, entry: &Value) -> Judged<()> {
        let payload = payload(entry);
        match entry.text("type") {
            "message" => match payload.text("role") {
                "user" => self.user()?,
                "assistant" => self.assistant(payload)?,
                _ => self.result(payload)?,
            },
            "tool_call" => self.dispatch(payload)?,
            "tool_outcome" => self.outcome(payload)?,
            "context" => {
                require(self.scope.step.is_some(), "session.context.open-step")?;
                let id = payload.text("attachmentId");
                let is_new = !self.is_used(Space::Attachment, id);
                require(is_new, "session.context.new-id")?;
                self.use_id(Space::Attachment, id);
            }
            "compaction" => self.compaction(entry, payload)?,
            "request/header" => self.request(payload)?,
            "plan/mode" => {}
            kind => self.lifecycle(kind, payload)?,
        }
        let id = entry.text("id");
        if entry.text("type") == "message" {
            self.note(|_| Undo::Message(id.to_owned()));
            let may_begin = payload.text("role") != "toolResult";
            self.messages.insert(id.to_owned(), may_begin);
        }
        self.use_id(Space::Entry, id);
        self.note(|state| Undo::NextSeq(state.next_seq));
        self.next_seq += 1;
        Ok(())
    }

    /// The six lifecycle types (`session.lifecycle.*`).
    fn lifecycle(&mut self, kind: &str, payload: &Value) -> Judged<()> {
        let run_start = kind == "run/start";
        let inside_turn = matches!(kind, "turn/end" | "step/start" | "step/end");
        let is = |open: &Option<String>, name: &str| open.as_deref() == Some(payload.text(name));
        let Scope { run, turn, step } = &self.scope;
        let new = |space, name| !self.is_used(space, payload.text(name));
        let rules = [
            (self.pending.is_empty(), "session.lifecycle.pending"),
            (!run_start || run.is_none(), "session.lifecycle.one-run"),
            (run_start || run.is_some(), "session.lifecycle.open-run"),
            (run_start || is(run, "runId"), "session.lifecycle.same-run"),
            (
                kind != "turn/start" || turn.is_none(),
                "session.lifecycle.one-turn",
            ),
            (
                !inside_turn || turn.is_some(),
                "session.lifecycle.open-turn",
            ),
            (
                !inside_turn || is(turn, "turnId"),
                "session.lifecycle.same-turn",
            ),
            (
                kind != "step/start" || step.is_none(),
                "session.lifecycle.one-step",
            ),
            (
                kind != "step/end" || step.is_some(),
                "session.lifecycle.open-step",
            ),
            (
                kind != "step/end" || is(step, "stepId"),
                "session.lifecycle.same-step",
            ),
            (
                kind != "run/end" || turn.is_none(),
                "session.lifecycle.inner-turn",
            ),
            (
                kind != "turn/end" || step.is_none(),
                "session.lifecycle.inner-step",
            ),
            (
                !run_start || new(Space::Run, "runId"),
                "session.lifecycle.new-run",
            ),
            (
                kind != "turn/start" || new(Space::Turn, "turnId"),
                "session.lifecycle.new-turn",
            ),
            (
                kind != "step/start" || new(Space::Step, "stepId"),
                "session.lifecycle.new-step",
            ),
        ];
        for (holds, rule) in rules {
            require(holds, rule)?;
        }
        let id = |name: &str| payload.text(name).to_owned();
        match kind {
            "run/start" => {
                self.use_id(Space::Run, payload.text("runId"));
                self.set_scope(|scope| scope.run = Some(id("runId")));
            }
            "turn/start" => {
                self.use_id(Space::Turn, payload.text("turnId"));
                self.set_scope(|scope| scope.turn = Some(id("turnId")));
            }
            "step/start" => {
                self.use_id(Space::Step, payload.text("stepId"));
                self.set_scope(|scope| scope.step = Some(id("stepId")));
                self.set_headed(false);
            }
            "run/end" => self.set_scope(|scope| scope.run = None),
            "turn/end" => self.set_scope(|scope| scope.turn = None),
            _ => self.set_scope(|scope| scope.step = None),
        }
        Ok(())
    }

    fn user(&mut self) -> Judged<()> {
        require(self.pending.is_empty(), "session.user.pending")?;
        require(self.scope.turn.is_some(), "session.user.open-turn")
    }

    fn assistant(&mut self, message: &Value) -> Judged<()> {
        require(self.pending.is_empty(), "session.assistant.pending")?;
        let step = self.scope.step.clone();
        let step = step.ok_or(Refusal::new("session.assistant.open-step"))?;
        let calls = || {
            let blocks = message.list("content").iter();
            blocks.filter(|block| block.text("type") == "toolCall")
        };
        let mut ids = HashSet::new();
        for block in calls() {
            let id = block.text("id");
            require(!id.is_empty(), "session.assistant.call-empty")?;
            let is_new = !self.calls.contains_key(id) && ids.insert(id);
            require(is_new, "session.assistant.call-new")?;
        }
        for block in calls() {
            let id = block.text("id");
            self.note(|_| Undo::NewCall(id.to_owned()));
            let arguments = block.get("arguments").cloned();
            let call = Call {
                name: block.text("name").to_owned(),
                arguments: arguments.unwrap_or(Value::Object(Vec::new())),
                step: step.clone(),
                marks: Marks::default(),
            };
            self.calls.insert(id.to_owned(), call);
            self.note(|_| Undo::Pushed);
            self.pending.push_back(id.to_owned());
        }
        Ok(())
    }

    fn result(&mut self, message: &Value) -> Judged<()> {
        require(self.scope.step.is_some(), "session.result.open-step")?;
        let first = self.pending.front();
        let first = first.ok_or(Refusal::new("session.result.expected"))?;
        let id = message.text("toolCallId");
        require(first == id, "session.result.model-order")?;
        let named = self.call_name(id) == message.text("toolName");
        require(named, "session.result.name")?;
        self.note(|_| Undo::Popped(id.to_owned()));
        self.pending.pop_front();
        self.mark(id, |marks| marks.result = true);
        Ok(())
    }

    fn dispatch(&mut self, dispatch: &Value) -> Judged<()> {
        require(self.scope.step.is_some(), "session.dispatch.open-step")?;
        let id = dispatch.text("toolCallId");
        // while a step is open, a call without result is pending
        let call = self.calls.get(id).filter(|call| !call.marks.result);
        let call = call.ok_or(Refusal::new("session.dispatch.waiting"))?;
        require(!call.marks.dispatched, "session.dispatch.once")?;
        let named = call.name == dispatch.text("toolName");
        require(named, "session.dispatch.name")?;
        let arguments = dispatch.get("arguments").unwrap_or(&Value::Null);
        let same = json::equal(&call.arguments, arguments);
        require(same, "session.dispatch.arguments")?;
        self.mark(id, |marks| marks.dispatched = true);
        Ok(())
    }

    fn outcome(&mut self, outcome: &Value) -> Judged<()> {
        let step = self.scope.step.as_deref();
        let step = step.ok_or(Refusal::new("session.outcome.open-step"))?;
        let id = outcome.text("toolCallId");
        let call = self.calls.get(id);
        let call = call.ok_or(Refusal::new("session.outcome.known"))?;
        require(call.marks.result, "session.outcome.result")?;
        require(!call.marks.outcome, "session.outcome.once")?;
        require(call.step == step, "session.outcome.step")?;
        self.mark(id, |marks| marks.outcome = true);
        Ok(())
    }

    fn compaction(&mut self, entry: &Value, compaction: &Value) -> Judged<()> {
        require(self.pending.is_empty(), "session.compaction.pending")?;
        let kept = self.messages.get(compaction.text("firstKeptEntryId"));
        require(kept == Some(&true), "session.compaction.kept")?;
        self.note(|state| Undo::Boundary(state.boundary.clone()));
        self.boundary = Some(entry.text("id").to_owned());
        Ok(())
    }

    fn request(&mut self, header: &Value) -> Judged<()> {
        let Scope { run, turn, step } = &self.scope;
        require(step.is_some(), "session.request.open-step")?;
        let is = |open: &Option<String>, name: &str| open.as_deref() == Some(header.text(name));
        let inside = is(run, "runId") && is(turn, "turnId") && is(step, "stepId");
        require(inside, "session.request.scope")?;
        let id = header.text("providerRequestId");
        let is_new = !self.is_used(Space::Request, id);
        require(is_new, "session.request.new-id")?;
        require(!self.headed, "session.request.one")?;
        let boundary = self.boundary.as_deref().unwrap_or("");
        let named = header.text("activeCompactionEntryId") == boundary;
        require(named, "session.request.boundary")?;
        let attachments = header.list("attachments");
        let known = attachments
            .iter()
            .all(|a| self.is_used(Space::Attachment, a.text("attachmentId")));
        require(known, "session.request.attachment")?;
        self.use_id(Space::Request, id);
        self.set_headed(true);
        Ok(())
    }
}

/// Judges a log that loads (`session.load-first`); gives the state behind it, or the rule and the entry that breaks
/// it.
pub fn replay(log: &Log) -> Result<State, (Refusal, usize)> {
    let mut state = State::default();
    for (position, entry) in log.entries.iter().enumerate() {
        state
            .apply(&entry.value)
            .map_err(|refusal| (refusal, position))?;
    }
    Ok(state)
}

/// Loads and validates a log.
pub fn validate(bytes: &[u8]) -> Judged<(Log, State)> {
    let log = file::load(bytes)?;
    let state = replay(&log).map_err(|(refusal, _)| refusal)?;
    Ok((log, state))
}

struct Batch {
    entries: Vec<Value>,
    epoch: u64,
    committed: bool,
}

/// Guards what is about to be appended.
pub struct Validator {
    state: State,
    /// How many batches of entries were committed.
    epoch: u64,
    batches: Vec<Batch>,
}

impl Validator {
    /// A validator behind a log that validates.
    pub fn new(state: State) -> Validator {
        Validator {
            state,
            epoch: 0,
            batches: Vec::new(),
        }
    }

    /// The `seq` that comes next.
    pub fn next_seq(&self) -> i64 {
        self.state.next_seq
    }

    /// Prepares a batch and gives its handle (`session.batch.entry`, `session.batch.whole`,
    /// `session.batch.uncommitted`, `session.batch.empty`).
    pub fn prepare(&mut self, entries: &[Value]) -> Judged<usize> {
        self.state.attempt(false, |state| {
            for entry in entries {
                judge(state, entry)?;
            }
            Ok(())
        })?;
        self.batches.push(Batch {
            entries: entries.to_vec(),
            epoch: self.epoch,
            committed: false,
        });
        Ok(self.batches.len() - 1)
    }

    /// Commits a prepared batch (`session.commit.once`, `session.commit.stale`).
    pub fn commit(&mut self, handle: usize) -> Judged<()> {
        let batch = &mut self.batches[handle];
        require(!batch.committed, "session.commit.once")?;
        if !batch.entries.is_empty() {
            require(batch.epoch == self.epoch, "session.commit.stale")?;
            let entries = std::mem::take(&mut batch.entries);
            self.state.attempt(true, |state| {
                entries.iter().try_for_each(|entry| state.apply(entry))
            })?;
            self.epoch += 1;
        }
        batch.committed = true;
        Ok(())
    }
}

/// Judges an entry that is about to be appended in every respect, and applies it.
pub fn judge(state: &mut State, entry: &Value) -> Judged<()> {
    entries::judge(entry)?;
    write::encode_entry(entry)?;
    state.judge_place(entry)?;
    state.apply(entry)
}
