package dev.parley.apps.signature;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a store says of whom to trust, remembered: its keys for a day, its revocations for an hour.
 * Any thread; blocks while it asks.
 */
public final class Trust {
  private static final Logger LOG = LoggerFactory.getLogger(Trust.class);
  private static final Duration KEYS_KEPT = Duration.ofHours(24);
  private static final Duration REVOCATIONS_KEPT = Duration.ofHours(1);

  /** After a failure: many apps are launched at once, and each would wait for the same silence. */
  private static final Duration FAILURE_KEPT = Duration.ofMinutes(1);

  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final TrustSource source;
  private final Timekeeper time;

  private @Nullable StoreKeys keys;
  private long keysUntil;
  private @Nullable IOException keysFailure;
  private long keysFailureUntil;

  private Set<String> revoked = Set.of();
  private boolean isRevokedKnown;
  private long revokedUntil;

  public Trust(TrustSource source, Timekeeper time) {
    this.source = source;
    this.time = time;
  }

  /**
   * The store's key of this id. One that is not known is asked for once more.
   *
   * @throws Refused when the store has no such key
   * @throws IOException when the store cannot be asked
   */
  public synchronized StoreKey key(String id) throws IOException, InterruptedException {
    StoreKeys known = keys;
    if (known != null && time.millis() < keysUntil) {
      Optional<StoreKey> found = known.find(id);
      if (found.isPresent()) {
        return found.get();
      }
    }
    StoreKeys fresh = fetchKeys();
    return fresh
        .find(id)
        .orElseThrow(
            () ->
                new Refused(
                    ErrorCode.FORBIDDEN,
                    "key ID mismatch: the app was signed with '"
                        + id
                        + "', the store signs with '"
                        + fresh.current().id()
                        + "'"));
  }

  private StoreKeys fetchKeys() throws IOException, InterruptedException {
    if (keysFailure != null && time.millis() < keysFailureUntil) {
      throw new IOException(keysFailure.getMessage(), keysFailure);
    }
    try {
      StoreKeys fresh = StoreKeys.parse(source.signingKey());
      keys = fresh;
      keysUntil = time.millis() + KEYS_KEPT.toMillis();
      keysFailure = null;
      return fresh;
    } catch (IOException e) {
      throw failed(e);
    } catch (Refused e) {
      throw failed(new IOException(e.getMessage(), e));
    }
  }

  private IOException failed(IOException why) {
    keysFailure = why;
    keysFailureUntil = time.millis() + FAILURE_KEPT.toMillis();
    return why;
  }

  /**
   * Whether the store has revoked this app, as far as is known: what cannot be asked for is not
   * waited for.
   *
   * @param id of its manifest
   */
  public boolean isRevoked(String id) throws InterruptedException {
    return revoked().contains(id);
  }

  /** The ids of all apps that are known to be revoked. */
  public synchronized Set<String> revoked() throws InterruptedException {
    if (!isRevokedKnown || time.millis() >= revokedUntil) {
      fetchRevoked();
    }
    return revoked;
  }

  /**
   * The store has said that something was revoked: it is asked again when somebody wants to know.
   */
  public synchronized void forgetRevocations() {
    isRevokedKnown = false;
  }

  private void fetchRevoked() throws InterruptedException {
    isRevokedKnown = true;
    try {
      revoked = parse(source.revocations());
      revokedUntil = time.millis() + REVOCATIONS_KEPT.toMillis();
    } catch (IOException | JacksonException e) {
      LOG.warn("the store does not say what it has revoked: {}", e.toString());
      revokedUntil = time.millis() + FAILURE_KEPT.toMillis();
    }
  }

  private static Set<String> parse(byte[] json) {
    Set<String> ids = new HashSet<>();
    for (JsonNode each : JSON.readTree(json).path("revocations")) {
      String id = each.path("id").asString("");
      if (!id.isEmpty()) {
        ids.add(id);
      }
    }
    return Set.copyOf(ids);
  }
}
