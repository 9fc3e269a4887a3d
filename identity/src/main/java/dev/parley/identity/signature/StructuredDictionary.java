package dev.parley.identity.signature;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/**
 * Reads a header field that is a dictionary (RFC 8941, section 4.2.2). Stricter than it must be: no
 * name comes twice, decimals are refused, base64 is whole, and everything has a limit. What was
 * read is written again as it was, but for spaces.
 */
final class StructuredDictionary {
  private static final int LENGTH_MAX = 8_192;
  private static final int MEMBERS_MAX = 16;
  private static final int ITEMS_MAX = 64;
  private static final int PARAMETERS_MAX = 16;
  private static final int DIGITS_MAX = 15;

  private final String field;
  private final String text;
  private int at;

  private StructuredDictionary(String field, String text) {
    this.field = field;
    this.text = text;
  }

  /**
   * @param field its name, for the refusal
   * @throws Refused when it is none
   */
  static SequencedMap<String, Member> parse(String field, List<String> lines) {
    String text = String.join(", ", lines);
    if (text.length() > LENGTH_MAX) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'" + field + "' is longer than " + LENGTH_MAX);
    }
    return new StructuredDictionary(field, text).dictionary();
  }

  private SequencedMap<String, Member> dictionary() {
    SequencedMap<String, Member> members = new LinkedHashMap<>();
    skip(" ");
    while (!isAtEnd()) {
      String name = key();
      Member member = accept('=') ? member() : new Member.Item(new Bare.Flag(true), parameters());
      if (members.putIfAbsent(name, member) != null || members.size() > MEMBERS_MAX) {
        throw bad("a name twice, or too many of them");
      }
      skip(" \t");
      if (isAtEnd()) {
        return members;
      }
      expect(',');
      skip(" \t");
      if (isAtEnd()) {
        throw bad("something has to follow the last comma");
      }
    }
    return members;
  }

  private Member member() {
    return accept('(') ? innerList() : item();
  }

  private Member.InnerList innerList() {
    List<Member.Item> items = new ArrayList<>();
    skip(" ");
    while (!accept(')')) {
      items.add(item());
      if (items.size() > ITEMS_MAX) {
        throw bad("too many items");
      }
      if (!isAtEnd() && peek() != ' ' && peek() != ')') {
        throw bad("a space or ) has to follow an item");
      }
      skip(" ");
    }
    return new Member.InnerList(items, parameters());
  }

  private Member.Item item() {
    Bare value = bare();
    return new Member.Item(value, parameters());
  }

  private Map<String, Bare> parameters() {
    Map<String, Bare> parameters = new LinkedHashMap<>();
    while (accept(';')) {
      skip(" ");
      String name = key();
      Bare value = accept('=') ? bare() : new Bare.Flag(true);
      if (parameters.putIfAbsent(name, value) != null || parameters.size() > PARAMETERS_MAX) {
        throw bad("a parameter twice, or too many of them");
      }
    }
    return parameters;
  }

  private String key() {
    int start = at;
    while (!isAtEnd() && isOfKey(peek(), at == start)) {
      at++;
    }
    if (at == start) {
      throw bad("a name has to begin here");
    }
    return text.substring(start, at);
  }

  private static boolean isOfKey(char c, boolean first) {
    return (c >= 'a' && c <= 'z')
        || c == '*'
        || (!first && ((c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.'));
  }

  private Bare bare() {
    char c = isAtEnd() ? ' ' : peek();
    if (c == '"') {
      return string();
    }
    if (c == ':') {
      return bytes();
    }
    if (c == '?') {
      return flag();
    }
    if (c == '-' || (c >= '0' && c <= '9')) {
      return whole();
    }
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '*') {
      return token();
    }
    throw bad("a value has to begin here");
  }

  private Bare.Text string() {
    StringBuilder value = new StringBuilder();
    expect('"');
    while (!accept('"')) {
      char c = next();
      if (c == '\\') {
        c = next();
        if (c != '"' && c != '\\') {
          throw bad("only \" and \\ are escaped");
        }
      } else if (c < 0x20 || c > 0x7e) {
        throw bad("strings are of visible ASCII");
      }
      value.append(c);
    }
    return new Bare.Text(value.toString());
  }

  private Bare.Bytes bytes() {
    expect(':');
    int end = text.indexOf(':', at);
    if (end < 0) {
      throw bad("bytes end with a colon");
    }
    String encoded = text.substring(at, end);
    at = end + 1;
    try {
      byte[] value = Base64.getDecoder().decode(encoded);
      if (Base64.getEncoder().encodeToString(value).equals(encoded)) {
        return new Bare.Bytes(value);
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw bad("between colons stands base64, with its padding");
  }

  private Bare.Flag flag() {
    expect('?');
    char c = next();
    if (c != '0' && c != '1') {
      throw bad("a flag is ?0 or ?1");
    }
    return new Bare.Flag(c == '1');
  }

  private Bare.Whole whole() {
    int start = at;
    boolean negative = accept('-');
    int digits = at;
    while (!isAtEnd() && peek() >= '0' && peek() <= '9') {
      at++;
    }
    if (at == digits || at - digits > DIGITS_MAX || (!isAtEnd() && peek() == '.')) {
      throw bad("a whole number has 1 to " + DIGITS_MAX + " digits");
    }
    // Written again it has to be the same: no leading zeros, no -0.
    if (text.charAt(digits) == '0' && (at - digits > 1 || negative)) {
      throw bad("a number has no zeros before it");
    }
    return new Bare.Whole(Long.parseLong(text.substring(start, at)));
  }

  private Bare.Token token() {
    int start = at;
    while (!isAtEnd() && isOfToken(peek())) {
      at++;
    }
    return new Bare.Token(text.substring(start, at));
  }

  private static boolean isOfToken(char c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || "!#$%&'*+-.^_`|~:/".indexOf(c) >= 0;
  }

  // ---- characters

  private boolean isAtEnd() {
    return at >= text.length();
  }

  private char peek() {
    return text.charAt(at);
  }

  private char next() {
    if (isAtEnd()) {
      throw bad("it ends too early");
    }
    return text.charAt(at++);
  }

  private boolean accept(char wanted) {
    if (isAtEnd() || peek() != wanted) {
      return false;
    }
    at++;
    return true;
  }

  private void expect(char wanted) {
    if (!accept(wanted)) {
      throw bad("'" + wanted + "' has to stand here");
    }
  }

  private void skip(String spaces) {
    while (!isAtEnd() && spaces.indexOf(peek()) >= 0) {
      at++;
    }
  }

  private Refused bad(String why) {
    return new Refused(
        ErrorCode.BAD_REQUEST,
        "'" + field + "' is no structured field, at character " + at + ": " + why);
  }
}
