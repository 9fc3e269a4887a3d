package dev.parley.comm.settings;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.comm.SettingsSchema;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The settings as they are kept. Reading may block for a record; any thread. */
public final class CommSettings {
  /** Stands for the token of a login, which changes without the settings having changed. */
  public static final String OF_LOGIN = "login";

  private static final String TABLE = "comm";
  private static final String ENABLED = "settings/enabled";
  private static final String PLUGIN = "settings/plugin";

  /** Counts up so that a plugin is connected anew although nothing else has changed. */
  private static final String REVISION = "settings/revision";

  private static final String BOT_ID = "bot_id";

  private final Broker broker;
  private final FileSettings file;
  private final List<Runnable> hooks = new CopyOnWriteArrayList<>();

  public CommSettings(Broker broker, FileSettings file) {
    this.broker = broker;
    this.file = file;
    broker.records().follow(TABLE, (_, _) -> changed());
  }

  /** Told, on whatever thread and at every hub, when something may have changed: be short. */
  public void onChange(Runnable hook) {
    hooks.add(hook);
  }

  private void changed() {
    hooks.forEach(Runnable::run);
  }

  private Optional<String> stored(String key) {
    return broker.records().get(TABLE, key).map(bytes -> new String(bytes, UTF_8));
  }

  public boolean isEnabled() {
    return stored(ENABLED).map(Boolean::parseBoolean).orElse(file.enabled());
  }

  public String plugin() {
    return stored(PLUGIN).orElse(file.plugin());
  }

  public String revision() {
    return stored(REVISION).orElse("0");
  }

  private static String key(String plugin, String field) {
    return "plugin/" + plugin + "/" + field;
  }

  private static String authKey(String plugin) {
    return "auth/" + plugin;
  }

  public Optional<AuthProfile> auth(String plugin) {
    return broker.records().get(TABLE, authKey(plugin)).map(AuthProfile::parse);
  }

  /** All values that a plugin has, by their keys. */
  public Map<String, Value> values(String plugin, SettingsSchema schema) {
    Map<String, Value> values = new LinkedHashMap<>();
    AuthProfile auth = auth(plugin).orElse(null);
    schema
        .fields()
        .forEach(
            field -> {
              Value value = value(plugin, field, auth);
              if (!value.text().isEmpty()) {
                values.put(field.key(), value);
              }
            });
    return values;
  }

  private Value value(String plugin, SettingsSchema.Field field, @Nullable AuthProfile auth) {
    Optional<String> set = stored(key(plugin, field.key()));
    if (set.isPresent()) {
      return new Value(set.get(), Value.Source.STORE);
    }
    String given = plugin.equals(file.plugin()) ? file.values().get(field.key()) : null;
    if (given != null && !given.isBlank()) {
      return new Value(given, Value.Source.FILE);
    }
    String brought =
        auth == null
            ? null
            : switch (field.key()) {
              case "token" -> auth.accessToken();
              case "api_server" -> auth.apiServer();
              default -> null;
            };
    return brought != null
        ? new Value(brought, Value.Source.LOGIN)
        : new Value(field.byDefault(), Value.Source.DEFAULT);
  }

  /**
   * What is to be different.
   *
   * @param values of the plugin's settings, by their keys; an empty text takes one away, so that
   *     what comes next in the order counts
   */
  public record Change(
      @Nullable Boolean enabled, @Nullable String plugin, Map<String, String> values) {}

  /**
   * Changes settings, all or none of them.
   *
   * @param of the plugin whose values they are
   * @throws Refused when a setting is unknown or its value no good; then nothing is changed
   */
  public CompletableFuture<Boolean> change(String of, SettingsSchema schema, Change change) {
    change.values().forEach(schema::check);
    return changing(
        tx -> {
          if (change.enabled() != null) {
            put(tx, ENABLED, change.enabled().toString());
          }
          if (change.plugin() != null) {
            put(tx, PLUGIN, change.plugin());
          }
          change
              .values()
              .forEach(
                  (key, value) -> {
                    if (value.isBlank()) {
                      tx.delete(TABLE, key(of, key));
                    } else {
                      put(tx, key(of, key), value.strip());
                    }
                  });
          put(tx, REVISION, next(tx));
        });
  }

  private static String next(Tx tx) {
    byte[] now = tx.get(TABLE, REVISION);
    return Long.toString(now == null ? 1 : Long.parseLong(new String(now, UTF_8)) + 1);
  }

  private static void put(Tx tx, String key, String value) {
    tx.put(TABLE, key, value.getBytes(UTF_8));
  }

  private CompletableFuture<Boolean> changing(Consumer<Tx> change) {
    return broker
        .transactions()
        .run(
            tx -> {
              change.accept(tx);
              return true;
            })
        .whenComplete((_, _) -> changed());
  }

  /** A login: from now on the plugin is enabled and comes with what was brought. */
  public CompletableFuture<Boolean> loggedIn(String plugin, AuthProfile profile) {
    return changing(
        tx -> {
          tx.put(TABLE, authKey(plugin), profile.toJson());
          put(tx, ENABLED, "true");
          put(tx, PLUGIN, plugin);
          // What was set by hand for another account would win over the login.
          tx.delete(TABLE, key(plugin, "token"));
          put(tx, REVISION, next(tx));
        });
  }

  /**
   * Tokens have been renewed; nobody needs to connect anew for that.
   *
   * @param before what they were renewed from: nothing happens if that is no longer what is kept
   */
  public CompletableFuture<Boolean> renewed(
      String plugin, AuthProfile before, AuthProfile profile) {
    return broker
        .transactions()
        .run(
            tx -> {
              byte[] kept = tx.get(TABLE, authKey(plugin));
              boolean same = kept != null && AuthProfile.parse(kept).equals(before);
              if (same) {
                tx.put(TABLE, authKey(plugin), profile.toJson());
              }
              return same;
            });
  }

  /** Forgets what a login has brought; what goes by it ends. */
  public CompletableFuture<Boolean> loggedOut(String plugin) {
    return changing(
        tx -> {
          tx.delete(TABLE, authKey(plugin));
          put(tx, ENABLED, "false");
          put(tx, REVISION, next(tx));
        });
  }

  /** Makes the id under which this hub is known elsewhere, once. Blocks. */
  public void ensureBotId(String plugin, SettingsSchema schema) {
    SettingsSchema.Field field = schema.field(BOT_ID).orElse(null);
    if (field != null && value(plugin, field, null).text().isEmpty()) {
      broker
          .records()
          .create(TABLE, key(plugin, BOT_ID), UUID.randomUUID().toString().getBytes(UTF_8))
          .join();
    }
  }
}
