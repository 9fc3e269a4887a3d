use parley_sdk::{async_trait, ParleyApp, ParleyError, SchemaBuilder, ToolHandler, Value};

struct Tool;

#[async_trait]
impl ToolHandler for Tool {
    fn name(&self) -> &str {
        "{{tool}}"
    }

    fn description(&self) -> &str {
        "Greets somebody by name."
    }

    fn schema(&self) -> Value {
        SchemaBuilder::new(&["greet", "shout"])
            .string("who", "Whom to greet", true)
            .build()
    }

    async fn execute(&self, input: Value) -> Result<String, ParleyError> {
        let who = input["who"].as_str().unwrap_or_default();
        if who.is_empty() {
            return Err(ParleyError::Execution("who is missing".into()));
        }
        match input["action"].as_str().unwrap_or_default() {
            "greet" => Ok(format!("Hello, {who}")),
            "shout" => Ok(format!("Hello, {who}").to_uppercase()),
            other => Err(ParleyError::Execution(format!("unknown action: {other}"))),
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    ParleyApp::new()?.register_tool(Tool).run().await?;
    Ok(())
}
