package dev.parley.doors.ws.json;

import dev.parley.core.message.JsonBuffer;
import java.util.function.Consumer;

/** A short frame that answers nothing. */
final class Notice extends JsonFrame {
  private final Consumer<JsonBuffer> text;

  Notice(Consumer<JsonBuffer> text) {
    this.text = text;
  }

  @Override
  protected int weight() {
    return 128;
  }

  @Override
  protected void write(JsonBuffer out) {
    text.accept(out);
  }
}
