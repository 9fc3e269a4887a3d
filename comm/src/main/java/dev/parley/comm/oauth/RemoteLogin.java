package dev.parley.comm.oauth;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.comm.gateway.GatewayConfig;
import dev.parley.comm.gateway.GatewayPlugin;
import dev.parley.comm.settings.AuthProfile;
import dev.parley.comm.settings.CommSettings;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The owner's account at another hub. Blocks for the network. */
public final class RemoteLogin {
  private static final String PLUGIN = GatewayPlugin.NAME;

  private final CommSettings settings;
  private final Supplier<Optional<String>> apiServer;
  private final Timekeeper time;
  private final Flows<URI> flows;
  private final RemoteApi api = new RemoteApi();

  /** Where to go in the browser. */
  public record Started(String authorizeUrl, String state) {}

  /**
   * @param status pending, done, failed or unknown
   */
  public record FlowStatus(String status, String error) {}

  /**
   * @param apiServer the other hub's address as it is set
   */
  public RemoteLogin(CommSettings settings, Supplier<Optional<String>> apiServer, Timekeeper time) {
    this.settings = settings;
    this.apiServer = apiServer;
    this.time = time;
    this.flows = new Flows<>(time);
  }

  private URI server() {
    String text = apiServer.get().orElse("");
    if (text.isEmpty()) {
      throw new Refused(
          ErrorCode.CONFLICT, "set 'api_server' to the address of the other hub first");
    }
    return GatewayConfig.address(GatewayConfig.API_SERVER, text, Set.of("http", "https"));
  }

  // ---- in the browser

  /**
   * @param port of the owner's, where the browser comes back to
   */
  public Started start(int port) {
    URI server = server();
    String redirect = "http://localhost:" + port + "/auth/neboloop/callback";
    Flows.Flow<URI> flow = flows.begin(server, redirect);
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", LoginTokens.CLIENT_ID);
    query.put("redirect_uri", redirect);
    query.put("scope", "openid profile email");
    query.put("state", flow.pkce().state());
    query.put("code_challenge", flow.pkce().challenge());
    query.put("code_challenge_method", "S256");
    String text =
        query.entrySet().stream()
            .map(each -> each.getKey() + "=" + URLEncoder.encode(each.getValue(), UTF_8))
            .collect(Collectors.joining("&"));
    return new Started(page(server) + "/oauth/authorize?" + text, flow.pkce().state());
  }

  /** The page for people is on the same host without a leading {@code api.}. */
  private static String page(URI server) {
    return server.toString().replaceAll("/+$", "").replaceFirst("//api\\.", "//");
  }

  /**
   * The browser has come back.
   *
   * @throws Refused when nobody waits for it, or the other hub does not take the code
   */
  public void callback(@Nullable String state, @Nullable String code, @Nullable String error)
      throws IOException, InterruptedException {
    Flows.Flow<URI> flow = state == null ? null : flows.take(state);
    if (flow == null || state == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "no such login was begun here, or it took too long");
    }
    try {
      if (code == null || code.isEmpty() || error != null) {
        throw new Refused(ErrorCode.FORBIDDEN, "the login was not granted");
      }
      exchange(flow, code);
      flows.ended(state, null);
    } catch (Refused refused) {
      flows.ended(state, String.valueOf(refused.getMessage()));
      throw refused;
    } catch (IOException e) {
      flows.ended(state, "the other hub does not answer");
      throw e;
    }
  }

  private void exchange(Flows.Flow<URI> flow, String code)
      throws IOException, InterruptedException {
    RemoteApi.Answer tokens =
        api.post(
            flow.purpose(),
            "/oauth/token",
            Map.of(
                "grant_type",
                "authorization_code",
                "code",
                code,
                "redirect_uri",
                flow.redirect(),
                "client_id",
                LoginTokens.CLIENT_ID,
                "code_verifier",
                flow.pkce().verifier()));
    String access = tokens.text("access_token");
    if (!tokens.isGood() || access.isEmpty()) {
      throw tokens.refused("the code of the login");
    }
    RemoteApi.Answer who = api.get(flow.purpose(), "/oauth/userinfo", access);
    if (!who.isGood()) {
      throw who.refused("to say whose login it is");
    }
    keep(
        new AuthProfile(
            flow.purpose().toString(),
            access,
            tokens.text("refresh_token"),
            LoginTokens.until(tokens, time.millis()),
            who.text("sub"),
            who.text("email"),
            who.text("name"),
            false));
  }

  private void keep(AuthProfile profile) {
    settings.loggedIn(PLUGIN, profile).join();
  }

  public FlowStatus status(String state) {
    return flows.status(state);
  }

  // ---- with a password

  /** Makes an account at the other hub and logs in there. */
  public void register(
      String email, String password, @Nullable String displayName, @Nullable String invitation)
      throws IOException, InterruptedException {
    Map<String, String> body = new HashMap<>(Map.of("email", email, "password", password));
    if (displayName != null) {
      body.put("displayName", displayName);
    }
    if (invitation != null) {
      body.put("invitation", invitation);
    }
    enter("/api/v1/owners/register", body, "to make an account");
  }

  public void logIn(String email, String password) throws IOException, InterruptedException {
    enter("/api/v1/owners/login", Map.of("email", email, "password", password), "the login");
  }

  private void enter(String path, Map<String, String> body, String what)
      throws IOException, InterruptedException {
    URI server = server();
    RemoteApi.Answer answer = api.post(server, path, body);
    String access = answer.text("token", "access_token");
    if (!answer.isGood() || access.isEmpty()) {
      throw answer.refused(what);
    }
    keep(
        new AuthProfile(
            server.toString(),
            access,
            answer.text("refreshToken", "refresh_token"),
            LoginTokens.until(answer, time.millis()),
            answer.text("id"),
            answer.text("email"),
            answer.text("displayName", "display_name"),
            true));
  }

  // ---- the account

  public Optional<AuthProfile> account() {
    return settings.auth(PLUGIN);
  }

  /** Forgets the tokens and hangs up; at the other hub the session is ended, if it answers. */
  public void disconnect() throws InterruptedException {
    AuthProfile profile = account().orElse(null);
    settings.loggedOut(PLUGIN).join();
    if (profile == null) {
      return;
    }
    try {
      URI server = URI.create(profile.apiServer());
      var _ = api.post(server, "/api/v1/owners/logout", profile.accessToken());
    } catch (IOException | Refused e) {
      // Nobody there to be told; the tokens end by themselves.
    }
  }

  /** What the account has used at the other hub, as that tells it: a JSON object. */
  public String usage() throws IOException, InterruptedException {
    AuthProfile profile =
        account()
            .orElseThrow(
                () -> new Refused(ErrorCode.NOT_FOUND, "this hub is not logged in at another"));
    RemoteApi.Answer answer =
        api.get(URI.create(profile.apiServer()), "/api/v1/owners/me/usage", profile.accessToken());
    if (!answer.isGood()) {
      throw answer.refused("usage");
    }
    return answer.body().toString();
  }
}
