//! Ui answers what a page asks it.

use parley_sdk::{async_trait, unescape, HttpRequest, HttpResponse, ParleyApp, UiHandler};
use serde_json::json;

struct Dashboard;

#[async_trait]
impl UiHandler for Dashboard {
    async fn handle(&self, request: HttpRequest) -> HttpResponse {
        let method = if request.method.is_empty() { "GET" } else { request.method.as_str() };
        let item = request.path.strip_prefix("/items/").filter(|name| !name.is_empty());
        match (method, request.path.as_str(), item) {
            ("GET", _, Some(name)) => match unescape(name) {
                Some(name) => HttpResponse::json(&json!({ "name": name })),
                None => HttpResponse::text(400, "bad escape\n"),
            },
            ("GET", "/status", _) => HttpResponse::json(&json!({"status": "ok"})),
            ("GET", "/search", _) => HttpResponse::json(&json!({"q": request.query_value("q").unwrap_or_default()})),
            ("POST", "/echo", _) => {
                let value = |name| request.header(name).unwrap_or_default();
                let (kind, echo) = (value("Content-Type"), value("X-Echo"));
                HttpResponse::new(201, kind, request.body.clone()).with_header("X-Echo", echo)
            }
            (_, "/status" | "/search" | "/echo", _) | (_, _, Some(_)) => {
                HttpResponse::text(405, "method not allowed\n")
            }
            _ => HttpResponse::text(404, "not found\n"),
        }
    }
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    ParleyApp::new()?.register_ui(Dashboard).run().await?;
    Ok(())
}
