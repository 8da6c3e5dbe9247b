//! The ops of the adapter protocol: from the input of a request to its answer. It judges nothing.

use crate::carrier::{self, native, prompt, write as carrier_write};
use crate::external::{body, payload, policy};
use crate::json::{self, Numbers, Value};
use crate::refusal::{Judged, Refusal};
use crate::retained::{self, arguments, marker, pages, preview, Encoding, Extent, Truncation};
use crate::transcript::{
    check, context, entries, file, fork, projection, recovery, requests, session, write,
};
use crate::{base64, sha256, text};

/// The profiles that are claimed: all.
pub const PROFILES: [&str; 18] = [
    "text-json",
    "carrier-reader",
    "carrier-writer",
    "carrier-diagnosis",
    "carrier-ingress",
    "retained-arguments",
    "retained-pages",
    "retained-markers",
    "external",
    "transcript-reader",
    "transcript-session",
    "transcript-recovery",
    "transcript-writer",
    "transcript-check",
    "transcript-context",
    "transcript-projection",
    "transcript-fork",
    "transcript-requests",
];

/// The largest integer that requests and answers of `retained.` ops spell as such.
const LARGEST: u64 = 9_007_199_254_740_991;

/// Why there is no result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The input was judged and refused.
    Refused(Refusal),
    /// There is no such op.
    Unsupported,
    /// The request makes no sense.
    Error(String),
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Failure {
        Failure::Refused(refusal)
    }
}

type Answer = Result<Value, Failure>;

fn error<T>(message: impl Into<String>) -> Result<T, Failure> {
    Err(Failure::Error(message.into()))
}

/// The input of a request.
struct Input<'a>(&'a Value);

impl<'a> Input<'a> {
    fn value(&self, name: &str) -> Result<&'a Value, Failure> {
        match self.0.get(name) {
            Some(value) => Ok(value),
            None => error(format!("no member {name}")),
        }
    }

    /// A member that may be absent or null.
    fn optional(&self, name: &str) -> Option<&'a Value> {
        self.0.get(name).filter(|v| !matches!(v, Value::Null))
    }

    fn string(&self, name: &str) -> Result<&'a str, Failure> {
        match self.value(name)?.as_str() {
            Some(text) => Ok(text),
            None => error(format!("{name} is no text")),
        }
    }

    fn list(&self, name: &str) -> Result<&'a [Value], Failure> {
        match self.value(name)?.as_array() {
            Some(list) => Ok(list),
            None => error(format!("{name} is no list")),
        }
    }

    fn strings(&self, name: &str) -> Result<Vec<&'a str>, Failure> {
        let texts: Option<Vec<&str>> = self.list(name)?.iter().map(Value::as_str).collect();
        texts.map_or_else(|| error(format!("{name} is no list of texts")), Ok)
    }

    fn bool(&self, name: &str, absent: bool) -> Result<bool, Failure> {
        match self.optional(name) {
            None => Ok(absent),
            Some(Value::Bool(value)) => Ok(*value),
            Some(_) => error(format!("{name} is no boolean")),
        }
    }

    fn bytes(&self, name: &str) -> Result<Vec<u8>, Failure> {
        bytes_of(self.value(name)?)
    }

    fn text(&self, name: &str) -> Result<String, Failure> {
        text_of(self.value(name)?)
    }

    /// An unsigned number, as an integer or as a string of digits.
    fn count(&self, name: &str) -> Result<u64, Failure> {
        count_of(self.value(name)?)
    }

    fn optional_count(&self, name: &str) -> Result<Option<u64>, Failure> {
        self.optional(name).map(count_of).transpose()
    }

    /// Any integer; one beyond 127 bits is as large as any.
    fn integer(&self, name: &str) -> Result<i128, Failure> {
        let spelling = match self.value(name)? {
            Value::Number(spelling) => spelling,
            Value::String(spelling) => spelling,
            _ => return error(format!("{name} is no integer")),
        };
        let digits = spelling.strip_prefix('-').unwrap_or(spelling);
        if digits.is_empty() || !digits.bytes().all(|b| b.is_ascii_digit()) {
            return error(format!("{name} is no integer"));
        }
        let saturated = if spelling.starts_with('-') {
            i128::MIN / 2
        } else {
            i128::MAX / 2
        };
        Ok(spelling.parse().unwrap_or(saturated))
    }
}

