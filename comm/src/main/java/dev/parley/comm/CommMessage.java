package dev.parley.comm;

import dev.parley.core.message.MessageType;
import org.jspecify.annotations.Nullable;

/**
 * A message as it travels between the hub and elsewhere.
 *
 * @param id its sender's or, of what comes in, the other side's; not empty
 * @param from who says it: a local agent's name, or the other side's word for one of its own
 * @param topic what it is about: in the hub, the rest of the path behind {@code comm/{plugin}/}
 * @param place where in which conversation of the other side it stands, or null
 * @param type what kind of thing it is
 * @param text for people and models, or null
 * @param data a JSON object beside the text, or null
 * @param body what was said exactly, as the other side has it, or null
 * @param task what it says about a task, or null
 * @param replyTo the hub's id of the message that it answers, or null
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record CommMessage(
    String id,
    String from,
    String topic,
    @Nullable Place place,
    MessageType type,
    @Nullable String text,
    byte @Nullable [] data,
    @Nullable Body body,
    @Nullable Task task,
    @Nullable String replyTo) {

  /** One that answers nothing. */
  public CommMessage(
      String id,
      String from,
      String topic,
      @Nullable Place place,
      MessageType type,
      @Nullable String text,
      byte @Nullable [] data,
      @Nullable Body body,
      @Nullable Task task) {
    this(id, from, topic, place, type, text, data, body, task, null);
  }

  /**
   * A place in a conversation.
   *
   * @param seq the number of the message; 0 for one that has none, and of what is sent
   */
  public record Place(String conversation, long seq) {}

  /**
   * @param stream the other side's word for the kind of content
   * @param content JSON
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record Body(String stream, byte[] content) {}

  /**
   * @param status as tasks have it, or null
   */
  public record Task(
      @Nullable String correlationId, @Nullable String status, @Nullable String error) {}
}
