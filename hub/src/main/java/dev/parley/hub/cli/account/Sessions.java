package dev.parley.hub.cli.account;

import dev.parley.client.json.JsonException;
import dev.parley.client.json.JsonObject;
import dev.parley.client.json.JsonWriter;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.rest.RestCalls;
import java.io.IOException;
import java.net.URI;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Opens, refreshes and ends sessions. */
public final class Sessions {
  private static final String OWNERS = "/api/v1/owners";

  private final SessionFile file;
  private final InstantSource clock;

  public Sessions(SessionFile file) {
    this(file, InstantSource.system());
  }

  Sessions(SessionFile file, InstantSource clock) {
    this.file = file;
    this.clock = clock;
  }

  /**
   * Asks the hub for a session and keeps it.
   *
   * @param how {@code login} or {@code register}
   * @param denied what it means that the hub lets nobody in with these
   */
  Session open(String how, List<URI> addresses, JsonWriter credentials, String denied)
      throws IOException {
    JsonObject grant;
    try {
      grant = calls(addresses, null).send("POST", OWNERS + "/" + how, credentials.toBytes());
    } catch (CliError refusal) {
      throw refusal.isUnauthorized() ? CliError.unauthorized(denied) : refusal;
    }
    Session session = read(addresses, grant);
    return file.locked(
        () -> {
          file.write(session);
          return session;
        });
  }

  /** The session as it is now, with an access token that is good for a while. */
  public Session fresh(Session known) {
    if (!known.isDue(clock.millis())) {
      return known;
    }
    try {
      return file.locked(() -> refreshed(known));
    } catch (IOException e) {
      throw CliError.failed("cannot refresh the session: " + e.getMessage());
    }
  }

  /** With the lock held. Another command may have been first, and its tokens are the good ones. */
  private Session refreshed(Session known) throws IOException {
    Session now = file.kept();
    if (now == null || !now.isOf(known.email())) {
      throw ended(known);
    }
    if (!now.isDue(clock.millis())) {
      return now;
    }
    JsonObject grant;
    try {
      grant =
          calls(now.addresses(), null)
              .send(
                  "POST",
                  OWNERS + "/refresh",
                  new JsonWriter().put("refreshToken", now.refreshToken()).toBytes());
    } catch (CliError refusal) {
      throw refusal.isUnauthorized() ? ended(now) : refusal;
    }
    // On disk before anybody uses it: the one before is good no more.
    Session next = read(now.addresses(), grant);
    file.write(next);
    return next;
  }

  /**
   * Ends the session at the hub and forgets it here.
   *
   * @return why the hub could not be told, if it could not
   */
  Optional<String> close() throws IOException {
    return file.locked(
        () -> {
          String problem = null;
          try {
            Session session = file.kept();
            if (session != null) {
              Session good = session.isDue(clock.millis()) ? refreshed(session) : session;
              calls(good.addresses(), good.accessToken())
                  .send("POST", OWNERS + "/logout", new byte[0]);
            }
          } catch (CliError refusal) {
            problem = refusal.isUnauthorized() ? null : String.valueOf(refusal.getMessage());
          } catch (IOException e) {
            problem = String.valueOf(e.getMessage());
          }
          file.delete();
          return Optional.ofNullable(problem);
        });
  }

  /** Takes another password; that ends this session as well, so that another is opened with it. */
  Session changePassword(Session known, PasswordInput.Change change) throws IOException {
    Session good = fresh(known);
    try {
      calls(good.addresses(), good.accessToken())
          .send(
              "POST",
              OWNERS + "/password",
              new JsonWriter()
                  .put("password", change.present())
                  .put("newPassword", change.chosen())
                  .toBytes());
    } catch (CliError refusal) {
      throw refusal.isUnauthorized()
          ? CliError.unauthorized("the present password is wrong; nothing was changed")
          : refusal;
    }
    return open(
        "login",
        good.addresses(),
        new JsonWriter().put("email", good.email()).put("password", change.chosen()),
        "the password is another now; log in with it: parley login " + good.email());
  }

  /** Who this session is, as the hub says. */
  static JsonObject account(Session session) throws IOException {
    try {
      return calls(session.addresses(), session.accessToken()).get(OWNERS + "/me");
    } catch (CliError refusal) {
      throw refusal.isUnauthorized() ? ended(session) : refusal;
    }
  }

  /** Why the hub turned a session away: it has ended, or the agent is somebody else's. */
  public static CliError turnedAway(Session session, @Nullable String agent) {
    try {
      var _ = account(session);
    } catch (CliError why) {
      return why;
    } catch (IOException e) {
      return CliError.failed(String.valueOf(e.getMessage()));
    }
    return CliError.failed(
        "'"
            + agent
            + "' is no agent of "
            + session.email()
            + "; see yours with: parley agents list");
  }

  public static CliError ended(Session session) {
    return CliError.unauthorized("your session has ended; run: parley login " + session.email());
  }

  private Session read(List<URI> addresses, JsonObject grant) {
    try {
      return Session.of(addresses, grant, clock.millis());
    } catch (JsonException | IllegalArgumentException e) {
      throw CliError.failed("the hub's answer is no session: " + e.getMessage());
    }
  }

  private static RestCalls calls(List<URI> addresses, @Nullable String token) {
    return new RestCalls(RestCalls.base(Cli.answering(addresses)), token);
  }
}
