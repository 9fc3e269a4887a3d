package dev.parley.identity.signature;

import dev.parley.core.error.Refused;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/** The text that is signed (RFC 9421, section 2.5). */
final class SignatureBase {
  private final HttpMessage message;

  SignatureBase(HttpMessage message) {
    this.message = message;
  }

  /**
   * @throws Refused when something is covered that is not there, twice, or not known here
   */
  byte[] of(Member.InnerList covered) {
    StringBuilder base = new StringBuilder();
    Set<String> names = new HashSet<>();
    for (Member.Item item : covered.items()) {
      if (!(item.value() instanceof Bare.Text(String name)) || !item.parameters().isEmpty()) {
        throw SignatureInput.bad(
            "components are covered whole and by name, not as " + item.serialized());
      }
      if (!names.add(name)) {
        throw SignatureInput.bad("it covers '" + name + "' twice");
      }
      base.append(item.serialized()).append(": ").append(value(name)).append('\n');
    }
    base.append("\"@signature-params\": ").append(covered.serialized());
    return base.toString().getBytes(StandardCharsets.UTF_8);
  }

  private String value(String name) {
    if (!name.startsWith("@")) {
      return field(name);
    }
    int question = message.target().indexOf('?');
    return switch (name) {
      case "@method" -> message.method();
      case "@scheme" -> message.scheme();
      case "@authority" -> authority();
      case "@target-uri" -> message.scheme() + "://" + authority() + message.target();
      case "@request-target" -> message.target();
      case "@path" -> question < 0 ? message.target() : message.target().substring(0, question);
      case "@query" -> question < 0 ? "?" : message.target().substring(question);
      default -> throw SignatureInput.bad("'" + name + "' is not known here");
    };
  }

  /** In lower case, and without the port that goes without saying. */
  private String authority() {
    String lower = message.authority().toLowerCase(Locale.ROOT);
    String usual = message.scheme().equals("https") ? ":443" : ":80";
    return lower.endsWith(usual) ? lower.substring(0, lower.length() - usual.length()) : lower;
  }

  private String field(String name) {
    if (!name.equals(name.toLowerCase(Locale.ROOT))) {
      throw SignatureInput.bad("names of headers are covered in lower case, not as '" + name + "'");
    }
    List<String> values = message.fields().all(name);
    if (values.isEmpty()) {
      throw SignatureInput.bad("it covers '" + name + "', which the request does not have");
    }
    return values.stream().map(String::strip).collect(Collectors.joining(", "));
  }
}
