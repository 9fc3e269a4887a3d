package dev.parley.hub.transfer;

/** The forms messages are found in. */
public enum ImportLayout {
  /** Found out by looking. */
  AUTO,
  /** What {@code parley export} writes. */
  PARLEY,
  /** {@code .messages/agent--{id}.jsonl} and its siblings. */
  MESSAGES,
  /** {@code .crowd/sessions/{time}/messages.jsonl}. */
  CROWD,
  /** {@code bot-messages/{bot}/inbox} and {@code outbox}, a file a message. */
  BOTS
}
