package dev.parley.core.address;

/** What an id may look like: {@code [A-Za-z0-9._@:+-]{1,128}}, checked without a regex. */
public final class IdGrammar {

  private static final int LENGTH_MAX = 128;
  private static final String ALLOWED =
      "allowed are 1 to 128 characters out of A-Z a-z 0-9 . _ @ : + -";

  private IdGrammar() {}

  /**
   * @param noun what the id is of, for the reason
   * @throws InvalidAddress when it is none
   */
  public static void require(String noun, String value) {
    int length = value.length();
    if (length == 0) {
      throw new InvalidAddress("the " + noun + " is empty; " + ALLOWED);
    }
    if (length > LENGTH_MAX) {
      throw new InvalidAddress("the " + noun + " has " + length + " characters; " + ALLOWED);
    }
    for (int i = 0; i < length; i++) {
      char c = value.charAt(i);
      if (!allows(c)) {
        throw new InvalidAddress(
            "the " + noun + " has " + CodeUnit.describe(c) + " at " + i + "; " + ALLOWED);
      }
    }
  }

  private static boolean allows(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= '0' && c <= '9')
        || (c >= 'A' && c <= 'Z')
        || c == '-'
        || c == '_'
        || c == '.'
        || c == '@'
        || c == ':'
        || c == '+';
  }
}
