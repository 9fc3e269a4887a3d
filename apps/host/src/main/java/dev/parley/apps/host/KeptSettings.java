package dev.parley.apps.host;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/**
 * What the owner has set for each app, and whether it is to run. One thread changes one app. Each
 * hub of a cluster has apps and settings of its own.
 */
final class KeptSettings {
  private static final Logger LOG = LoggerFactory.getLogger(KeptSettings.class);
  private static final String TABLE = "apps";
  private static final JsonMapper JSON = new JsonMapper();

  private static final int NAMES_MAX = 200;
  private static final int NAME_CHARS_MAX = 200;

  /** Well within what apps accept in one call. */
  private static final int CHARS_MAX = 512 << 10;

  private final Records records;
  private final SecretKey key;

  KeptSettings(Records records, SecretKey key) {
    this.records = records;
    this.key = key;
  }

  /**
   * @param plain values that anybody may see
   * @param locked values that nobody may, in Base64
   */
  private record Kept(boolean stopped, Map<String, String> plain, Map<String, String> locked) {
    Kept {
      plain = Map.copyOf(plain);
      locked = Map.copyOf(locked);
    }
  }

  private static final Kept NOTHING = new Kept(false, Map.of(), Map.of());

  private String record(String id) {
    return key.scope() + "/" + id;
  }

  private Kept kept(String id) {
    return records
        .get(TABLE, record(id))
        .map(json -> JSON.readValue(json, Kept.class))
        .orElse(NOTHING);
  }

  private void keep(String id, Kept kept) {
    try {
      var _ = records.put(TABLE, record(id), JSON.writeValueAsBytes(kept)).join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }

  boolean isStopped(String id) {
    return kept(id).stopped;
  }

  void stopped(String id, boolean stopped) {
    Kept kept = kept(id);
    if (kept.stopped != stopped) {
      keep(id, new Kept(stopped, kept.plain, kept.locked));
    }
  }

  /** Secret ones in clear; without those that this hub's key does not open. */
  Map<String, String> values(String id) {
    Kept kept = kept(id);
    Map<String, String> values = new HashMap<>(kept.plain);
    kept.locked.forEach(
        (name, locked) -> {
          try {
            values.put(name, key.open(place(id, name), Base64.getDecoder().decode(locked)));
          } catch (GeneralSecurityException | IllegalArgumentException e) {
            LOG.warn("the setting '{}' of app {} cannot be read: set it anew", name, id);
          }
        });
    return Map.copyOf(values);
  }

  Set<String> secrets(String id) {
    return Set.copyOf(kept(id).locked.keySet());
  }

  /**
   * @param changes a null takes a setting away
   * @param secret those whose values are not to be seen; what was secret stays so
   * @throws Refused when there would be too much; then nothing is changed
   */
  void change(String id, Map<String, String> changes, Set<String> secret) {
    Kept kept = kept(id);
    Map<String, String> plain = new LinkedHashMap<>(kept.plain);
    Map<String, String> locked = new LinkedHashMap<>(kept.locked);
    for (String name : new TreeSet<>(changes.keySet())) {
      if (name.isBlank() || name.length() > NAME_CHARS_MAX) {
        throw new Refused(
            ErrorCode.BAD_REQUEST,
            "a setting has a name of 1 to " + NAME_CHARS_MAX + " characters");
      }
      String value = changes.get(name);
      boolean hidden = secret.contains(name) || locked.containsKey(name);
      plain.remove(name);
      locked.remove(name);
      if (value != null && hidden) {
        byte[] bytes = key.seal(place(id, name), value);
        locked.put(name, Base64.getEncoder().encodeToString(bytes));
      } else if (value != null) {
        plain.put(name, value);
      }
    }
    // What is there already may be declared secret, too.
    for (String name : secret) {
      String value = plain.remove(name);
      if (value != null) {
        byte[] bytes = key.seal(place(id, name), value);
        locked.put(name, Base64.getEncoder().encodeToString(bytes));
      }
    }
    requireRoom(List.of(plain, locked));
    keep(id, new Kept(kept.stopped, plain, locked));
  }

  private static void requireRoom(List<Map<String, String>> all) {
    long chars = 0;
    int names = 0;
    for (Map<String, String> each : all) {
      names += each.size();
      for (Map.Entry<String, String> one : each.entrySet()) {
        chars += one.getKey().length() + one.getValue().getBytes(StandardCharsets.UTF_8).length;
      }
    }
    if (names > NAMES_MAX || chars > CHARS_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "an app has at most " + NAMES_MAX + " settings with " + CHARS_MAX + " bytes in all");
    }
  }

  private static String place(String id, String name) {
    return id + "\0" + name;
  }

  void forget(String id) {
    try {
      var _ = records.delete(TABLE, List.of(record(id))).join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }
}
