//! Calculator is a tool that does arithmetic.

use parley_sdk::{async_trait, ParleyApp, ParleyError, SchemaBuilder, ToolHandler, Value};
use serde::Deserialize;

struct Calculator;

/// What is not there is zero.
#[derive(Deserialize)]
#[serde(default)]
#[derive(Default)]
struct Input {
    action: String,
    a: f64,
    b: f64,
}

#[async_trait]
impl ToolHandler for Calculator {
    fn name(&self) -> &str {
        "calculator"
    }

    fn description(&self) -> &str {
        "Performs arithmetic calculations."
    }

    fn schema(&self) -> Value {
        SchemaBuilder::new(&["add", "subtract", "multiply", "divide"])
            .number("a", "First operand", true)
            .number("b", "Second operand", true)
            .build()
    }

    async fn execute(&self, input: Value) -> Result<String, ParleyError> {
        if !input.is_object() {
            return Err(ParleyError::Execution("invalid input: not a JSON object".into()));
        }
        let Input { action, a, b } =
            serde_json::from_value(input).map_err(|error| ParleyError::Execution(format!("invalid input: {error}")))?;
        let result = match action.as_str() {
            "add" => a + b,
            "subtract" => a - b,
            "multiply" => a * b,
            "divide" if b == 0.0 => return Err(ParleyError::Execution("division by zero".into())),
            "divide" => a / b,
            other => return Err(ParleyError::Execution(format!("unknown action: {other}"))),
        };
        Ok(format!("{} {action} {} = {}", number(a), number(b), number(result)))
    }
}

/// The fewest digits that are read as the same number; with an exponent of two digits at least when that is below -4 or
/// above 5.
fn number(value: f64) -> String {
    if !value.is_finite() {
        return if value.is_nan() { "NaN" } else { ["-Inf", "+Inf"][usize::from(value > 0.0)] }.to_owned();
    }
    let scientific = format!("{value:e}");
    let Some((digits, exponent)) = scientific.split_once('e') else {
        return scientific;
    };
    match exponent.parse::<i32>() {
        Ok(exponent) if !(-4..6).contains(&exponent) => {
            let sign = if exponent < 0 { '-' } else { '+' };
            format!("{digits}e{sign}{:02}", exponent.abs())
        }
        _ => value.to_string(),
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    ParleyApp::new()?
        .register_tool(Calculator)
        // Shown in logs/stderr.log of the app; their number only, for a value may be a secret.
        .on_configure(|settings| eprintln!("configured with {} settings", settings.len()))
        .run()
        .await?;
    Ok(())
}