/// Bytes, or the bytes of a text.
fn bytes_of(value: &Value) -> Result<Vec<u8>, Failure> {
    if let Value::String(text) = value {
        return Ok(text.as_bytes().to_vec());
    }
    let spelled = value.get("base64").and_then(Value::as_str);
    spelled
        .and_then(base64::decode)
        .map_or_else(|| error("neither a text nor bytes"), Ok)
}

/// A text, or bytes that are to be one.
fn text_of(value: &Value) -> Result<String, Failure> {
    match value {
        Value::String(text) => Ok(text.clone()),
        other => Ok(text::decode(&bytes_of(other)?)?.to_owned()),
    }
}

fn count_of(value: &Value) -> Result<u64, Failure> {
    let count = match value {
        Value::String(digits) => text::canonical_decimal(digits),
        other => json::unsigned(other).ok(),
    };
    count.map_or_else(|| error("no unsigned integer"), Ok)
}

fn count(number: u64) -> Value {
    if number > LARGEST {
        Value::string(number.to_string())
    } else {
        Value::integer(number)
    }
}

fn optional_count(number: Option<u64>) -> Value {
    number.map_or(Value::Null, count)
}

fn string(text: impl Into<String>) -> Value {
    Value::string(text)
}

fn optional(parts: Option<Value>) -> Answer {
    Ok(parts.unwrap_or(Value::Null))
}

/// A value in which strings of digits that stand for large numbers are numbers.
fn with_numbers(value: &Value, names: &[&str]) -> Value {
    let mut value = value.clone();
    if let Value::Object(members) = &mut value {
        for (_, member) in members.iter_mut().filter(|(n, _)| names.contains(&&**n)) {
            let large = member.as_str().and_then(text::canonical_decimal);
            if let Some(number) = large.filter(|n| *n > LARGEST) {
                *member = Value::integer(number);
            }
        }
    }
    value
}

/// Attachments whose targets that came as bytes are texts.
fn with_targets(values: &[Value]) -> Result<Vec<Value>, Failure> {
    values.iter().map(with_target).collect()
}

fn with_target(value: &Value) -> Result<Value, Failure> {
    let mut value = value.clone();
    if let Value::Object(members) = &mut value {
        for (_, target) in members.iter_mut().filter(|(name, _)| name == "target") {
            if target.get("base64").is_some() {
                *target = Value::String(text_of(target)?);
            }
        }
    }
    Ok(value)
}

/// Answers an op.
pub fn run(op: &str, input: &Value) -> Answer {
    let input = Input(input);
    match op.split_once('.').map_or("", |(part, _)| part) {
        "text" | "json" => text_json(op, &input),
        "carrier" => carriers(op, &input),
        "retained" => retained_results(op, &input),
        "external" => external_results(op, &input),
        "transcript" => transcripts(op, &input),
        _ => Err(Failure::Unsupported),
    }
}

fn text_json(op: &str, input: &Input) -> Answer {
    match op {
        "text.decode" => Ok(string(input.text("document")?)),
        "json.read" => Ok(json::read(&input.text("document")?)?),
        "json.integer" => {
            let signed = input.bool("signed", false)?;
            let value = json::read(&input.text("document")?)?;
            Ok(string(if signed {
                json::signed(&value)?.to_string()
            } else {
                json::unsigned(&value)?.to_string()
            }))
        }
        "json.equal" => {
            let left = json::read(&input.text("left")?)?;
            let right = json::read(&input.text("right")?)?;
            Ok(Value::Bool(json::equal(&left, &right)))
        }
        _ => Err(Failure::Unsupported),
    }
}

