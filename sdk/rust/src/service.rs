//! How calls reach services: by name, with bytes in and bytes out.

use std::{fmt, future::Future, marker::PhantomData};

use async_trait::async_trait;
use prost::Message;
use tokio::sync::mpsc;

/// Statuses of gRPC.
pub(crate) const OK: u32 = 0;
pub(crate) const RESOURCE_EXHAUSTED: u32 = 8;
pub(crate) const UNIMPLEMENTED: u32 = 12;
pub(crate) const INTERNAL: u32 = 13;
pub(crate) const UNAVAILABLE: u32 = 14;

#[derive(Debug)]
pub(crate) struct Status {
    pub code: u32,
    pub message: String,
}

impl Status {
    pub fn new(code: u32, message: impl Into<String>) -> Self {
        Self { code, message: message.into() }
    }

    pub fn no_such_call() -> Self {
        Self::new(UNIMPLEMENTED, "the app offers no such call")
    }
}

/// A service by the calls that it has beside HealthCheck and Configure.
#[async_trait]
pub(crate) trait Service: Send + Sync {
    fn name(&self) -> &'static str;

    async fn unary(&self, method: &str, request: &[u8]) -> Result<Vec<u8>, Status>;

    /// Whether a call is answered with [`Service::stream`].
    fn is_stream(&self, _method: &str) -> bool {
        false
    }

    async fn stream(&self, _method: &str, _request: &[u8], _to: mpsc::Sender<Vec<u8>>) -> Result<(), Status> {
        Err(Status::no_such_call())
    }
}

/// Decodes the request, and encodes what the call answers.
pub(crate) async fn answer<Q: Message + Default, R: Message, F: Future<Output = R>>(
    request: &[u8],
    call: impl FnOnce(Q) -> F,
) -> Result<Vec<u8>, Status> {
    Ok(call(decode(request)?).await.encode_to_vec())
}

pub(crate) fn decode<Q: Message + Default>(request: &[u8]) -> Result<Q, Status> {
    Q::decode(request).map_err(|error| Status::new(INTERNAL, format!("the request is no such message: {error}")))
}

/// Where a handler puts what it has for the hub, which reads at its own speed.
pub struct Sink<T> {
    to: mpsc::Sender<Vec<u8>>,
    encode: fn(T) -> Vec<u8>,
}

impl<T> Sink<T> {
    pub(crate) fn new(to: mpsc::Sender<Vec<u8>>, encode: fn(T) -> Vec<u8>) -> Self {
        Self { to, encode }
    }

    /// Waits while the hub reads slowly. Fails when it listens no more.
    pub async fn send(&self, item: T) -> Result<(), Closed> {
        self.reserve().await?.send(item);
        Ok(())
    }

    /// Waits until something can be sent at once, so that nothing is taken from elsewhere and then lost.
    pub async fn reserve(&self) -> Result<Slot<'_, T>, Closed> {
        let permit = self.to.reserve().await.map_err(|_| Closed)?;
        Ok(Slot { permit, encode: self.encode, item: PhantomData })
    }
}

/// Room for one item.
pub struct Slot<'a, T> {
    permit: mpsc::Permit<'a, Vec<u8>>,
    encode: fn(T) -> Vec<u8>,
    item: PhantomData<fn(T)>,
}

impl<T> Slot<'_, T> {
    pub fn send(self, item: T) {
        self.permit.send((self.encode)(item));
    }
}

/// Nobody listens any more.
#[derive(Debug)]
pub struct Closed;

impl fmt::Display for Closed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the hub listens no more")
    }
}

impl std::error::Error for Closed {}
