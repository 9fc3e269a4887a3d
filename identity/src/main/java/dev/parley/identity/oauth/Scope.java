package dev.parley.identity.oauth;

import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** What a program may be allowed. */
public enum Scope {
  /** The MCP door. */
  MCP,
  /** Who has let it in: the id. */
  OPENID,
  /** The name. */
  PROFILE,
  /** The address. */
  EMAIL;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Those of a list with blanks between them that there are; what is not known is left out. */
  public static Set<Scope> of(String text) {
    List<String> words = Arrays.asList(text.split(" ", -1));
    Set<Scope> named = EnumSet.noneOf(Scope.class);
    for (Scope scope : values()) {
      if (words.contains(scope.wireName())) {
        named.add(scope);
      }
    }
    return named;
  }

  public static String text(Set<Scope> scopes) {
    return scopes.stream().sorted().map(Scope::wireName).collect(Collectors.joining(" "));
  }
}
