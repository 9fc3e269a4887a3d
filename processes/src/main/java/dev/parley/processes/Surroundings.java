package dev.parley.processes;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What processes are given of the hub's own environment: the variables that any program needs, and
 * those that are asked for by name. Nothing else: a hub may have been started with secrets in its
 * environment.
 */
public final class Surroundings {
  /** Where programs are looked for when nobody says where. */
  static final String PATH_WITHOUT = "/usr/local/bin:/usr/bin:/bin";

  private static final List<String> USUAL =
      List.of(
          "PATH",
          "HOME",
          "USER",
          "LOGNAME",
          "SHELL",
          "LANG",
          "LANGUAGE",
          "LC_ALL",
          "LC_CTYPE",
          "TZ",
          "TMPDIR",
          "TERM");

  private final Map<String, String> own;

  /**
   * @param own the hub's environment
   */
  public Surroundings(Map<String, String> own) {
    this.own = Map.copyOf(own);
  }

  /** The folders in which programs are looked for, with colons between them. */
  public String path() {
    return own.getOrDefault("PATH", PATH_WITHOUT);
  }

  /** The usual variables and these, as far as they are set; to be added to. */
  public Map<String, String> with(List<String> names) {
    Map<String, String> variables = only(USUAL);
    variables.putAll(only(names));
    return variables;
  }

  /** These alone, as far as they are set; to be added to. */
  public Map<String, String> only(List<String> names) {
    Map<String, String> variables = new HashMap<>();
    for (String name : names) {
      String value = own.get(name);
      if (value != null) {
        variables.put(name, value);
      }
    }
    return variables;
  }
}
