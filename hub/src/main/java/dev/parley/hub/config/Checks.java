package dev.parley.hub.config;

/** Ranges, refused by the key's name. */
final class Checks {
  private Checks() {}

  static void atLeast(String key, int value, int least) {
    if (value < least) {
      throw new BadConfig(key, value, "at least " + least);
    }
  }

  static void between(String key, int value, int least, int most) {
    if (value < least || value > most) {
      throw new BadConfig(key, value, "from " + least + " to " + most);
    }
  }
}
