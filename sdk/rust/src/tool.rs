use async_trait::async_trait;
use serde_json::Value;

use crate::messages::{BytesMessage, Empty, ExecuteResponse, FlagMessage, TextMessage};
use crate::service::{answer, Service, Status};
use crate::ParleyError;

/// A tool for models (tool:NAME, vision, browser). The text of an error from `execute` is what the model reads.
#[async_trait]
pub trait ToolHandler: Send + Sync + 'static {
    fn name(&self) -> &str;
    fn description(&self) -> &str;
    fn schema(&self) -> Value;
    async fn execute(&self, input: Value) -> Result<String, ParleyError>;

    /// Whether it is used only when the owner agrees.
    fn requires_approval(&self) -> bool {
        false
    }
}

pub(crate) struct ToolService<T>(pub T);

impl<T: ToolHandler> ToolService<T> {
    async fn execute(&self, request: BytesMessage) -> ExecuteResponse {
        let result = match serde_json::from_slice(&request.bytes) {
            Ok(input) => self.0.execute(input).await,
            Err(error) => Err(ParleyError::Execution(format!("invalid input: {error}"))),
        };
        match result {
            Ok(content) => ExecuteResponse { content, is_error: false },
            Err(error) => ExecuteResponse { content: error.to_string(), is_error: true },
        }
    }
}

#[async_trait]
impl<T: ToolHandler> Service for ToolService<T> {
    fn name(&self) -> &'static str {
        "ToolService"
    }

    async fn unary(&self, method: &str, request: &[u8]) -> Result<Vec<u8>, Status> {
        let tool = &self.0;
        match method {
            "Name" => answer(request, |_: Empty| async { TextMessage { text: tool.name().to_owned() } }).await,
            "Description" => {
                answer(request, |_: Empty| async { TextMessage { text: tool.description().to_owned() } }).await
            }
            "Schema" => {
                answer(request, |_: Empty| async { BytesMessage { bytes: tool.schema().to_string().into_bytes() } })
                    .await
            }
            "RequiresApproval" => {
                answer(request, |_: Empty| async { FlagMessage { flag: tool.requires_approval() } }).await
            }
            "Execute" => answer(request, |message| self.execute(message)).await,
            _ => Err(Status::no_such_call()),
        }
    }
}
