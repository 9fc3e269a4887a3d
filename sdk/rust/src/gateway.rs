use async_trait::async_trait;
use prost::Message;
use tokio::sync::mpsc;

use crate::messages::{FlagMessage, GatewayEvent, GatewayRequest, PollResponse, TextMessage};
use crate::service::{answer, decode, Service, Sink, Status, UNAVAILABLE};
use crate::ParleyError;

/// Thinks for agents (gateway). `stream` sends the events of an answer, "done" at the end; it is dropped when nobody
/// waits any more. `cancel` gives up a request by its id.
#[async_trait]
pub trait GatewayHandler: Send + Sync + 'static {
    async fn stream(&self, request: GatewayRequest, events: Sink<GatewayEvent>) -> Result<(), ParleyError>;
    async fn cancel(&self, request_id: &str) -> Result<(), ParleyError>;
}

pub(crate) struct GatewayService<T>(pub T);

#[async_trait]
impl<T: GatewayHandler> Service for GatewayService<T> {
    fn name(&self) -> &'static str {
        "GatewayService"
    }

    async fn unary(&self, method: &str, request: &[u8]) -> Result<Vec<u8>, Status> {
        let gateway = &self.0;
        match method {
            // The hub listens to the stream.
            "Poll" => answer(request, |_: TextMessage| async { PollResponse::default() }).await,
            "Cancel" => {
                let cancel =
                    |id: TextMessage| async move { FlagMessage { flag: gateway.cancel(&id.text).await.is_ok() } };
                answer(request, cancel).await
            }
            _ => Err(Status::no_such_call()),
        }
    }

    fn is_stream(&self, method: &str) -> bool {
        method == "Stream"
    }

    async fn stream(&self, _method: &str, request: &[u8], to: mpsc::Sender<Vec<u8>>) -> Result<(), Status> {
        let request: GatewayRequest = decode(request)?;
        let sink = Sink::new(to, |event: GatewayEvent| event.encode_to_vec());
        self.0.stream(request, sink).await.map_err(|error| Status::new(UNAVAILABLE, error.to_string()))
    }
}
