use std::collections::{BTreeMap, HashSet};
use std::env;
use std::fs;
use std::future::Future;
use std::io;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tokio::net::UnixListener;
use tokio::signal::unix::{signal, SignalKind};
use tokio::sync::Mutex;

use crate::channel::{ChannelHandler, ChannelService};
use crate::comm::{CommHandler, CommService};
use crate::gateway::{GatewayHandler, GatewayService};
use crate::hooks::{HookHandler, HookService};
use crate::messages::{Empty, HealthCheckResponse, SettingsMap};
use crate::schedule::{ScheduleHandler, ScheduleService};
use crate::server;
use crate::service::{answer, Service, Status};
use crate::tool::{ToolHandler, ToolService};
use crate::ui::{UiHandler, UiService};
use crate::ParleyError;

type Configure = Box<dyn FnMut(BTreeMap<String, String>) + Send>;

/// This process as the hub sees it. Register handlers first, then run.
pub struct ParleyApp {
    dir: PathBuf,
    data_dir: PathBuf,
    socket: PathBuf,
    id: String,
    offer: Offer,
}

/// What the hub can call.
pub(crate) struct Offer {
    pub name: String,
    pub version: String,
    pub services: Vec<Box<dyn Service>>,
    // One after the other, so that the last settings are the last that the app hears of.
    configure: Mutex<Option<Configure>>,
}

impl ParleyApp {
    /// Makes the app from what the hub put into the environment.
    pub fn new() -> Result<Self, ParleyError> {
        let text = |name| env::var(name).unwrap_or_default();
        let path = |name| env::var_os(name).map(PathBuf::from).unwrap_or_default();
        let socket = path("NEBO_APP_SOCK");
        if socket.as_os_str().is_empty() {
            let why = "NEBO_APP_SOCK is not set: this program is an app, which the hub starts";
            return Err(ParleyError::Config(why.to_owned()));
        }
        Ok(Self {
            dir: path("NEBO_APP_DIR"),
            data_dir: path("NEBO_APP_DATA"),
            socket,
            id: text("NEBO_APP_ID"),
            offer: Offer {
                name: text("NEBO_APP_NAME"),
                version: text("NEBO_APP_VERSION"),
                services: Vec::new(),
                configure: Mutex::new(None),
            },
        })
    }

    /// The id, name and version of manifest.json.
    pub fn id(&self) -> &str {
        &self.id
    }

    pub fn name(&self) -> &str {
        &self.offer.name
    }

    pub fn version(&self) -> &str {
        &self.offer.version
    }

    /// The app's folder, in which it runs.
    pub fn dir(&self) -> &Path {
        &self.dir
    }

    /// The folder whose files outlive updates.
    pub fn data_dir(&self) -> &Path {
        &self.data_dir
    }

    /// Sets what is called with all settings after the start and after every change. Calls never overlap.
    pub fn on_configure(mut self, configure: impl FnMut(BTreeMap<String, String>) + Send + 'static) -> Self {
        *self.offer.configure.get_mut() = Some(Box::new(configure));
        self
    }

    pub fn register_tool(self, tool: impl ToolHandler) -> Self {
        self.register(ToolService(tool))
    }

    pub fn register_channel(self, channel: impl ChannelHandler) -> Self {
        self.register(ChannelService(channel))
    }

    pub fn register_comm(self, comm: impl CommHandler) -> Self {
        self.register(CommService(comm))
    }

    pub fn register_gateway(self, gateway: impl GatewayHandler) -> Self {
        self.register(GatewayService(gateway))
    }

    pub fn register_ui(self, ui: impl UiHandler) -> Self {
        self.register(UiService(ui))
    }

    pub fn register_schedule(self, schedule: impl ScheduleHandler) -> Self {
        self.register(ScheduleService(schedule))
    }

    pub fn register_hooks(self, hooks: impl HookHandler) -> Self {
        self.register(HookService(hooks))
    }

    fn register(mut self, service: impl Service + 'static) -> Self {
        self.offer.services.push(Box::new(service));
        self
    }

    /// Serves the hub until SIGTERM or an interrupt, ends open streams, and lets other calls finish for a moment.
    pub async fn run(self) -> Result<(), ParleyError> {
        let mut terminate = signal(SignalKind::terminate())?;
        let mut interrupt = signal(SignalKind::interrupt())?;
        let stop = async move {
            tokio::select! {
                _ = terminate.recv() => {}
                _ = interrupt.recv() => {}
            }
        };
        self.run_until(stop).await
    }

    /// The same for programs that decide by themselves when to stop.
    pub async fn run_until(self, stop: impl Future<Output = ()>) -> Result<(), ParleyError> {
        if self.offer.services.is_empty() {
            let why = "no capability is registered: call register_tool or another before run";
            return Err(ParleyError::Config(why.to_owned()));
        }
        let mut names = HashSet::new();
        if let Some(twice) = self.offer.services.iter().find(|service| !names.insert(service.name())) {
            return Err(ParleyError::Config(format!("{} is registered twice", twice.name())));
        }
        let listener = listen(&self.socket)?;
        eprintln!("[{}] listening on {}", self.offer.name, self.socket.display());
        server::serve(listener, &self.socket, Arc::new(self.offer), stop).await;
        Ok(())
    }
}

impl Offer {
    pub fn service(&self, name: &str) -> Option<&dyn Service> {
        self.services.iter().find(|service| service.name() == name).map(|service| service.as_ref())
    }

    /// What every service answers, and then what this one does. HookService has no Configure.
    pub async fn unary(&self, service: &dyn Service, method: &str, request: &[u8]) -> Result<Vec<u8>, Status> {
        match method {
            "HealthCheck" => answer(request, |_: Empty| async { self.health() }).await,
            "Configure" if service.name() != "HookService" => {
                answer(request, |settings| self.configured(settings)).await
            }
            _ => service.unary(method, request).await,
        }
    }

    fn health(&self) -> HealthCheckResponse {
        HealthCheckResponse { healthy: true, version: self.version.clone(), name: self.name.clone() }
    }

    async fn configured(&self, settings: SettingsMap) -> Empty {
        if let Some(configure) = self.configure.lock().await.as_mut() {
            configure(settings.values);
        }
        Empty {}
    }
}

/// Takes the place of a socket that an earlier process left. Anything else there is not the app's to delete.
fn listen(path: &Path) -> io::Result<UnixListener> {
    if fs::symlink_metadata(path).is_ok_and(|there| there.file_type().is_socket()) {
        fs::remove_file(path)?;
    }
    let listener = UnixListener::bind(path)?;
    fs::set_permissions(path, fs::Permissions::from_mode(0o600))?;
    Ok(listener)
}
