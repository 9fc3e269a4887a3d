package dev.parley.apps.oauth;

import dev.parley.apps.host.AppStatus;
import dev.parley.apps.host.Apps;
import dev.parley.apps.manifest.Manifest.OAuthNeed;
import dev.parley.apps.oauth.LoginFile.Holder;
import dev.parley.apps.oauth.LoginFile.Kept;
import dev.parley.comm.oauth.Flows;
import dev.parley.comm.oauth.RemoteLogin.FlowStatus;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The owner's logins that apps may use: begun in the browser, kept good, handed over, ended. */
public final class AppLogins implements AutoCloseable {
  public static final String CALLBACK = "/auth/apps/callback";

  static final Duration LOOK_EVERY = Duration.ofSeconds(60);
  static final Duration EARLY = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(AppLogins.class);
  private static final String PREFIX = "oauth:";

  private final Apps apps;
  private final Map<String, Provider> providers;
  private final LoginFile file;
  private final Timekeeper time;
  private final TokenCalls calls = new TokenCalls();
  private final Flows<Holder> flows;

  private final ReentrantLock changes = new ReentrantLock();

  /** Guarded by this. */
  private final Map<Holder, Kept> kept;

  private Timekeeper.@Nullable Alarm alarm;
  private boolean closed;

  /** Where to go in the browser. */
  public record Started(String authorizeUrl, String state) {}

  /**
   * @param configured whether the hub knows how to ask this provider
   * @param expiresAt of the token that the app has, Unix milliseconds; 0 when it has none
   */
  public record Login(
      String provider,
      List<String> scopes,
      boolean configured,
      boolean connected,
      long expiresAt) {}

  private AppLogins(Apps apps, Map<String, Provider> providers, LoginFile file, Timekeeper time)
      throws IOException {
    this.apps = apps;
    this.providers = Map.copyOf(providers);
    this.file = file;
    this.time = time;
    this.flows = new Flows<>(time);
    this.kept = new TreeMap<>(file.read());
  }

  /**
   * Begins to look after the logins that are kept.
   *
   * @param providers by the names that manifests call them
   * @param file where logins are kept; made when it is not there
   */
  public static AppLogins open(
      Apps apps, Map<String, Provider> providers, Path file, Timekeeper time) throws IOException {
    AppLogins logins = new AppLogins(apps, providers, new LoginFile(file), time);
    logins.lookLater();
    return logins;
  }

  /** What an app asks for, and what of it is there. */
  public synchronized List<Login> of(AppStatus app) {
    return app.manifest().map(manifest -> manifest.oauth()).orElse(List.of()).stream()
        .map(
            need -> {
              Kept login = kept.get(new Holder(app.id(), need.provider()));
              return new Login(
                  need.provider(),
                  need.scopes(),
                  providers.containsKey(need.provider()),
                  login != null,
                  login == null ? 0 : login.expiresAt());
            })
        .toList();
  }

  /**
   * @param port of the owner's, where the browser comes back to
   */
  public Started start(String app, String provider, int port) {
    OAuthNeed need = need(app, provider);
    Provider asked = provider(provider);
    Flows.Flow<Holder> flow =
        flows.begin(new Holder(app, provider), "http://localhost:" + port + CALLBACK);
    Map<String, String> query = new LinkedHashMap<>();
    query.put("response_type", "code");
    query.put("client_id", asked.clientId());
    query.put("redirect_uri", flow.redirect());
    query.put("scope", String.join(" ", need.scopes()));
    query.put("state", flow.pkce().state());
    query.put("code_challenge", flow.pkce().challenge());
    query.put("code_challenge_method", "S256");
    query.putAll(asked.further());
    return new Started(TokenCalls.with(asked.authorize(), query).toString(), flow.pkce().state());
  }

  private OAuthNeed need(String app, String provider) {
    return apps.find(app).flatMap(AppStatus::manifest).stream()
        .flatMap(manifest -> manifest.oauth().stream())
        .filter(each -> each.provider().equals(provider))
        .findFirst()
        .orElseThrow(
            () ->
                new Refused(
                    ErrorCode.NOT_FOUND,
                    "app '" + app + "' asks for no login at '" + provider + "'"));
  }

  private Provider provider(String name) {
    Provider provider = providers.get(name);
    if (provider == null) {
      throw new Refused(
          ErrorCode.CONFLICT,
          "set 'apps.oauth." + name + ".clientId' in the hub's configuration first");
    }
    return provider;
  }

