package dev.parley.doors.ws;

import dev.parley.core.message.JsonBuffer;
import java.util.function.Consumer;

/** A short frame that answers nothing. */
final class Notice extends Outgoing {
  private final Consumer<JsonBuffer> text;

  Notice(Consumer<JsonBuffer> text) {
    this.text = text;
  }

  @Override
  int weight() {
    return 128;
  }

  @Override
  void write(JsonBuffer out) {
    text.accept(out);
  }
}
