use async_trait::async_trait;
use prost::Message;

use crate::messages::{Empty, HookList, HookRegistration, HookRequest, HookResponse};
use crate::service::{answer, decode, Service, Status, INTERNAL};
use crate::ParleyError;

/// What a filter makes of a payload.
#[derive(Clone, Debug, PartialEq)]
pub enum Filtered {
    Unchanged,
    Changed(Vec<u8>),
    /// Takes the place of what the hub would have done.
    Handled(Vec<u8>),
}

/// Hooks into what the hub does (hooks), which waits for 500 ms. Payloads are JSON.
#[async_trait]
pub trait HookHandler: Send + Sync + 'static {
    fn list_hooks(&self) -> Vec<HookRegistration>;
    async fn apply_filter(&self, hook: &str, payload: &[u8]) -> Result<Filtered, ParleyError>;
    async fn do_action(&self, hook: &str, payload: &[u8]) -> Result<(), ParleyError>;
}

pub(crate) struct HookService<T>(pub T);

impl<T: HookHandler> HookService<T> {
    async fn apply(&self, request: HookRequest) -> HookResponse {
        match self.0.apply_filter(&request.hook, &request.payload).await {
            Ok(Filtered::Unchanged) => HookResponse { payload: request.payload, ..HookResponse::default() },
            Ok(Filtered::Changed(payload)) => HookResponse { payload, ..HookResponse::default() },
            Ok(Filtered::Handled(payload)) => HookResponse { payload, handled: true, ..HookResponse::default() },
            Err(error) => HookResponse { error: error.to_string(), ..HookResponse::default() },
        }
    }
}

#[async_trait]
impl<T: HookHandler> Service for HookService<T> {
    fn name(&self) -> &'static str {
        "HookService"
    }

    async fn unary(&self, method: &str, request: &[u8]) -> Result<Vec<u8>, Status> {
        match method {
            "ListHooks" => answer(request, |_: Empty| async { HookList { hooks: self.0.list_hooks() } }).await,
            "ApplyFilter" => answer(request, |message| self.apply(message)).await,
            "DoAction" => {
                let message: HookRequest = decode(request)?;
                // Empty has no place for an error, so an action that fails fails the call.
                let done = self.0.do_action(&message.hook, &message.payload).await;
                done.map(|()| Empty {}.encode_to_vec()).map_err(|error| Status::new(INTERNAL, error.to_string()))
            }
            _ => Err(Status::no_such_call()),
        }
    }
}
