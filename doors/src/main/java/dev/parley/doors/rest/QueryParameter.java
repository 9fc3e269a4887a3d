package dev.parley.doors.rest;

import java.util.Locale;

/** Every parameter that some query takes. */
enum QueryParameter {
  LIMIT("how many at most: 50 unless told otherwise, 500 at most", true),
  CURSOR("the answer's 'next' of the page before", false),
  STATE("'pending' (in the order they would be received) or 'all' (newest first)", false),
  FROM("only what this sender sent", false),
  TO("only what reached this agent or, with a slash, went to a path that fits this pattern", false),
  SESSION("only what reached this session of the agent in 'to'", false),
  AGENT("only what this agent sent or received", false),
  PATTERN("the pattern to be removed", false),
  Q("words, \"phrases\", prefix*, -without, OR", false),
  TYPE("only messages of this type", false),
  SINCE("only what was sent at or after this time, in milliseconds since 1970", true),
  UNTIL("only what was sent before this time, in milliseconds since 1970", true),
  WHO("only what this one did: 'owner' or an agent's id", false),
  ACTION("of the audit log: only entries of this action; of access: what a rule is about", false),
  SUBJECT("owner, everyone, agent/ID or group/NAME", false),
  PATH("a path or pattern", false);

  private final String description;
  private final boolean number;

  QueryParameter(String description, boolean number) {
    this.description = description;
    this.number = number;
  }

  String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  String description() {
    return description;
  }

  boolean isNumber() {
    return number;
  }
}
