package dev.parley.doors.ws.json;

import dev.parley.core.error.Refused;
import dev.parley.doors.json.Access;
import org.jspecify.annotations.Nullable;

/**
 * A request this door knows: its name, who may make it, what it does, and how its answer begins.
 */
final class RequestType {

  /** Answers a call, now or later, exactly once; what it throws becomes the answer. */
  @FunctionalInterface
  interface Handler {
    void handle(Call call);
  }

  private final String name;
  private final Access access;
  private final Handler handler;
  private final String opening;
  private final @Nullable String action;
  private final boolean auditsItself;

  RequestType(String name, String answer, Access access, Handler handler) {
    this.name = name;
    this.access = access;
    this.handler = handler;
    this.opening = "{\"type\":\"" + answer + "\"";
    this.action = Audited.action(name);
    this.auditsItself = Audited.auditsItself(name);
  }

  String name() {
    return name;
  }

  Access access() {
    return access;
  }

  Handler handler() {
    return handler;
  }

  /** What the audit log calls it, or null when it has no place there. */
  @Nullable String action() {
    return action;
  }

  /** Does this refusal belong into the audit log, and is it for the door to write it there? */
  boolean isListed(Refused refusal) {
    return action != null || (refusal.isDenial() && !auditsItself);
  }

  /** What the audit log calls a refusal of it. */
  String auditName() {
    return action != null ? action : name;
  }

  String opening() {
    return opening;
  }
}