fn carriers(op: &str, input: &Input) -> Answer {
    let attachments = || -> Result<_, Failure> {
        let values = with_targets(input.list("attachments")?)?;
        Ok(carrier_write::attachments(&values)?)
    };
    match op {
        "carrier.classify" => {
            let content = input.text("content")?;
            let parts = carrier::classify(input.string("role")?, &content);
            optional(parts.map(|parts| parts.to_value()))
        }
        "carrier.is_carrier" => {
            let content = input.text("content")?;
            let is = carrier::is_carrier(input.string("role")?, &content);
            Ok(Value::Bool(is))
        }
        "carrier.parse_prompt" => {
            let parts = prompt::parse_alone(&input.text("content")?);
            optional(parts.map(|parts| parts.to_value()))
        }
        "carrier.parse_native" => {
            let parts = native::parse_alone(&input.text("content")?);
            optional(parts.map(|parts| parts.to_value()))
        }
        "carrier.native_attachments" => {
            let list = native::attachments(input.0.get("value"));
            optional(list.map(|list| carrier_write::native_attachments(&list)))
        }
        "carrier.parse_marker_line" => {
            let attachment = prompt::parse_marker_line(&input.text("line")?);
            optional(attachment.map(|attachment| attachment.to_value()))
        }
        "carrier.image_refs" => {
            let content = input.text("content")?;
            let targets = carrier::image_refs(input.string("role")?, &content);
            Ok(Value::Array(targets.into_iter().map(string).collect()))
        }
        "carrier.diagnose" => {
            let content = input.text("content")?;
            Ok(carrier::diagnose(input.string("role")?, &content))
        }
        "carrier.guard_user_text" => {
            Ok(string(carrier_write::guard_user_text(&input.text("text")?)))
        }
        "carrier.marker_line" => {
            let attachment = carrier_write::attachment(&with_target(input.value("attachment")?)?)?;
            Ok(string(carrier_write::marker_line(&attachment)))
        }
        "carrier.render_prompt" => {
            let text = input.text("text")?;
            Ok(string(carrier_write::prompt(&text, &attachments()?)))
        }
        "carrier.render_native_attachments" => {
            Ok(carrier_write::native_attachments(&attachments()?))
        }
        "carrier.render_native" => {
            let text = input.text("text")?;
            let attachments = attachments()?;
            let call_id = input.0.get("tool_call_id").unwrap_or(&Value::Null);
            Ok(string(carrier_write::native(call_id, &text, &attachments)?))
        }
        "carrier.rebuild" => {
            let content = input.text("content")?;
            let text = input.optional("text").map(text_of).transpose()?;
            let role = input.string("role")?;
            // a message that is no declared carrier is refused before the attachments are looked at
            let attachments = match with_targets(input.list("attachments")?) {
                Ok(attachments) => attachments,
                Err(failure) => {
                    carrier_write::rebuild(role, &content, None, &[])?;
                    return Err(failure);
                }
            };
            let rebuilt = carrier_write::rebuild(role, &content, text.as_deref(), &attachments)?;
            Ok(string(rebuilt))
        }
        _ => Err(Failure::Unsupported),
    }
}

fn request_value(request: &arguments::Request) -> Value {
    Value::object([
        ("capture_id", string(&*request.capture_id)),
        ("offset", count(request.offset)),
        ("max_bytes", optional_count(request.max_bytes)),
    ])
}

