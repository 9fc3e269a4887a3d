package dev.parley.doors.files;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Priority;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What a file says, as far as it says it. Filled by {@link FileMessageReader}. */
final class FileMessage {
  @Nullable String id;
  @Nullable String from;
  final List<String> to = new ArrayList<>();
  boolean toIsList;
  @Nullable String path;
  @Nullable String content;
  byte @Nullable [] payload;
  String command = Draft.DEFAULT_COMMAND;
  MessageType type = MessageType.MESSAGE;
  Priority priority = Priority.NORMAL;
  @Nullable String replyTo;
  @Nullable String correlationId;
  @Nullable String conversationId;
  @Nullable String topic;
  long expiresAt;
  long ttlMillis;
  boolean deliveredByHub;
  final JsonBuffer extras = new JsonBuffer(64);

  /** The draft a bot means by this file. */
  Draft toDraft(String sender, MessageId messageId) {
    if (content == null && payload == null) {
      throw bad("it has neither 'content' nor 'payload'");
    }
    String ownId = id;
    return Draft.from(sender)
        .to(recipients())
        .command(command)
        .type(type)
        .priority(priority)
        .payload(payload)
        .content(content)
        .externalId(ownId == null || isUuid(ownId) ? null : ownId)
        .replyTo(answered())
        .correlationId(correlationId)
        .conversationId(conversationId)
        .topic(topic)
        .expiresAt(expiresAt)
        .ttlMillis(ttlMillis)
        .extras(extras.size() == 0 ? null : extras.toBytes())
        .id(messageId)
        .build();
  }

  private Path recipients() {
    if (path != null) {
      if (!to.isEmpty()) {
        throw bad("it has both 'to' and 'path'; one says where it goes");
      }
      return address("path", path);
    }
    if (to.isEmpty()) {
      throw bad("it has no 'to'");
    }
    String first = to.getFirst();
    if (!toIsList && first.equals("broadcast")) {
      return Path.parse("agent/**");
    }
    if (!toIsList && first.indexOf('/') >= 0) {
      return address("to", first);
    }
    String names = to.stream().map(FileMessage::agent).distinct().collect(Collectors.joining(","));
    return address("to", "agent/" + names);
  }

  private static String agent(String name) {
    try {
      return new AgentId(name).value();
    } catch (IllegalArgumentException e) {
      throw bad("'to': " + e.getMessage());
    }
  }

  private static Path address(String field, String text) {
    try {
      return Path.parse(text);
    } catch (IllegalArgumentException e) {
      throw bad("'" + field + "': " + e.getMessage());
    }
  }

  /** An id that is no UUID is one its sender made, and that is whom an answer goes to. */
  private @Nullable MessageId answered() {
    String answered = replyTo;
    if (answered == null) {
      return null;
    }
    if (isUuid(answered)) {
      return MessageId.parse(answered);
    }
    if (to.size() != 1) {
      throw bad(
          "'replyTo' is not a message id (a UUID), and there is no one sender it could be of");
    }
    return FileIds.ofOwn(to.getFirst(), answered);
  }

  static boolean isUuid(String text) {
    try {
      MessageId.parse(text);
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  static Refused bad(String why) {
    return new Refused(ErrorCode.BAD_REQUEST, why);
  }
}
