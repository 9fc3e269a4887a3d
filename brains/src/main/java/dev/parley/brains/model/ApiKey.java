package dev.parley.brains.model;

/** What an endpoint knows its customer by. Is nowhere shown. */
public final class ApiKey {
  /** For endpoints that ask for none. */
  public static final ApiKey NONE = new ApiKey("");

  private final String value;

  public ApiKey(String value) {
    this.value = value.strip();
  }

  String value() {
    return value;
  }

  boolean isEmpty() {
    return value.isEmpty();
  }

  /** What somebody says may repeat it. */
  String hiddenIn(String text) {
    return value.isEmpty() ? text : text.replace(value, "***");
  }

  @Override
  public String toString() {
    return isEmpty() ? "no key" : "***";
  }
}
