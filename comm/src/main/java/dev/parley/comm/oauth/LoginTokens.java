package dev.parley.comm.oauth;

import dev.parley.comm.gateway.GatewayPlugin;
import dev.parley.comm.gateway.TokenRenewal;
import dev.parley.comm.settings.AuthProfile;
import dev.parley.comm.settings.CommSettings;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the tokens of a login good: renewed before they end, and when they are refused. */
public final class LoginTokens implements TokenRenewal {
  private static final Logger LOG = LoggerFactory.getLogger(LoginTokens.class);
  private static final Duration EARLY = Duration.ofMinutes(2);

  /** As which client this hub is known to others; public, so it is no secret. */
  static final String CLIENT_ID = "nbl_nebo_desktop";

  private static final String PLUGIN = GatewayPlugin.NAME;

  private final CommSettings settings;
  private final Timekeeper time;
  private final RemoteApi api = new RemoteApi();
  private final AtomicBoolean keeping = new AtomicBoolean();

  public LoginTokens(CommSettings settings, Timekeeper time) {
    this.settings = settings;
    this.time = time;
  }

  /** The token of the login, where the configuration names no other. */
  @Override
  public String current(String configured) throws IOException, InterruptedException {
    AuthProfile profile = settings.auth(PLUGIN).orElse(null);
    if (profile == null || !isOfLogin(configured, profile)) {
      return configured;
    }
    return isEnding(profile) ? renew(profile).orElse(profile.accessToken()) : profile.accessToken();
  }

  private static boolean isOfLogin(String configured, AuthProfile profile) {
    return configured.equals(CommSettings.OF_LOGIN) || configured.equals(profile.accessToken());
  }

  private boolean isEnding(AuthProfile profile) {
    return profile.expiresAt() - time.millis() < EARLY.toMillis();
  }

  @Override
  public Optional<String> renewed(String refused) throws IOException, InterruptedException {
    AuthProfile profile = settings.auth(PLUGIN).orElse(null);
    if (profile == null) {
      return Optional.empty();
    }
    boolean already = !profile.accessToken().equals(refused);
    return already ? Optional.of(profile.accessToken()) : renew(profile);
  }

  /** Looks whether the token ends soon, without making anybody wait. Any thread. */
  public void keepFresh() {
    AuthProfile profile = settings.auth(PLUGIN).orElse(null);
    if (profile == null || !isEnding(profile) || !keeping.compareAndSet(false, true)) {
      return;
    }
    var _ =
        Thread.ofVirtual()
            .name("parley-comm-tokens")
            .start(
                () -> {
                  try {
                    var _ = renew(profile);
                  } catch (IOException e) {
                    LOG.debug("the token is not renewed yet", e);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  } finally {
                    keeping.set(false);
                  }
                });
  }

  /** One at a time: a refresh token is good once. */
  private synchronized Optional<String> renew(AuthProfile asked)
      throws IOException, InterruptedException {
    AuthProfile profile = settings.auth(PLUGIN).orElse(null);
    if (profile == null || profile.refreshToken().isEmpty()) {
      return Optional.empty();
    }
    if (!profile.accessToken().equals(asked.accessToken())) {
      return Optional.of(profile.accessToken()); // somebody else was faster
    }
    URI server = URI.create(profile.apiServer());
    RemoteApi.Answer answer =
        profile.byPassword()
            ? api.post(
                server, "/api/v1/owners/refresh", Map.of("refreshToken", profile.refreshToken()))
            : api.post(
                server,
                "/oauth/token",
                Map.of(
                    "grant_type",
                    "refresh_token",
                    "refresh_token",
                    profile.refreshToken(),
                    "client_id",
                    CLIENT_ID));
    if (!answer.isGood() && answer.status() < 500 && answer.status() != 429) {
      return Optional.empty();
    }
    AuthProfile next = with(profile, answer);
    if (next == null) {
      throw new IOException("the other hub answered with " + answer.status());
    }
    return settings.renewed(PLUGIN, profile, next).join()
        ? Optional.of(next.accessToken())
        : settings.auth(PLUGIN).map(AuthProfile::accessToken);
  }

  private @Nullable AuthProfile with(AuthProfile profile, RemoteApi.Answer answer) {
    String access = answer.text("access_token", "token");
    if (!answer.isGood() || access.isEmpty()) {
      return null;
    }
    String refresh = answer.text("refresh_token", "refreshToken");
    return profile.withTokens(
        access, refresh.isEmpty() ? profile.refreshToken() : refresh, until(answer, time.millis()));
  }

  /** An hour unless the answer says for how many seconds, at most a year. */
  static long until(RemoteApi.Answer answer, long now) {
    long seconds =
        answer.body().path("expires_in").asLong(answer.body().path("expiresIn").asLong(3_600));
    return now + Duration.ofSeconds(Math.clamp(seconds, 1, 31_536_000)).toMillis();
  }
}
