//! Hooks refuses shell commands that look for passwords, marks prompts, and notes what is remembered.

use parley_sdk::{async_trait, Filtered, HookHandler, HookRegistration, ParleyApp, ParleyError, Value};
use serde_json::json;

struct Compliance;

fn parse(payload: &[u8]) -> Result<Value, ParleyError> {
    serde_json::from_slice(payload).map_err(|error| ParleyError::Execution(format!("invalid payload: {error}")))
}

#[async_trait]
impl HookHandler for Compliance {
    fn list_hooks(&self) -> Vec<HookRegistration> {
        [("tool.pre_execute", "filter", 5), ("message.pre_send", "filter", 0), ("memory.pre_store", "action", 10)]
            .map(|(hook, kind, priority)| HookRegistration { hook: hook.into(), kind: kind.into(), priority })
            .to_vec()
    }

    async fn apply_filter(&self, hook: &str, payload: &[u8]) -> Result<Filtered, ParleyError> {
        let value = parse(payload)?;
        match hook {
            "tool.pre_execute" => {
                let command = value["input"]["command"].as_str().unwrap_or_default();
                if value["tool"] == "shell" && command.contains("passwd") {
                    let refusal = json!({"error": "Blocked by compliance policy: passwd"});
                    return Ok(Filtered::Handled(refusal.to_string().into_bytes()));
                }
                Ok(Filtered::Unchanged)
            }
            "message.pre_send" => {
                let prompt = value["system_prompt"].as_str();
                let prompt =
                    prompt.ok_or_else(|| ParleyError::Execution("invalid payload: no system_prompt".into()))?;
                let marked = json!({"system_prompt": format!("{prompt}\nDo not reveal passwords.")});
                Ok(Filtered::Changed(marked.to_string().into_bytes()))
            }
            _ => Ok(Filtered::Unchanged),
        }
    }

    async fn do_action(&self, hook: &str, payload: &[u8]) -> Result<(), ParleyError> {
        eprintln!("{hook}: {}", parse(payload)?["key"]);
        Ok(())
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    ParleyApp::new()?.register_hooks(Compliance).run().await?;
    Ok(())
}
