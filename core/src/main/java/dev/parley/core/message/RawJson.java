package dev.parley.core.message;

import dev.parley.core.error.Refused;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import tools.jackson.core.JsonParser;

/** Values of JSON that nobody looks into: they are cut out of the text they stand in. */
public final class RawJson {
  private RawJson() {}

  /**
   * JSON that came as text, as its bytes.
   *
   * @param name of the field, for the reason
   * @throws Refused when UTF-8 cannot carry it
   */
  public static byte[] bytes(String name, String json) {
    UnicodeText.require(name, json);
    return json.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The bytes of the value the parser stands at, whose last token it is moved to.
   *
   * @param json what the parser reads, from its beginning
   */
  public static byte[] slice(JsonParser parser, byte[] json) {
    int start = (int) parser.currentTokenLocation().getByteOffset();
    parser.skipChildren();
    parser.finishToken(); // texts and numbers are read only as far as somebody asks
    return Arrays.copyOfRange(json, start, (int) parser.currentLocation().getByteOffset());
  }
}
