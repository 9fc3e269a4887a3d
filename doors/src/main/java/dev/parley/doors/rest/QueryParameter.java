package dev.parley.doors.rest;

import java.util.Locale;

/** Every parameter that some query takes. */
enum QueryParameter {
  LIMIT("how many at most: 50 unless told otherwise, 500 at most", true),
  CURSOR("the answer's 'next' of the page before", false),
  WAIT_MS("waitMs", "how long to wait for it, 30000 at most", true),
  RUNG("with 'waitMs': answer as soon as every recipient has come to this rung, or cannot", false),
  STATE(
      "of approvals: 'open' or 'all'; of tasks: one of their states, 'open' or 'all'; of inboxes:"
          + " 'pending' (in the order they would be received) or 'all' (newest first); of a login"
          + " at another hub: the one it began with",
      false),
  FROM("only what this sender sent", false),
  TO("only what reached this agent or, with a slash, went to a path that fits this pattern", false),
  SESSION("only what reached this session of the agent in 'to'", false),
  AGENT(
      "only what this agent sent or received; of tasks, schedules and usage: only its own", false),
  PATTERN("the pattern to be removed", false),
  Q(
      "words, \"phrases\", prefix*, -without, OR; of memories: what is to be recalled, in any"
          + " words",
      false),
  TYPE("only messages of this type", false),
  SINCE("only what was sent at or after this time, in milliseconds since 1970", true),
  UNTIL("only what was sent before this time, in milliseconds since 1970", true),
  WHO("only what this one did: 'owner' or an agent's id", false),
  ACTION("of the audit log: only entries of this action; of access: what a rule is about", false),
  SUBJECT("owner, everyone, agent/ID or group/NAME", false),
  PATH("a path or pattern", false),
  AFTER("of a conversation: only what has a higher number, the first of it", true),
  FROM_DAY("from", "the first day, such as 2026-01-31; 30 days ago unless told otherwise", false),
  TO_DAY("to", "the last day; today unless told otherwise", false),
  BY("what is added up to one row: 'owner', 'bot', 'model' or 'day'", false),
  CARDS("'true' to be shown the cards that agents have published", false),
  LAYER("only memories of this layer: 'tacit', 'daily' or 'entity'", false),
  CRON("when, again and again", false),
  ZONE("the time zone of 'cron': UTC unless told otherwise", false),
  AT("when, once: a moment such as 2026-12-24T18:00:00+01:00", false),
  DATA("what becomes of an app's data: 'keep' or 'delete'", false),
  CATEGORY("only items of this category", false),
  WAY("in this way only", false),
  PAGE("which page, from 1", true),
  PAGE_SIZE("pageSize", "how many items a page has: 20 unless told otherwise, 100 at most", true);

  private final String wireName;
  private final String description;
  private final boolean number;

  QueryParameter(String description, boolean number) {
    this.wireName = name().toLowerCase(Locale.ROOT);
    this.description = description;
    this.number = number;
  }

  QueryParameter(String wireName, String description, boolean number) {
    this.wireName = wireName;
    this.description = description;
    this.number = number;
  }

  String wireName() {
    return wireName;
  }

  String description() {
    return description;
  }

  boolean isNumber() {
    return number;
  }
}
