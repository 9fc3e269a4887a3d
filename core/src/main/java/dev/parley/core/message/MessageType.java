package dev.parley.core.message;

import java.util.Locale;

/** What kind of thing a message is. {@link #MESSAGE} is the default and is not written. */
public enum MessageType implements EnvelopeField.Choice {
  MESSAGE,
  MENTION,
  PROPOSAL,
  COMMAND,
  INFO,
  TASK,
  TASK_RESULT,
  TASK_STATUS,
  LOOP_CHANNEL;

  private final String wireName = name().toLowerCase(Locale.ROOT);

  @Override
  public String wireName() {
    return wireName;
  }
}
