package dev.parley.wire.gateway;

import dev.parley.core.message.JsonBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Writes one JSON object in the spelling of a client. */
public final class Members {
  private static final int BYTES = 256;

  private final Spelling spelling;
  private final JsonBuffer out;
  private String before = "{\"";

  public Members(Spelling spelling) {
    this(spelling, BYTES);
  }

  /**
   * @param bytes how many it will be, or a few more
   */
  public Members(Spelling spelling, int bytes) {
    this.spelling = spelling;
    this.out = new JsonBuffer(bytes);
  }

  public Members text(Key key, String value) {
    return member(key, to -> to.string(value));
  }

  public Members number(Key key, long value) {
    return member(key, to -> to.number(value));
  }

  public Members flag(Key key, boolean value) {
    return member(key, to -> to.bool(value));
  }

  /** A value that is JSON already, as it is. */
  public Members raw(Key key, byte[] json) {
    return member(key, to -> to.raw(json));
  }

  private Members member(Key key, Consumer<JsonBuffer> value) {
    if (spelling.isCamel() || key.hasOneSpelling()) {
      write(key.camel(), value);
    }
    if (spelling.isSnake() && !key.hasOneSpelling()) {
      write(key.snake(), value);
    }
    return this;
  }

  private void write(String name, Consumer<JsonBuffer> value) {
    out.ascii(before).ascii(name).ascii("\":");
    value.accept(out);
    before = ",\"";
  }

  public byte[] toBytes() {
    return before.equals("{\"")
        ? "{}".getBytes(StandardCharsets.US_ASCII)
        : out.ascii("}").toBytes();
  }
}