  /**
   * The browser has come back.
   *
   * @throws Refused when nobody waits for it, or the provider does not take the code
   */
  public void callback(@Nullable String state, @Nullable String code, boolean failed)
      throws IOException, InterruptedException {
    Flows.Flow<Holder> flow = state == null ? null : flows.take(state);
    if (flow == null || state == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "no such login was begun here, or it took too long");
    }
    try {
      if (code == null || code.isEmpty() || failed) {
        throw new Refused(ErrorCode.FORBIDDEN, "the login was not granted");
      }
      Map<String, String> form = new HashMap<>();
      form.put("grant_type", "authorization_code");
      form.put("code", code);
      form.put("redirect_uri", flow.redirect());
      form.put("code_verifier", flow.pkce().verifier());
      TokenCalls.Tokens tokens = asked(provider(flow.purpose().provider()), form);
      change(flow.purpose(), null, tokens);
      flows.ended(state, null);
    } catch (Refused refused) {
      flows.ended(state, String.valueOf(refused.getMessage()));
      throw refused;
    } catch (IOException e) {
      flows.ended(state, "the provider does not answer");
      throw e;
    }
  }

  public FlowStatus status(String state) {
    return flows.status(state);
  }

  private TokenCalls.Tokens asked(Provider provider, Map<String, String> form)
      throws IOException, InterruptedException {
    form.put("client_id", provider.clientId());
    if (!provider.clientSecret().isEmpty()) {
      form.put("client_secret", provider.clientSecret());
    }
    return calls.ask(provider, form);
  }

  /**
   * Keeps what has become of a login, and then tells the app. One at a time, so that the app never
   * gets a token of a login that was ended meanwhile.
   *
   * @param was nothing is done when it is another by now; null for whatever it is
   * @param tokens null when it has ended
   */
  private void change(Holder key, @Nullable Kept was, TokenCalls.@Nullable Tokens tokens)
      throws IOException, InterruptedException {
    changes.lockInterruptibly();
    try {
      Kept before = kept(key);
      if (was != null && !was.equals(before)) {
        return;
      }
      if (tokens == null) {
        keep(key, null);
        set(key, "", "", "");
        return;
      }
      String refresh =
          !tokens.refresh().isEmpty() || was == null ? tokens.refresh() : was.refresh();
      long until = time.millis() + tokens.lives().toMillis();
      keep(key, new Kept(refresh, until));
      set(key, tokens.access(), tokens.type(), Instant.ofEpochMilli(until).toString());
    } finally {
      changes.unlock();
    }
  }

  private synchronized @Nullable Kept kept(Holder key) {
    return kept.get(key);
  }

  private synchronized void keep(Holder key, @Nullable Kept next) throws IOException {
    Map<Holder, Kept> all = new TreeMap<>(kept);
    if (next == null) {
      all.remove(key);
    } else {
      all.put(key, next);
    }
    file.write(all);
    kept.clear();
    kept.putAll(all);
  }

  private void set(Holder key, String access, String type, String expires)
      throws InterruptedException {
    String prefix = PREFIX + key.provider() + ":";
    apps.set(
        key.app(),
        Map.of(
            prefix + "access_token", access,
            prefix + "token_type", type,
            prefix + "expires_at", expires),
        Set.of(prefix + "access_token"));
  }

  /** Forgets a login; the app is told so with empty tokens. */
  public void disconnect(String app, String provider) throws IOException, InterruptedException {
    Holder key = new Holder(app, provider);
    if (kept(key) == null) {
      throw new Refused(
          ErrorCode.NOT_FOUND, "app '" + app + "' has no login at '" + provider + "'");
    }
    change(key, null, null);
  }

  /** When an app is taken away for good. */
  public void forget(String app) throws IOException {
    List<Holder> keys;
    synchronized (this) {
      keys = kept.keySet().stream().filter(key -> key.app().equals(app)).toList();
    }
    for (Holder key : keys) {
      keep(key, null);
    }
  }

  // ---- keeping them good

  private synchronized void lookLater() {
    if (!closed) {
      alarm =
          time.after(
              LOOK_EVERY,
              () -> Thread.ofVirtual().name("parley-app-logins").start(this::lookAndGoOn));
    }
  }

  private void lookAndGoOn() {
    try {
      look();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      lookLater();
    }
  }

  /** Renews what ends soon. One after the other: there are few. */
  void look() throws InterruptedException {
    Map<Holder, Kept> ending = new TreeMap<>();
    synchronized (this) {
      kept.forEach(
          (key, login) -> {
            if (login.expiresAt() - time.millis() < EARLY.toMillis()) {
              ending.put(key, login);
            }
          });
    }
    for (Map.Entry<Holder, Kept> each : ending.entrySet()) {
      try {
        renew(each.getKey(), each.getValue());
      } catch (IOException | RuntimeException e) {
        LOG.warn(
            "the login of app {} at {} is not renewed yet: {}",
            each.getKey().app(),
            each.getKey().provider(),
            e.getMessage());
      }
    }
  }

  private void renew(Holder key, Kept login) throws IOException, InterruptedException {
    Provider provider = providers.get(key.provider());
    if (provider == null || login.refresh().isEmpty()) {
      if (login.expiresAt() <= time.millis()) {
        change(key, login, null);
      }
      return;
    }
    TokenCalls.Tokens tokens;
    try {
      tokens =
          asked(
              provider,
              new HashMap<>(
                  Map.of("grant_type", "refresh_token", "refresh_token", login.refresh())));
    } catch (Refused refused) {
      LOG.warn("{} has ended the login of app {}; connect it again", key.provider(), key.app());
      change(key, login, null);
      return;
    }
    change(key, login, tokens);
  }

  @Override
  public synchronized void close() {
    closed = true;
    if (alarm != null) {
      alarm.cancel();
    }
  }
}
