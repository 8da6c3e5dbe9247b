//! The adapter: JSON lines on standard input, answers on standard output.
#![forbid(unsafe_code)]

use std::io::{self, BufRead, Write};
use std::panic::{catch_unwind, AssertUnwindSafe};

use toolwire::protocol::{answer_line, hello, run, Failure};
use toolwire::{json, Refusal, Value};

/// The answer to a line, if it asks for one; none for `bye`.
fn answer(line: &[u8]) -> Option<String> {
    let failed = |id: Value, message: String| Some(answer_line(id, Err(Failure::Error(message))));
    let Ok(text) = std::str::from_utf8(line) else {
        return failed(Value::Null, "the request is not UTF-8".to_owned());
    };
    let request = match json::read_leniently(text) {
        Ok(first) if first.alone => first,
        Ok(_) => return failed(Value::Null, "something follows the request".to_owned()),
        Err(fault) => return failed(Value::Null, format!("the request breaks {}", fault.rule)),
    };
    let id = request.value.get("id").cloned().unwrap_or(Value::Null);
    match request.value.text("cmd") {
        "hello" => Some(hello()),
        "bye" => None,
        "run" if request.replaced => {
            let refusal = Refusal::new("text.surrogate");
            Some(answer_line(id, Err(Failure::Refused(refusal))))
        }
        "run" => {
            let nothing = Value::Object(Vec::new());
            let input = request.value.get("input").unwrap_or(&nothing);
            let op = request.value.text("op");
            let answered = catch_unwind(AssertUnwindSafe(|| run(op, input)));
            let panicked = Err(Failure::Error("the implementation panicked".to_owned()));
            Some(answer_line(id, answered.unwrap_or(panicked)))
        }
        other => failed(id, format!("unknown command {other:?}")),
    }
}

fn main() -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        if line.iter().all(u8::is_ascii_whitespace) {
            continue;
        }
        let Some(answer) = answer(&line) else {
            return Ok(());
        };
        output.write_all(answer.as_bytes())?;
        output.write_all(b"\n")?;
        output.flush()?;
    }
}
