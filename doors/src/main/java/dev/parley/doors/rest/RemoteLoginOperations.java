package dev.parley.doors.rest;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.comm.oauth.RemoteLogin;
import dev.parley.comm.settings.AuthProfile;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.doors.http.Route;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The owner's account at another hub: logging in there, and what came of it. */
final class RemoteLoginOperations {
  private static final String START = "/neboloop/oauth/start";
  private static final String ACCOUNT = "/neboloop/account";
  private static final int PAGE_TEXT_MAX = 2_048;

  private final RemoteLogin login;

  RemoteLoginOperations(RemoteLogin login) {
    this.login = login;
  }

  /** What waits for another hub. */
  @FunctionalInterface
  private interface Asking<T> {
    T ask() throws IOException, InterruptedException;
  }

  List<Operation> operations() {
    return List.of(
        Operation.post(START, "startRemoteLogin", "Begin to log in at another hub in the browser")
            .by(Access.OWNER)
            .answering("RemoteLoginStart")
            .audited("comm.login.start")
            .doing(this::start),
        Operation.get(START, "startRemoteLoginByLink", "The same")
            .by(Access.OWNER)
            .answering("RemoteLoginStart")
            .audited("comm.login.start")
            .doing(this::start),
        Operation.get("/neboloop/oauth/status", "remoteLoginStatus", "What became of a login")
            .by(Access.OWNER)
            .query(QueryParameter.STATE)
            .answering("RemoteLoginStatus")
            .doing(this::status),
        Operation.post("/neboloop/register", "registerRemotely", "Make an account at another hub")
            .by(Access.OWNER)
            .taking("Registration")
            .answering("RemoteAccount")
            .audited("comm.register")
            .doing(this::register),
        Operation.post("/neboloop/login", "logInRemotely", "Log in at another hub with a password")
            .by(Access.OWNER)
            .taking("PasswordLogin")
            .answering("RemoteAccount")
            .audited("comm.login")
            .doing(this::logIn),
        Operation.get(ACCOUNT, "remoteAccount", "The account at another hub, if there is one")
            .by(Access.OWNER)
            .answering("RemoteAccount")
            .doing(_ -> asked(() -> "").thenApply(_ -> account())),
        Operation.delete(ACCOUNT, "forgetRemoteAccount", "Log out there and forget the tokens")
            .by(Access.OWNER)
            .answering(204, null)
            .audited("comm.logout")
            .doing(
                _ ->
                    asked(
                            () -> {
                              login.disconnect();
                              return true;
                            })
                        .thenApply(_ -> Reply.nothing())),
        Operation.get("/neboloop/janus/usage", "remoteUsage", "What the account has used there")
            .by(Access.OWNER)
            .answering("RemoteUsage")
            .doing(
                _ ->
                    asked(login::usage)
                        .thenApply(json -> Reply.ok(out -> out.raw(json.getBytes(UTF_8))))));
  }

  private static <T> CompletableFuture<T> asked(Asking<T> asking) {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            return asking.ask();
          } catch (IOException e) {
            throw new Refused(ErrorCode.TIMEOUT, "the other hub does not answer");
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new Refused(ErrorCode.SHUTTING_DOWN, "the hub is going down");
          }
        },
        task -> Thread.ofVirtual().start(task));
  }

  private CompletableFuture<Reply> start(RestCall call) {
    int port = call.http().localAddress().port();
    return asked(() -> login.start(port))
        .thenApply(
            started ->
                Reply.ok(
                    out -> {
                      out.ascii("{\"authorizeUrl\":").string(started.authorizeUrl());
                      out.ascii(",\"state\":").string(started.state()).ascii("}");
                    }));
  }

  private CompletableFuture<Reply> status(RestCall call) {
    String state = call.query(QueryParameter.STATE);
    if (state == null) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'state' is missing: that of the login");
    }
    RemoteLogin.FlowStatus status = login.status(state);
    return Reply.ok(
            out -> {
              out.ascii("{\"status\":").string(status.status());
              out.ascii(",\"error\":").string(status.error()).ascii("}");
            })
        .now();
  }

  private CompletableFuture<Reply> register(RestCall call) {
    String email = call.request().requireText(Field.EMAIL);
    String password = call.request().requireText(Field.PASSWORD);
    String name = call.request().text(Field.DISPLAY_NAME);
    String invitation = call.request().text(Field.INVITATION);
    return asked(
        () -> {
          login.register(email, password, name, invitation);
          return account();
        });
  }

  private CompletableFuture<Reply> logIn(RestCall call) {
    String email = call.request().requireText(Field.EMAIL);
    String password = call.request().requireText(Field.PASSWORD);
    return asked(
        () -> {
          login.logIn(email, password);
          return account();
        });
  }

  private Reply account() {
    AuthProfile profile = login.account().orElse(null);
    return Reply.ok(
        out -> {
          out.ascii("{\"connected\":").bool(profile != null);
          if (profile != null) {
            members(out, profile);
          }
          out.ascii("}");
        });
  }

  private static void members(JsonBuffer out, AuthProfile profile) {
    out.ascii(",\"id\":").string(profile.subject());
    out.ascii(",\"email\":").string(profile.email());
    out.ascii(",\"displayName\":").string(profile.name());
    out.ascii(",\"apiServer\":").string(profile.apiServer());
    out.ascii(",\"expiresAt\":").number(profile.expiresAt());
  }

  // ---- where the browser comes back to

  /**
   * A browser that comes from another site has no key to show (docs/adr/0052): the state, which
   * nobody else knows and which is good once, says that the owner has begun this.
   */
  Route callback() {
    return Route.forOwner("/auth/neboloop/callback", this::onCallback);
  }

  private void onCallback(HttpServerRequest request) {
    Context context =
        Objects.requireNonNull(Vertx.currentContext(), "requests come on event loops");
    String state = bounded(request.getParam("state"));
    String code = bounded(request.getParam("code"));
    String error = request.getParam("error") == null ? null : "error";
    var _ =
        asked(
                () -> {
                  login.callback(state, code, error);
                  return true;
                })
            .handle(
                (_, failure) -> {
                  context.runOnContext(_ -> page(request, failure));
                  return true;
                });
  }

  private static @Nullable String bounded(@Nullable String text) {
    return text == null || text.length() > PAGE_TEXT_MAX ? null : text;
  }

  /** Nothing of the request is repeated on it. */
  private static void page(HttpServerRequest request, @Nullable Throwable failure) {
    Refused refused = failure == null ? null : Refused.of(failure);
    String text =
        refused == null
            ? "This hub is connected. You can close this window."
            : "Not connected: " + refused.getMessage() + ". You can close this window.";
    var _ =
        request
            .response()
            .setStatusCode(refused == null ? 200 : 400)
            .putHeader("Content-Type", "text/html; charset=utf-8")
            .putHeader("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
            .putHeader("Referrer-Policy", "no-referrer")
            .putHeader("X-Content-Type-Options", "nosniff")
            .putHeader("Cache-Control", "no-store")
            .end(
                Buffer.buffer(
                    "<!doctype html><html lang=\"en\"><meta"
                        + " charset=\"utf-8\"><title>Parley</title><p>"
                        + escaped(text)
                        + "</p></html>"));
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
