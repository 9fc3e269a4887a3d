package dev.parley.hub.cli.output;

import dev.parley.client.json.JsonObject;
import dev.parley.client.message.ReceivedMessage;
import java.util.ArrayList;
import java.util.List;

/** A message on the terminal: a line about it, then what it says, indented. */
public final class MessageText {
  private static final String INDENT = "  ";

  private MessageText() {}

  public static void print(Console console, ReceivedMessage message) {
    console.line(head(console, message));
    String content = message.content();
    if (content != null) {
      console.line(Escaped.block(content, INDENT));
    }
    if (!message.payload().names().isEmpty()) {
      console.line(INDENT + Escaped.json(message.payload().raw()));
    }
    for (JsonObject attachment : message.json().objects("attachments")) {
      console.line(INDENT + "attached: " + attached(attachment));
    }
    String reason = message.reason();
    if (reason != null) {
      console.line(INDENT + console.yellow("because: " + Escaped.line(reason)));
    }
  }

  /** What others have written about a file; how to fetch it if the hub has it. */
  private static String attached(JsonObject attachment) {
    List<String> parts = new ArrayList<>();
    parts.add(Escaped.line(attachment.text("name", "unnamed")));
    if (attachment.number("size", -1) >= 0) {
      parts.add(Sizes.bytes(attachment.number("size", 0)));
    }
    for (String field : List.of("contentType", "sha256", "url")) {
      String value = attachment.text(field);
      if (value != null) {
        parts.add(Escaped.line(value));
      }
    }
    return String.join(", ", parts);
  }

  private static String head(Console console, ReceivedMessage message) {
    var head = new StringBuilder();
    head.append(console.bold(Escaped.line(message.from() + " → " + message.path())));
    add(head, Times.local(message.timestamp()));
    if (!message.command().equals("message")) {
      add(head, message.command());
    }
    if (!message.type().equals("message")) {
      add(head, "[" + message.type() + "]");
    }
    if (!message.priority().equals("normal")) {
      add(head, message.priority());
    }
    String status = message.status();
    if (status != null) {
      add(head, status);
    }
    JsonObject delivery = message.json().object("delivery");
    if (delivery != null) {
      add(head, progress(delivery));
    }
    return head + INDENT + console.dim(Escaped.line(message.id()));
  }

  /** Such as "1 of 3 read, 1 dead". */
  public static String progress(JsonObject delivery) {
    long all = delivery.number("recipients", 0);
    List<String> parts = new ArrayList<>();
    for (String rung : List.of("read", "delivered", "pending", "expired", "dead", "cleared")) {
      long count = delivery.number(rung, 0);
      if (count == all) {
        return rung;
      }
      if (count > 0) {
        parts.add(count + (parts.isEmpty() ? " of " + all : "") + " " + rung);
      }
    }
    return String.join(", ", parts);
  }

  private static void add(StringBuilder head, String part) {
    head.append(INDENT).append(Escaped.line(part));
  }
}
