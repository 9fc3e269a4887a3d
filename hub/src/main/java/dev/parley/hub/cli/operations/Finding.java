package dev.parley.hub.cli.operations;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What a check of {@code parley doctor} found, and what to do about it. */
record Finding(String check, Verdict verdict, String detail, @Nullable String advice) {

  enum Verdict {
    OK,
    WARN,
    FAIL;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  static Finding ok(String check, String detail) {
    return new Finding(check, Verdict.OK, detail, null);
  }

  static Finding warn(String check, String detail, String advice) {
    return new Finding(check, Verdict.WARN, detail, advice);
  }

  static Finding fail(String check, String detail, String advice) {
    return new Finding(check, Verdict.FAIL, detail, advice);
  }

  Map<String, Object> toMap() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("check", check);
    map.put("verdict", verdict.word());
    map.put("detail", detail);
    if (advice != null) {
      map.put("advice", advice);
    }
    return map;
  }
}
