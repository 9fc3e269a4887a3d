package dev.parley.doors.ws.json;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.Copy;
import dev.parley.doors.json.Shapes;

/** What a requester is told when the reply has come. */
final class ReplyShape implements Shape<Copy> {
  private final MessageId request;

  ReplyShape(MessageId request) {
    this.request = request;
  }

  @Override
  public int weight(Copy reply) {
    return 128 + reply.message().json().length;
  }

  @Override
  public void write(JsonBuffer out, Copy reply) {
    out.ascii(",\"messageId\":").id(request);
    out.ascii(",\"reply\":");
    Shapes.copy(out, reply);
  }
}
