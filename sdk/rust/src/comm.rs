use std::collections::BTreeMap;

use async_trait::async_trait;
use prost::Message;
use tokio::sync::mpsc;

use crate::messages::{
    CommMessage, CommRegisterRequest, CommSendRequest, ConnectRequest, Empty, FlagMessage, TextMessage,
};
use crate::service::{answer, decode, Service, Sink, Status, UNAVAILABLE};
use crate::ParleyError;

/// A network of agents beyond the hub (comm). `connect` gets the settings; `register` says who the hub's agent is and
/// what it can do.
#[async_trait]
pub trait CommHandler: Send + Sync + 'static {
    fn name(&self) -> &str;
    fn version(&self) -> &str;
    async fn connect(&self, config: BTreeMap<String, String>) -> Result<(), ParleyError>;
    async fn disconnect(&self) -> Result<(), ParleyError>;
    fn is_connected(&self) -> bool;
    async fn send(&self, message: CommMessage) -> Result<(), ParleyError>;
    async fn subscribe(&self, topic: &str) -> Result<(), ParleyError>;
    async fn unsubscribe(&self, topic: &str) -> Result<(), ParleyError>;
    async fn register(&self, agent_id: &str, capabilities: Vec<String>) -> Result<(), ParleyError>;
    async fn deregister(&self) -> Result<(), ParleyError>;
    async fn receive(&self, messages: Sink<CommMessage>) -> Result<(), ParleyError>;
}

pub(crate) struct CommService<T>(pub T);

impl<T: CommHandler> CommService<T> {
    async fn told(&self, method: &str, request: &[u8]) -> Result<Result<(), ParleyError>, Status> {
        let comm = &self.0;
        Ok(match method {
            "Connect" => comm.connect(decode::<ConnectRequest>(request)?.config).await,
            "Disconnect" => comm.disconnect().await,
            "Send" => comm.send(decode::<CommSendRequest>(request)?.message.unwrap_or_default()).await,
            "Subscribe" => comm.subscribe(&decode::<TextMessage>(request)?.text).await,
            "Unsubscribe" => comm.unsubscribe(&decode::<TextMessage>(request)?.text).await,
            "Register" => {
                let agent = decode::<CommRegisterRequest>(request)?;
                comm.register(&agent.agent_id, agent.capabilities).await
            }
            "Deregister" => comm.deregister().await,
            _ => return Err(Status::no_such_call()),
        })
    }
}

#[async_trait]
impl<T: CommHandler> Service for CommService<T> {
    fn name(&self) -> &'static str {
        "CommService"
    }

    async fn unary(&self, method: &str, request: &[u8]) -> Result<Vec<u8>, Status> {
        let comm = &self.0;
        match method {
            "Name" => answer(request, |_: Empty| async { TextMessage { text: comm.name().to_owned() } }).await,
            "Version" => answer(request, |_: Empty| async { TextMessage { text: comm.version().to_owned() } }).await,
            "IsConnected" => answer(request, |_: Empty| async { FlagMessage { flag: comm.is_connected() } }).await,
            _ => {
                let text = ParleyError::text(self.told(method, request).await?);
                Ok(TextMessage { text }.encode_to_vec())
            }
        }
    }

    fn is_stream(&self, method: &str) -> bool {
        method == "Receive"
    }

    async fn stream(&self, _method: &str, request: &[u8], to: mpsc::Sender<Vec<u8>>) -> Result<(), Status> {
        decode::<Empty>(request)?;
        let sink = Sink::new(to, |message: CommMessage| message.encode_to_vec());
        self.0.receive(sink).await.map_err(|error| Status::new(UNAVAILABLE, error.to_string()))
    }
}
