//! Measuring: copying, listing choices, choosing, whole games.

use anyhow::Result;
use std::io::Write;

pub fn run(json: bool) -> Result<()> {
    let sentence = "bench is built in another change";
    let line = if json { serde_json::json!({ "note": sentence }).to_string() } else { sentence.to_owned() };
    writeln!(std::io::stdout(), "{line}")?;
    Ok(())
}
