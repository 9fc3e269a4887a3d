//! Apps in this process, called over their sockets.

use std::env;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use h2::client::{self, SendRequest};
use http::Request;
use parley_sdk::{
    async_trait, GatewayEvent, GatewayHandler, GatewayRequest, ParleyApp, ParleyError, SchemaBuilder, Sink,
    ToolHandler, Value,
};
use tokio::net::UnixStream;
use tokio::sync::{mpsc, oneshot};
use tokio::task::JoinHandle;
use tokio::time::timeout;

const PATIENCE: Duration = Duration::from_secs(20);

struct Tool;

#[async_trait]
impl ToolHandler for Tool {
    fn name(&self) -> &str {
        "tool"
    }

    fn description(&self) -> &str {
        "A tool."
    }

    fn schema(&self) -> Value {
        SchemaBuilder::new(&["go"]).build()
    }

    async fn execute(&self, input: Value) -> Result<String, ParleyError> {
        assert_ne!(input, "panic");
        Err(ParleyError::Execution(String::new()))
    }
}

/// Sends events for ever, and says when it is dropped.
struct Models(mpsc::UnboundedSender<()>);

struct Dropped(mpsc::UnboundedSender<()>);

impl Drop for Dropped {
    fn drop(&mut self) {
        let _ = self.0.send(());
    }
}

#[async_trait]
impl GatewayHandler for Models {
    async fn stream(&self, request: GatewayRequest, events: Sink<GatewayEvent>) -> Result<(), ParleyError> {
        let _dropped = Dropped(self.0.clone());
        if request.request_id == "refused" {
            return Err(ParleyError::Execution("no model".into()));
        }
        let event = GatewayEvent { kind: "text".into(), content: "x".repeat(10_000), ..GatewayEvent::default() };
        while events.send(event.clone()).await.is_ok() {}
        Ok(())
    }

    async fn cancel(&self, _request_id: &str) -> Result<(), ParleyError> {
        Ok(())
    }
}

static ENVIRONMENT: Mutex<()> = Mutex::new(());

fn new_app() -> (ParleyApp, PathBuf) {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let _alone = ENVIRONMENT.lock().unwrap_or_else(PoisonError::into_inner);
    let name = format!("parley-rust-{}-{}.sock", std::process::id(), COUNT.fetch_add(1, Ordering::SeqCst));
    let socket = env::temp_dir().join(name);
    env::set_var("NEBO_APP_SOCK", &socket);
    (ParleyApp::new().unwrap(), socket)
}

struct Running {
    client: SendRequest<Bytes>,
    stop: oneshot::Sender<()>,
    ended: JoinHandle<Result<(), ParleyError>>,
}

async fn run(app: ParleyApp, socket: PathBuf) -> Running {
    let (stop, stopped) = oneshot::channel::<()>();
    let ended = tokio::spawn(app.run_until(async move {
        let _ = stopped.await;
    }));
    let stream = loop {
        match UnixStream::connect(&socket).await {
            Ok(stream) => break stream,
            Err(_) => tokio::task::yield_now().await,
        }
    };
    // A stream that nobody reads must not use up what the connection has for others.
    let builder = client::Builder::new().initial_connection_window_size(1 << 20).clone();
    let (client, connection) = builder.handshake(stream).await.unwrap();
    tokio::spawn(connection);
    Running { client, stop, ended }
}

/// The status and the last bytes of the answer.
async fn call(client: &mut SendRequest<Bytes>, path: &str, message: &[u8]) -> (String, Vec<u8>) {
    let mut answer = open(client, path, message).await;
    let mut whole = Vec::new();
    while let Some(piece) = answer.data().await {
        whole.extend_from_slice(&piece.unwrap());
    }
    let trailers = answer.trailers().await.unwrap().unwrap();
    (trailers["grpc-status"].to_str().unwrap().to_owned(), whole)
}

async fn open(client: &mut SendRequest<Bytes>, path: &str, message: &[u8]) -> h2::RecvStream {
    let request = Request::post(format!("http://localhost/apps.v0.{path}"))
        .header("content-type", "application/grpc")
        .body(())
        .unwrap();
    let (answer, mut body) = client.send_request(request, false).unwrap();
    let mut framed = vec![0, 0, 0, 0, u8::try_from(message.len()).unwrap()];
    framed.extend_from_slice(message);
    body.send_data(framed.into(), true).unwrap();
    answer.await.unwrap().into_body()
}

#[tokio::test]
async fn an_app_offers_something_and_each_thing_once() {
    let (app, _) = new_app();
    assert!(app.run().await.unwrap_err().to_string().contains("no capability"));
    let (app, socket) = new_app();
    let error = app.register_tool(Tool).register_tool(Tool).run().await.unwrap_err();
    assert!(error.to_string().contains("ToolService is registered twice"));
    assert!(!socket.exists());
}

#[tokio::test]
async fn a_file_in_the_way_is_left_alone() {
    let (app, socket) = new_app();
    std::fs::write(&socket, "mine").unwrap();
    assert!(app.register_tool(Tool).run().await.is_err());
    assert_eq!(std::fs::read_to_string(&socket).unwrap(), "mine");
    std::fs::remove_file(&socket).unwrap();
}

#[tokio::test]
async fn a_tool_that_fails_or_panics_takes_nothing_else_along() {
    let (app, socket) = new_app();
    let seen = Arc::new(Mutex::new(Vec::new()));
    let seen_by_app = seen.clone();
    let app = app.register_tool(Tool).on_configure(move |settings| seen_by_app.lock().unwrap().push(settings));
    let mut running = run(app, socket.clone()).await;

    let (status, _) = call(&mut running.client, "ToolService/Execute", b"\x0a\x07\"panic\"").await;
    assert_eq!(status, "13");
    let (status, answer) = call(&mut running.client, "ToolService/Execute", b"\x0a\x02{}").await;
    assert_eq!((status.as_str(), &answer[5..]), ("0", b"\x0a\x17failed without a reason\x10\x01".as_slice()));
    let (status, _) = call(&mut running.client, "ToolService/Configure", b"\x0a\x06\x0a\x01a\x12\x01b").await;
    assert_eq!(status, "0");
    assert_eq!(seen.lock().unwrap().len(), 1);
    assert_eq!(seen.lock().unwrap()[0]["a"], "b");

    running.stop.send(()).unwrap();
    timeout(PATIENCE, running.ended).await.unwrap().unwrap().unwrap();
    assert!(!socket.exists());
}

#[tokio::test]
async fn a_stream_ends_when_the_caller_goes_and_when_the_app_stops() {
    let (app, socket) = new_app();
    let (gone, mut went) = mpsc::unbounded_channel();
    let mut running = run(app.register_gateway(Models(gone)), socket).await;

    let (status, _) = call(&mut running.client, "GatewayService/Stream", b"\x0a\x07refused").await;
    assert_eq!(status, "14");
    timeout(PATIENCE, went.recv()).await.unwrap();

    let mut first = open(&mut running.client, "GatewayService/Stream", b"").await;
    assert!(first.data().await.unwrap().is_ok());
    drop(first);
    timeout(PATIENCE, went.recv()).await.unwrap();

    // Nobody reads this one, and it keeps nobody waiting.
    let second = open(&mut running.client, "GatewayService/Stream", b"").await;
    let (status, _) = call(&mut running.client, "GatewayService/HealthCheck", b"").await;
    assert_eq!(status, "0");
    running.stop.send(()).unwrap();
    timeout(PATIENCE, went.recv()).await.unwrap();
    timeout(PATIENCE, running.ended).await.unwrap().unwrap().unwrap();
    drop(second);
}
