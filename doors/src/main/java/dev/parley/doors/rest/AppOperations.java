package dev.parley.doors.rest;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.oauth.AppLogins;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.Callers;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.doors.rest.apps.AppDoor;
import dev.parley.doors.rest.apps.AppLinks;
import dev.parley.doors.rest.apps.AppRooms;
import dev.parley.doors.rest.apps.AppSettings;
import dev.parley.doors.rest.apps.AppShapes;
import dev.parley.doors.rest.apps.Packages;
import dev.parley.identity.authority.BlobAccess;
import io.vertx.core.http.HttpMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/** Apps, from installing one to taking it away: the owner's alone. */
final class AppOperations {
  private static final String APPS = "/api/apps";
  private static final String APP = APPS + "/{appId}";
  private static final String PAGES = "/api/v1/apps";

  private final AppRooms rooms;
  private final Apps apps;
  private final AppDoor door;
  private final Callers callers;
  private final BlobAccess blobs;

  AppOperations(AppRooms rooms, AppDoor door, Callers callers, BlobAccess blobs) {
    this.rooms = rooms;
    this.apps = rooms.apps();
    this.door = door;
    this.callers = callers;
    this.blobs = blobs;
  }

  /** What is done with one app, and may wait for it. */
  @FunctionalInterface
  private interface Doing {
    void with(String app) throws Exception;
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(APPS, "installedApps", "The apps of this hub, and how they are")
            .by(Access.OWNER)
            .answering("Apps")
            .doing(_ -> Reply.blocking(this::list)),
        Operation.post(APPS + "/inspect", "inspectApp", "Look at an app before it is installed")
            .by(Access.OWNER)
            .taking("AppSource")
            .answering("AppCandidate")
            .doing(this::inspect),
        Operation.post(APPS, "installAppHere", "Install an app with the permissions that it names")
            .by(Access.OWNER)
            .taking("AgreedInstallation")
            .answering(201, "App")
            .audited("app.install")
            .doing(this::install),
        Operation.post(APPS + "/link", "linkApp", "Run an app from the folder it is written in")
            .by(Access.OWNER)
            .taking("AppFolder")
            .answering("App")
            .audited("app.link")
            .doing(this::link),
        Operation.get(APP, "installedApp", "One app, with its permissions in words")
            .by(Access.OWNER)
            .answering("App")
            .doing(call -> Reply.blocking(() -> Reply.ok(shown(id(call))))),
        doing(Operation.post(APP + "/launch", "launchApp", "Launch an app"), "app.launch")
            .doing(call -> does(call, id -> apps.launch(known(id)))),
        doing(
                Operation.post(APP + "/stop", "stopApp", "Stop an app until it is launched again"),
                "app.stop")
            .doing(call -> does(call, id -> apps.stop(known(id)))),
        doing(
                Operation.post(APP + "/restart", "restartApp", "Stop an app and launch it"),
                "app.restart")
            .doing(call -> does(call, id -> apps.launch(known(id)))),
        doing(
                Operation.post(APP + "/update", "updateApp", "Fetch the newest version"),
                "app.update")
            .doing(call -> does(call, id -> rooms.packages().update(known(id)))),
        doing(
                Operation.post(APP + "/approve", "approveApp", "Let a version in that waits"),
                "app.approve")
            .taking("AgreedPermissions")
            .doing(
                call -> {
                  Set<String> agreed = agreed(call.request());
                  return does(call, id -> rooms.packages().approve(known(id), agreed));
                }),
        Operation.delete(APP, "uninstallAppHere", "Take an app away, with its data or without")
            .by(Access.OWNER)
            .query(QueryParameter.DATA)
            .answering(204, null)
            .audited("app.uninstall")
            .doing(this::uninstall),
        Operation.get(
                APP + "/settings", "appSettings", "What is set; of secrets only that they are")
            .by(Access.OWNER)
            .answering("AppSettings")
            .doing(call -> Reply.blocking(() -> settings(known(id(call))))),
        Operation.of(
                HttpMethod.PUT,
                APP + "/settings",
                "setAppSettings",
                "Change settings; the app is told at once")
            .by(Access.OWNER)
            .taking("AppSettingsChange")
            .answering("AppSettings")
            .audited("app.settings")
            .doing(this::set),
        Operation.post(
                APP + "/logins/{provider}", "startAppLogin", "Begin a login that an app asks for")
            .by(Access.OWNER)
            .answering("RemoteLoginStart")
            .audited("app.login.start")
            .doing(this::startLogin),
        Operation.delete(APP + "/logins/{provider}", "endAppLogin", "Forget a login of an app")
            .by(Access.OWNER)
            .answering("App")
            .audited("app.login.end")
            .doing(
                call -> {
                  String provider = call.segment("provider", name -> name);
                  return does(call, id -> rooms.logins().disconnect(id, provider));
                }),
        Operation.get(PAGES + "/ui", "appsWithPages", "The apps that have pages")
            .by(Access.OWNER)
            .answering("AppsWithPages")
            .doing(_ -> Reply.blocking(this::withPages)),
        Operation.post(PAGES + "/{appId}/ui/open", "openApp", "Open the pages of an app")
            .by(Access.OWNER)
            .answering("OpenedApp")
            .audited("app.open")
            .doing(this::open));
  }

  private static Operation.Draft doing(Operation.Draft draft, String action) {
    return draft.by(Access.OWNER).answering("App").audited(action);
  }

  private static String id(RestCall call) {
    return call.segment("appId", id -> id);
  }

  /** The id of an app that is there. */
  private String known(String id) {
    return apps.find(id)
        .orElseThrow(() -> new Refused(ErrorCode.NOT_FOUND, "there is no app '" + id + "'"))
        .id();
  }

  private CompletableFuture<Reply> does(RestCall call, Doing doing) {
    String id = id(call);
    return Reply.blocking(
        () -> {
          doing.with(id);
          return Reply.ok(shown(id));
        });
  }

  // ---- coming and going

  private CompletableFuture<Reply> inspect(RestCall call) {
    return Reply.blocking(
        () -> {
          Packages.Candidate found = rooms.packages().inspect(source(call));
          AppStatus installed = apps.find(found.manifest().id()).orElse(null);
          return Reply.ok(out -> AppShapes.candidate(out, found, installed));
        });
  }

  private CompletableFuture<Reply> install(RestCall call) {
    Set<String> agreed = agreed(call.request());
    return Reply.blocking(
        () -> {
          String id = rooms.packages().install(source(call), agreed);
          return Reply.created(shown(id));
        });
  }

  private Packages.Source source(RestCall call) {
    Request request = call.request();
    String sha256 = request.text(Field.SHA256);
    String id = request.text(Field.ID);
    if ((sha256 == null) == (id == null)) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "say what to install: 'sha256' of a package that was uploaded to /api/blobs, or 'id'"
              + " of an app in a store");
    }
    return sha256 != null
        ? new Packages.Source.Uploaded(blobs.find(sha256, call.principal()).file())
        : new Packages.Source.FromStore(request.text(Field.STORE, ""), String.valueOf(id));
  }

  /** Nobody agrees to what he was not shown, so the list must be there, even an empty one. */
  private static Set<String> agreed(Request request) {
    if (!request.has(Field.PERMISSIONS)) {
      throw Request.missing(Field.PERMISSIONS);
    }
    return Set.copyOf(request.texts(Field.PERMISSIONS));
  }

  private CompletableFuture<Reply> link(RestCall call) {
    String folder = call.request().requireText(Field.DIRECTORY);
    return Reply.blocking(
        () -> {
          AppStatus linked = AppLinks.link(apps, folder);
          return Reply.ok(shown(linked.id()));
        });
  }

  private CompletableFuture<Reply> uninstall(RestCall call) {
    String id = id(call);
    String data = call.query(QueryParameter.DATA);
    if (data == null || !(data.equals("keep") || data.equals("delete"))) {
      throw RestCall.wrong(QueryParameter.DATA, "keep or delete");
    }
    return Reply.blocking(
        () -> {
          rooms.packages().uninstall(known(id), data.equals("keep"));
          rooms.logins().forget(id);
          door.pages().close(id);
          return Reply.nothing();
        });
  }

  // ---- settings and logins

  private Reply settings(String id) {
    Map<String, String> settings = apps.settings(id);
    Set<String> secrets = apps.secrets(id);
    return Reply.ok(out -> AppShapes.settings(out, settings, secrets));
  }

  private CompletableFuture<Reply> set(RestCall call) {
    String id = id(call);
    byte[] values = call.request().raw(Field.VALUES);
    if (values == null) {
      throw Request.missing(Field.VALUES);
    }
    AppSettings change = AppSettings.parse(values, Set.copyOf(call.request().texts(Field.SECRET)));
    return Reply.blocking(
        () -> {
          change.apply(apps, known(id));
          return settings(id);
        });
  }

  private CompletableFuture<Reply> startLogin(RestCall call) {
    String id = id(call);
    String provider = call.segment("provider", name -> name);
    int port = call.http().localAddress().port();
    return Reply.blocking(
        () -> {
          var started = rooms.logins().start(known(id), provider, port);
          return Reply.ok(
              out -> {
                out.ascii("{\"authorizeUrl\":").string(started.authorizeUrl());
                out.ascii(",\"state\":").string(started.state()).ascii("}");
              });
        });
  }

  // ---- pages

  private CompletableFuture<Reply> open(RestCall call) {
    String id = id(call);
    String host = String.valueOf(call.http().getHeader("Host"));
    var standing = callers.standing(call.principal(), call.http());
    return Reply.blocking(
        () -> {
          String url = door.open(id, host, standing);
          return Reply.ok(out -> out.ascii("{\"url\":").string(url).ascii("}"));
        });
  }

  private Reply withPages() {
    List<Manifest> found =
        apps.all().stream()
            .flatMap(app -> app.manifest().stream())
            .filter(manifest -> manifest.provides(Capability.Kind.UI))
            .toList();
    return Reply.ok(
        out -> {
          out.ascii("{\"apps\":");
          Shapes.list(
              out,
              found,
              (to, app) -> {
                to.ascii("{\"id\":").string(app.id());
                to.ascii(",\"name\":").string(app.name());
                to.ascii(",\"version\":").string(app.version()).ascii("}");
              });
          out.ascii("}");
        });
  }

  // ---- shapes

  private Reply list() throws Exception {
    List<Consumer<JsonBuffer>> shown = new ArrayList<>();
    for (AppStatus app : apps.all()) {
      shown.add(shown(app));
    }
    return Reply.ok(
        out -> {
          out.ascii("{\"apps\":");
          Shapes.list(out, shown, (to, app) -> app.accept(to));
          out.ascii("}");
        });
  }

  private Consumer<JsonBuffer> shown(String id) throws Exception {
    return shown(
        apps.find(id)
            .orElseThrow(() -> new Refused(ErrorCode.NOT_FOUND, "there is no app '" + id + "'")));
  }

  /** Read here, where it may block; written on the event loop. */
  private Consumer<JsonBuffer> shown(AppStatus app) throws Exception {
    Manifest pending = rooms.packages().pending(app.id()).orElse(null);
    List<AppLogins.Login> logins = rooms.logins().of(app);
    return out -> AppShapes.app(out, app, logins, pending);
  }
}
