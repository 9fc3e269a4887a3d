package dev.parley.identity.signature;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * What a request says about its signature: what it covers, when, by whose key it was made.
 *
 * @param covered the list as it stands in the header, which is itself signed
 * @param signature the bytes
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record SignatureInput(Member.InnerList covered, byte[] signature) {
  static final String INPUT = "signature-input";
  static final String SIGNATURE = "signature";

  /** The label by which ours is found when others have signed the request as well. */
  private static final String OURS = "parley";

  /**
   * @throws Refused when there is none, or more than one and none called {@code parley}
   */
  static SignatureInput of(HttpMessage.Fields fields) {
    SequencedMap<String, Member> inputs = StructuredDictionary.parse(INPUT, fields.all(INPUT));
    SequencedMap<String, Member> signatures =
        StructuredDictionary.parse(SIGNATURE, fields.all(SIGNATURE));
    if (inputs.isEmpty()) {
      throw bad("there is no signature");
    }
    String label = inputs.size() == 1 ? inputs.firstEntry().getKey() : OURS;
    if (inputs.get(label) instanceof Member.InnerList covered
        && signatures.get(label) instanceof Member.Item(Bare.Bytes(byte[] bytes), _)) {
      return new SignatureInput(covered, bytes);
    }
    throw bad(
        inputs.size() == 1
            ? "'" + label + "' needs a list in Signature-Input and bytes in Signature"
            : "of several signatures the one for the hub is called '" + OURS + "'");
  }

  List<Member.Item> components() {
    return covered.items();
  }

  /** Without any parameter of its own. */
  boolean covers(String component) {
    return components().stream()
        .anyMatch(
            item -> item.parameters().isEmpty() && item.value().equals(new Bare.Text(component)));
  }

  @Nullable String text(String parameter) {
    return switch (covered.parameters().get(parameter)) {
      case null -> null;
      case Bare.Text(String value) -> value;
      default -> throw bad("'" + parameter + "' is a string");
    };
  }

  @Nullable Long number(String parameter) {
    return switch (covered.parameters().get(parameter)) {
      case null -> null;
      case Bare.Whole(long value) -> value;
      default -> throw bad("'" + parameter + "' is a whole number");
    };
  }

  static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, "the request's signature: " + why);
  }
}