fn extent_members(extent: &Extent) -> [(&'static str, Value); 4] {
    let reason = extent.truncation_reason.map(Truncation::name);
    [
        ("captured_bytes", count(extent.captured_bytes)),
        ("original_bytes", count(extent.original_bytes)),
        ("original_exact", Value::Bool(extent.original_exact)),
        ("truncation_reason", Value::optional(reason)),
    ]
}

fn object(members: Vec<(&str, Value)>) -> Value {
    let members = members.into_iter();
    Value::Object(members.map(|(n, v)| (n.to_owned(), v)).collect())
}

fn record_value(record: &retained::Record) -> Value {
    let mut members = vec![("capture_id", string(&*record.capture_id))];
    members.extend(extent_members(&record.extent));
    members.push(("encoding", string(record.encoding.name())));
    members.push(("digest", Value::optional(record.digest.as_deref())));
    object(members)
}

fn page_value(page: &pages::Page) -> Value {
    let mut members = vec![
        ("capture_id", string(&*page.capture_id)),
        ("offset", count(page.offset)),
        ("data", string(page.shown_data())),
    ];
    members.extend(extent_members(&page.extent));
    members.push(("encoding", string(page.encoding.name())));
    members.push(("next_offset", optional_count(page.next_offset)));
    object(members)
}

const PAGE_NUMBERS: [&str; 4] = ["offset", "captured_bytes", "original_bytes", "next_offset"];

fn truncation(input: &Input) -> Result<Option<Truncation>, Failure> {
    let reason = input.optional("truncation_reason");
    let named = |value: &Value| value.as_str().and_then(Truncation::named);
    let fault = Failure::Refused(Refusal::new("capture.record.shape"));
    reason.map(|value| named(value).ok_or(fault)).transpose()
}

fn extent(input: &Input, captured_bytes: u64) -> Result<Extent, Failure> {
    Ok(Extent {
        captured_bytes,
        original_bytes: input.count("original_bytes")?,
        original_exact: input.bool("original_exact", true)?,
        truncation_reason: truncation(input)?,
    })
}

fn encoding(input: &Input) -> Result<Encoding, Failure> {
    let named = Encoding::named(input.string("encoding")?);
    named.map_or_else(|| error("no encoding"), Ok)
}

fn retained_results(op: &str, input: &Input) -> Answer {
    match op {
        "retained.prepare" => {
            let bound = input.bool("reader_bound", true)?;
            let request = arguments::prepare_judged(&input.bytes("arguments")?, bound)?;
            Ok(request_value(&request))
        }
        "retained.refusal_text" => {
            let bound = input.bool("reader_bound", true)?;
            let refused = arguments::prepare(&input.bytes("arguments")?, bound).err();
            optional(refused.map(|refused| string(refused.text())))
        }
        "retained.read" => read(input),
        "retained.render_page" => {
            let page = with_numbers(input.value("page")?, &PAGE_NUMBERS);
            Ok(string(pages::Page::from_value(&page)?.render()))
        }
        "retained.parse_page" => {
            let rendered = input.text("text")?;
            let Some(pages::Parsed { body, page }) = pages::parse(&rendered) else {
                return Ok(Value::Null);
            };
            let last = (page.data.len() as u64).checked_sub(1);
            let missing = page.extent.original_bytes - page.extent.captured_bytes;
            let truncated = page.extent.truncation_reason.is_some();
            let mut members = vec![
                ("body", string(body)),
                ("capture_id", string(&*page.capture_id)),
                ("first", optional_count(last.map(|_| page.offset))),
                ("last", optional_count(last.map(|n| page.offset + n))),
            ];
            members.extend(extent_members(&page.extent));
            members.push(("encoding", string(page.encoding.name())));
            members.push(("next_offset", optional_count(page.next_offset)));
            members.push((
                "missing_bytes",
                optional_count(truncated.then_some(missing)),
            ));
            Ok(object(members))
        }
        "retained.page_limit" => {
            let limit = pages::limit(input.integer("result_bytes")?, encoding(input)?)?;
            Ok(count(limit))
        }
        "retained.read_error" => {
            let (kind, text) = retained::read_error(&input.text("kind")?);
            Ok(object(vec![("kind", string(kind)), ("text", string(text))]))
        }
        "retained.answer" => {
            let request = Input(input.value("request")?);
            let page = input.optional("page");
            let page = page.map(|page| with_numbers(page, &PAGE_NUMBERS));
            let kind = input.optional("error").map(text_of).transpose()?;
            let cancelled = input.bool("cancelled", false)?;
            let asked = request.string("capture_id")?;
            let shown = retained::answer(asked, page.as_ref(), kind.as_deref(), cancelled);
            Ok(string(shown))
        }
        "retained.shape_preview" => {
            let data = input.bytes("data")?;
            let budget = input.integer("budget")?;
            let marker = input.optional("marker").map(text_of).transpose()?;
            Ok(string(preview::shape(&data, budget, marker.as_deref())?))
        }
        "retained.render_marker" => {
            let extent = extent(input, input.count("captured_bytes")?)?;
            let id = input.optional("capture_id");
            let id = id.map(|id| id.as_str().unwrap_or(""));
            Ok(string(marker::render(&extent, id)?))
        }
        "retained.parse_marker" => {
            let text = input.text("text")?;
            let Some(parsed) = marker::parse(&text) else {
                return Ok(Value::Null);
            };
            let mut members = vec![("preview", string(parsed.preview))];
            members.extend(extent_members(&parsed.extent));
            members.push(("capture_id", Value::optional(parsed.capture_id)));
            Ok(object(members))
        }
        "retained.capture" => {
            let chunks = input.list("output")?.iter().map(bytes_of);
            let output = chunks.collect::<Result<Vec<_>, _>>()?.concat();
            let ceiling = input.optional_count("ceiling")?;
            let budget = match input.optional("budget") {
                Some(_) => input.integer("budget")?,
                None => 0,
            };
            let (record, preview) = retained::capture(
                input.string("capture_id")?,
                &output,
                ceiling.unwrap_or(retained::CEILING),
                budget,
                input.bool("readable", true)?,
            )?;
            let record = record_value(&record);
            Ok(object(vec![
                ("record", record),
                ("preview", string(preview)),
            ]))
        }
        "retained.decode_record" => {
            let record = retained::Record::decode(&input.text("document")?)?;
            Ok(record_value(&record))
        }
        _ => Err(Failure::Unsupported),
    }
}

fn read(input: &Input) -> Answer {
    let capture = Input(input.value("capture")?);
    let request = Input(input.value("request")?);
    let data = capture.bytes("data")?;
    let captured_bytes = capture.optional_count("captured_bytes")?;
    let digest = match capture.0.get("digest") {
        None => Some(sha256::digest(&data)),
        Some(digest) => digest.as_str().map(str::to_owned),
    };
    let record = retained::Record {
        capture_id: capture.string("capture_id")?.to_owned(),
        extent: extent(&capture, captured_bytes.unwrap_or(data.len() as u64))?,
        encoding: encoding(&capture)?,
        digest,
    };
    let limit = input.optional_count("page_limit")?;
    let page = retained::read(
        &retained::Stored {
            record,
            data: &data,
        },
        request.string("capture_id")?,
        request.count("offset")?,
        request.optional_count("max_bytes")?,
        limit.unwrap_or(pages::MOST),
    )?;
    let text = string(page.render());
    Ok(object(vec![("page", page_value(&page)), ("text", text)]))
}

fn external_results(op: &str, input: &Input) -> Answer {
    let policy = || policy::Policy::from_value(input.value("policy")?).map_err(Failure::from);
    let stored = || -> Result<_, Failure> {
        let body = input.optional("body").map(bytes_of).transpose()?;
        Ok((body, input.bool("expired", false)?))
    };
    match op {
        "external.decode" => Ok(payload::decode(&input.text("document")?)?),
        "external.encode" => Ok(string(payload::encode(input.value("payload")?)?)),
        "external.admit" => {
            let policy = policy()?;
            let dispatched = input.strings("dispatched")?;
            let admission = policy::admit(&policy, &dispatched, input.list("results")?)?;
            let missing = admission.missing.into_iter().map(string).collect();
            Ok(object(vec![
                ("accepted", Value::integer(admission.accepted as i128)),
                ("missing", Value::Array(missing)),
                ("added", Value::Array(admission.added)),
            ]))
        }
        "external.make" => {
            let absent = Value::Null;
            let made = body::make(
                &policy()?,
                input.value("call_id")?,
                &input.bytes("body")?,
                input.0.get("is_error").unwrap_or(&Value::Bool(false)),
                input.value("disposition")?,
                input.0.get("locator").unwrap_or(&absent),
            )?;
            Ok(made)
        }
        "external.verify" => {
            let is_prefix = body::verify(input.value("payload")?, &input.bytes("body")?)?;
            Ok(object(vec![
                ("ok", Value::Bool(true)),
                ("preview_is_prefix", Value::Bool(is_prefix)),
            ]))
        }
        "external.state" => {
            let (body, expired) = stored()?;
            let state = body::state(input.value("payload")?, body.as_deref(), expired)?;
            Ok(string(state.name()))
        }
        "external.read" => {
            let (body, expired) = stored()?;
            let text = body::read(input.value("payload")?, body.as_deref(), expired)?;
            Ok(string(text))
        }
        "external.state_text" => match body::state_text(input.string("state")?) {
            Some(text) => Ok(string(text)),
            None => error("no such state"),
        },
        _ => Err(Failure::Unsupported),
    }
}

fn transcripts(op: &str, input: &Input) -> Answer {
    match op {
        "transcript.load" => {
            let log = file::load(&input.bytes("log")?)?;
            let entries = log.entries.len() as i128;
            let version = log.header.map_or(Value::Null, |_| Value::integer(8));
            Ok(object(vec![
                ("version", version),
                ("entries", Value::integer(entries)),
                ("committed_bytes", Value::integer(log.committed as i128)),
                ("torn_tail", Value::integer(log.tail as i128)),
                ("next_seq", Value::integer(entries)),
            ]))
        }
        "transcript.decode_entry" => Ok(entries::decode(text::decode(&input.bytes("line")?)?)?),
        "transcript.validate" => {
            let (log, state) = session::validate(&input.bytes("log")?)?;
            let pending = state.pending.iter().map(|id| string(&**id)).collect();
            Ok(object(vec![
                ("entries", Value::integer(log.entries.len() as i128)),
                ("scope", state.scope.members(["run", "turn", "step"])),
                ("pending", Value::Array(pending)),
                (
                    "active_compaction",
                    Value::optional(state.boundary.as_deref()),
                ),
            ]))
        }
        "transcript.append" => append(input),
        "transcript.recover" => {
            let log = input.bytes("log")?;
            let now = input.0.get("now").unwrap_or(&Value::Null);
            let repairs = recovery::recover(&log, input.0.list("ids"), now)?;
            match repairs {
                Some(repairs) => Ok(object(vec![("repairs", Value::Array(repairs))])),
                None => error("too few ids"),
            }
        }
        "transcript.encode_entry" => Ok(string(write::encode_entry(input.value("entry")?)?)),
        "transcript.encode_log" => {
            let entries = input.list("entries")?;
            let log = write::encode_log(entries, input.optional("records"))?;
            Ok(object(vec![("log", string(log))]))
        }
        "transcript.context" => {
            let context = context::of_log(&input.bytes("log")?)?;
            let compaction = context.active_compaction.as_deref();
            let first_kept = context.first_kept.as_deref();
            Ok(object(vec![
                ("messages", Value::Array(context.messages)),
                ("active_compaction", Value::optional(compaction)),
                ("first_kept", Value::optional(first_kept)),
                ("as_of", Value::integer(context.as_of)),
            ]))
        }
        "transcript.project" => {
            let log = input.bytes("log")?;
            Ok(projection::project(&log, input.optional("upto"))?)
        }
        "transcript.fork" => {
            let text = input
                .optional("replacement_text")
                .map(text_of)
                .transpose()?;
            let request = fork::Request {
                message_id: input.string("message_id")?,
                mode: input.string("mode")?,
                replacement_text: text.as_deref().unwrap_or(""),
                id: input.0.list("ids").first(),
                now: input.0.get("now").unwrap_or(&Value::Null),
            };
            match fork::fork(&input.bytes("log")?, &request)? {
                Some(log) => Ok(object(vec![("log", string(log))])),
                None => error("too few ids"),
            }
        }
        "transcript.request" => {
            let id = input.string("provider_request_id")?;
            Ok(requests::reconstruct(&input.bytes("log")?, id)?)
        }
        "transcript.capture_options" => {
            let protocol = input.string("protocol")?;
            let options = input.value("options")?;
            let captured = requests::capture_options(protocol, input.0.list("tools"), options)?;
            Ok(captured)
        }
        "transcript.check" => Ok(check::check(&input.bytes("log")?)),
        _ => Err(Failure::Unsupported),
    }
}

fn append(input: &Input) -> Answer {
    let (_, state) = session::validate(&input.bytes("log")?)?;
    let mut validator = session::Validator::new(state);
    let mut handles = Vec::new();
    let mut answers = Vec::new();
    for item in input.list("batches")? {
        let (handle, what, judged): (_, _, Judged<()>) = match item.get("commit") {
            Some(number @ Value::Number(_)) => {
                let position = usize::try_from(count_of(number)?).unwrap_or(usize::MAX);
                let handle = handles.get(position).copied().flatten();
                let Some(handle) = handle else {
                    return error("commit names an item that has prepared nothing");
                };
                (None, "committed", validator.commit(handle))
            }
            commit => match validator.prepare(Input(item).list("entries")?) {
                Ok(handle) if matches!(commit, Some(Value::Bool(true))) => {
                    (Some(handle), "prepared", validator.commit(handle))
                }
                Ok(handle) => (Some(handle), "prepared", Ok(())),
                Err(refusal) => (None, "prepared", Err(refusal)),
            },
        };
        handles.push(handle);
        answers.push(match judged {
            Ok(()) => object(vec![
                (what, Value::Bool(true)),
                ("next_seq", Value::integer(validator.next_seq())),
            ]),
            Err(refusal) => object(vec![("refused", refused_value(&refusal))]),
        });
    }
    Ok(Value::Array(answers))
}

fn refused_value(refusal: &Refusal) -> Value {
    object(vec![
        ("rule", string(refusal.rule)),
        ("phase", string(refusal.phase().name())),
    ])
}

/// The answer to `hello`, as a line without its end.
pub fn hello() -> String {
    let profiles = PROFILES.iter().map(|name| string(*name)).collect();
    line(&object(vec![
        ("protocol", Value::integer(1)),
        (
            "implementation",
            object(vec![
                ("name", string("toolwire-rust")),
                ("version", string(env!("CARGO_PKG_VERSION"))),
                ("language", string("rust")),
            ]),
        ),
        ("profiles", Value::Array(profiles)),
    ]))
}

/// An answer to a request, as a line without its end.
pub fn answer_line(id: Value, answer: Answer) -> String {
    let member = match answer {
        Ok(result) => ("result", result),
        Err(Failure::Refused(refusal)) => ("refused", refused_value(&refusal)),
        Err(Failure::Unsupported) => ("unsupported", Value::Bool(true)),
        Err(Failure::Error(message)) => ("error", object(vec![("message", string(message))])),
    };
    line(&object(vec![("id", id), member]))
}

fn line(value: &Value) -> String {
    let mut out = String::new();
    json::write(value, Numbers::Kept, &mut out);
    out
}
