//! Bodies: making a result of one, verifying one, and reading one back.

use super::payload;
use super::policy::Policy;
use crate::json::Value;
use crate::refusal::{require, Judged, Refusal};
use crate::{sha256, text};

/// Makes a result (`external.make.form`, `external.make.body`, `external.make.facts`, `external.make.failure`).
pub fn make(
    policy: &Policy,
    call_id: &Value,
    body: &[u8],
    is_error: &Value,
    disposition: &Value,
    locator: &Value,
) -> Judged<Value> {
    let output = std::str::from_utf8(body).map_err(|_| Refusal::new("external.make.body"))?;
    let result = if (body.len() as u64) < policy.inline_threshold {
        Value::object([
            ("kind", Value::string("inline")),
            ("call_id", call_id.clone()),
            (
                "result",
                Value::object([
                    ("output", Value::string(output)),
                    ("is_error", is_error.clone()),
                    ("disposition", disposition.clone()),
                ]),
            ),
        ])
    } else {
        let most = usize::try_from(policy.preview_limit).unwrap_or(usize::MAX);
        let preview = &output[..text::floor_boundary(output, most)];
        Value::object([
            ("kind", Value::string("external")),
            ("call_id", call_id.clone()),
            ("payload_ref", locator.clone()),
            ("digest", Value::string(sha256::digest(body))),
            ("original_size", Value::string(body.len().to_string())),
            ("preview", Value::string(preview)),
            ("is_error", is_error.clone()),
            ("disposition", disposition.clone()),
        ])
    };
    payload::judge(&result)?;
    Ok(payload::normal(&result))
}

/// The state of a stored body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum State {
    /// Its time is over.
    Expired,
    /// It is not there.
    Missing,
    /// It is another one.
    Mismatch,
    /// It is there.
    Present,
}

impl State {
    /// The name of the table.
    pub fn name(self) -> &'static str {
        match self {
            State::Expired => "expired",
            State::Missing => "missing",
            State::Mismatch => "mismatch",
            State::Present => "present",
        }
    }
}

/// What a model is told of a body in the state of this name (`external.read.text`); nothing if it is present.
pub fn state_text(state: &str) -> Option<String> {
    let text = match state {
        "expired" => "the stored result is no longer kept",
        "missing" => "the stored result is not there",
        "mismatch" => "the stored result is not the one that was submitted",
        _ => return None,
    };
    Some(format!("error: tool result: {text}"))
}

/// Judges that a value is an external result.
fn judge_external(result: &Value) -> Judged<()> {
    payload::judge(result)?;
    require(result.text("kind") == "external", "external.kind")
}

fn fits(result: &Value, body: &[u8]) -> bool {
    text::canonical_decimal(result.text("original_size")) == Some(body.len() as u64)
        && result.text("digest") == sha256::digest(body)
}

/// The state of a body.
pub fn state(result: &Value, body: Option<&[u8]>, expired: bool) -> Judged<State> {
    judge_external(result)?;
    Ok(match body {
        _ if expired => State::Expired,
        None => State::Missing,
        Some(body) if fits(result, body) => State::Present,
        Some(_) => State::Mismatch,
    })
}

/// Reads a body back (`external.read.verified`, `external.read.missing`, `external.read.expired`).
pub fn read<'a>(result: &Value, body: Option<&'a [u8]>, expired: bool) -> Judged<&'a str> {
    let rule = match (state(result, body, expired)?, body) {
        (State::Present, Some(body)) => {
            let text = std::str::from_utf8(body);
            return text.map_err(|_| Refusal::new("external.make.body"));
        }
        (State::Expired, _) => "external.read.expired",
        (State::Mismatch, _) => "external.read.verified",
        _ => "external.read.missing",
    };
    Err(Refusal::new(rule))
}

/// Verifies a body: whether the preview is its beginning (`external.verify.body`, `external.verify.preview`).
pub fn verify(result: &Value, body: &[u8]) -> Judged<bool> {
    judge_external(result)?;
    require(fits(result, body), "external.read.verified")?;
    Ok(body.starts_with(result.text("preview").as_bytes()))
}
