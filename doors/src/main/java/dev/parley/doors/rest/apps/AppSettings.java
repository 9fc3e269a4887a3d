package dev.parley.doors.rest.apps;

import dev.parley.apps.host.Apps;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A change of an app's settings, as it was asked for. */
public final class AppSettings {
  private static final Pattern NAME = Pattern.compile("[A-Za-z0-9_][A-Za-z0-9_.:-]{0,127}");
  private static final int VALUE_MAX = 32 << 10;
  private static final int COUNT_MAX = 200;
  private static final String LOGINS = "oauth:";

  private final Map<String, String> changes;
  private final Set<String> secret;

  private AppSettings(Map<String, String> changes, Set<String> secret) {
    this.changes = changes;
    this.secret = secret;
  }

  /**
   * @param object names and strings; null takes one away
   * @param secret which of them are
   */
  public static AppSettings parse(byte[] object, Set<String> secret) {
    Map<String, String> changes = new HashMap<>();
    for (Map.Entry<String, JsonNode> each : JsonMapper.shared().readTree(object).properties()) {
      String name = each.getKey();
      if (!NAME.matcher(name).matches() || name.startsWith(LOGINS)) {
        throw wrong("'" + name + "' is no name of a setting");
      }
      JsonNode value = each.getValue();
      if (!value.isString() && !value.isNull()) {
        throw wrong("the value of '" + name + "' must be a string, or null to take it away");
      }
      if (value.asString("").length() > VALUE_MAX) {
        throw wrong("the value of '" + name + "' has more than " + VALUE_MAX + " characters");
      }
      changes.put(name, value.isNull() ? null : value.asString());
    }
    if (!changes.keySet().containsAll(secret)) {
      throw wrong("'secret' names a setting that is not in 'values'");
    }
    return new AppSettings(changes, secret);
  }

  private static Refused wrong(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }

  /** What is secret stays so, also with another value, until it is taken away. */
  public void apply(Apps apps, String app) throws InterruptedException {
    Set<String> names = new HashSet<>(apps.settings(app).keySet());
    names.addAll(changes.keySet());
    if (names.size() > COUNT_MAX) {
      throw wrong("an app has at most " + COUNT_MAX + " settings");
    }
    apps.set(app, changes, secret);
  }
}
