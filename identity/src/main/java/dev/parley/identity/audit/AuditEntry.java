package dev.parley.identity.audit;

import dev.parley.core.message.JsonBuffer;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/**
 * One thing somebody did.
 *
 * @param number grows with every entry
 * @param at Unix milliseconds
 * @param who {@code owner}, an agent's id, or the address of somebody who did not get in
 * @param action such as {@code agent.create}
 * @param subject what it was done to, or empty
 * @param outcome {@code ok}, or the code of the refusal
 * @param door through which it came, such as {@code ws} or {@code rest}
 * @param address from where, or empty
 * @param reason why it was refused, in words, or empty
 */
public record AuditEntry(
    long number,
    long at,
    String who,
    String action,
    String subject,
    String outcome,
    String door,
    String address,
    String reason) {
  private static final JsonFactory JSON = new JsonFactory();

  public void writeTo(JsonBuffer out) {
    out.ascii("{\"at\":").number(at);
    out.ascii(",\"who\":").string(who);
    out.ascii(",\"action\":").string(action);
    out.ascii(",\"subject\":").string(subject);
    out.ascii(",\"outcome\":").string(outcome);
    out.ascii(",\"door\":").string(door);
    if (!address.isEmpty()) {
      out.ascii(",\"address\":").string(address);
    }
    if (!reason.isEmpty()) {
      out.ascii(",\"reason\":").string(reason);
    }
    out.ascii("}");
  }

  static AuditEntry parse(long number, byte[] json) {
    long at = 0;
    String who = "";
    String action = "";
    String subject = "";
    String outcome = "";
    String door = "";
    String address = "";
    String reason = "";
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json)) {
      parser.nextToken();
      while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
        String name = parser.currentName();
        parser.nextToken();
        switch (name) {
          case "at" -> at = parser.getLongValue();
          case "who" -> who = parser.getString();
          case "action" -> action = parser.getString();
          case "subject" -> subject = parser.getString();
          case "outcome" -> outcome = parser.getString();
          case "door" -> door = parser.getString();
          case "address" -> address = parser.getString();
          case "reason" -> reason = parser.getString();
          default -> parser.skipChildren();
        }
      }
    }
    return new AuditEntry(number, at, who, action, subject, outcome, door, address, reason);
  }
}
