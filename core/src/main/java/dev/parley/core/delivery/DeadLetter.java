package dev.parley.core.delivery;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.store.BoxId;
import org.jspecify.annotations.Nullable;

/** What stands on a dead letter: why it is one, and whose inbox it had been in. */
public final class DeadLetter {
  private DeadLetter() {}

  public static String annotation(String reason, @Nullable BoxId inbox) {
    JsonBuffer out = new JsonBuffer(96).ascii("\"reason\":").string(reason);
    if (inbox != null) {
      out.ascii(",\"inbox\":").string(inbox.name());
    }
    return out.toString();
  }
}
