package dev.parley.apps.store;

import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * The records and blobs of the store.
 *
 * <pre>
 *  store-accounts        id: an {@link Account}
 *  store-apps            id: a {@link StoreApp}
 *  store-slugs           slug of an app or account/slug: its id
 *  store-ids             id of a manifest: the id of the app
 *  store-counts          id of an app: a {@link Counts}
 *  store-bots/APP        id of a bot: an {@link Installation}
 *  store-owned/OWNER     APP/BOT: nothing
 *  store-revocations     id of a manifest: a {@link Revocation}
 *  store-keys            id: a {@link Keyring.Known}
 *  store-notices         in the order they were made: a {@link Notices.Notice}
 * </pre>
 */
final class Shelf {
  static final String ACCOUNTS = "store-accounts";
  static final String APPS = "store-apps";
  static final String SLUGS = "store-slugs";
  static final String IDS = "store-ids";
  static final String COUNTS = "store-counts";
  static final String BOTS = "store-bots/";
  static final String OWNED = "store-owned/";
  static final String REVOCATIONS = "store-revocations";

  private static final JsonMapper JSON = JsonMapper.builder().build();

  /** How often an app was installed and is still, and how often it was downloaded. */
  record Counts(long installs, long downloads) {
    static final Counts NONE = new Counts(0, 0);
  }

  /** An entry of the list of revoked apps; {@code at} in Unix milliseconds. */
  record Revocation(String id, String name, String slug, String version, long at) {}

  private final Broker broker;
  private final Blobs blobs;

  Shelf(Broker broker, Blobs blobs) {
    this.broker = broker;
    this.blobs = blobs;
  }

  Records records() {
    return broker.records();
  }

  long now() {
    return broker.time().millis();
  }

  // ---- changing

  /** Runs it in a commit, and returns when that is durable. */
  <T> T change(Function<Tx, T> body) {
    return done(broker.transactions().run(body));
  }

  /** Changes an app as the commit finds it. */
  StoreApp change(String id, UnaryOperator<StoreApp> change) {
    return change(
        tx -> {
          StoreApp changed = change.apply(require(tx, id));
          put(tx, APPS, id, changed);
          return changed;
        });
  }

  static StoreApp require(Tx tx, String id) {
    StoreApp app = get(tx, APPS, id, StoreApp.class);
    if (app == null) {
      throw noSuchApp(id);
    }
    return app;
  }

  static Refused noSuchApp(String id) {
    return new Refused(ErrorCode.NOT_FOUND, "there is no app '" + id + "'");
  }

  static <T> @Nullable T get(Tx tx, String table, String key, Class<T> type) {
    byte[] value = tx.get(table, key);
    return value == null ? null : JSON.readValue(value, type);
  }

  static void put(Tx tx, String table, String key, Object value) {
    tx.put(table, key, JSON.writeValueAsBytes(value));
  }

  static <T> T done(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  // ---- reading

  <T> Optional<T> get(String table, String key, Class<T> type) {
    return records().get(table, key).map(value -> JSON.readValue(value, type));
  }

  Optional<String> text(String table, String key) {
    return get(table, key, String.class);
  }

  <T> List<T> all(String table, Class<T> type) {
    List<T> all = new ArrayList<>();
    records().forEach(table, (_, value) -> all.add(JSON.readValue(value, type)));
    return all;
  }

  List<String> keys(String table) {
    List<String> all = new ArrayList<>();
    records().forEach(table, (key, _) -> all.add(key));
    return all;
  }

  /** By its id, its slug, or the id of its manifest. */
  Optional<StoreApp> app(String named) {
    String id = text(SLUGS, named).or(() -> text(IDS, named)).orElse(named);
    return get(APPS, id, StoreApp.class);
  }

  // ---- blobs

  Blobs.Upload upload() {
    return blobs.upload();
  }

  Blob store(byte[] bytes, String type) {
    try (Blobs.Upload upload = blobs.upload()) {
      upload.write(bytes, 0, bytes.length);
      return upload.finish(type);
    }
  }

  Blob blob(String sha256) {
    return blobs
        .find(sha256)
        .orElseThrow(
            () -> new Refused(ErrorCode.STORE_UNAVAILABLE, "a file of this app is not there"));
  }

  byte[] bytes(String sha256) {
    try {
      return Files.readAllBytes(blob(sha256).file());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
