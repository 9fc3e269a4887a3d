package dev.parley.search;

import java.util.List;

/** The fields of the index. */
final class Fields {
  /** Names what is below; another layout needs another, and the index is built anew. */
  static final String FORMAT = "3";

  /** The message's number, by which it is found in the store. */
  static final String NUMBER = "number";

  static final String TIME = "time";
  static final String FROM = "from";
  static final String PATH = "path";
  static final String TYPE = "type";

  /** Agents that the message reached, themselves or one of their sessions. */
  static final String TO = "to";

  /** The same, of messages that were filed again later: those may be older than their copies. */
  static final String TO_LATER = "toLater";

  static final String CONTENT = "content";
  static final String PAYLOAD = "payload";
  static final String SUBJECT = "subject";

  /** Those that words are looked for in, the most telling first. */
  static final List<String> TEXTS = List.of(CONTENT, SUBJECT, PAYLOAD);

  private Fields() {}
}
