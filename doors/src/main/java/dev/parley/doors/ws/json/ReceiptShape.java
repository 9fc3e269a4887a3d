package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.sending.Receipt;
import dev.parley.doors.json.Shapes;
import java.util.List;

/** What a sender is told about a message that is on disk. */
final class ReceiptShape implements Shape<Receipt> {
  /** So many recipients are named; of more, only the number is told. */
  static final int NAMED_MAX = 1_000;

  private static final int NAME_BYTES = 40;
  private final boolean withMessage;

  ReceiptShape(boolean withMessage) {
    this.withMessage = withMessage;
  }

  @Override
  public int weight(Receipt receipt) {
    return 256
        + NAME_BYTES * Math.min(receipt.agents().size(), NAMED_MAX)
        + NAME_BYTES * receipt.unreached().size()
        + NAME_BYTES * 2 * Math.min(receipt.sessions().size(), NAMED_MAX)
        + (withMessage ? receipt.message().json().length : 0);
  }

  @Override
  public void write(JsonBuffer out, Receipt receipt) {
    List<AgentId> agents = receipt.agents();
    List<SessionKey> sessions = receipt.sessions();
    out.ascii(",\"messageId\":").id(receipt.message().id());
    out.ascii(",\"delivered\":").bool(receipt.delivered());
    out.ascii(",\"deliveredTo\":[");
    for (int i = 0; i < agents.size() && i < NAMED_MAX; i++) {
      out.ascii(i == 0 ? "" : ",").string(agents.get(i).value());
    }
    out.ascii("],\"deliveredToSessions\":[");
    for (int i = 0; i < sessions.size() && i < NAMED_MAX; i++) {
      Shapes.sessionKey(out.ascii(i == 0 ? "" : ","), sessions.get(i));
    }
    out.ascii("]");
    if (agents.size() > NAMED_MAX) {
      out.ascii(",\"deliveredCount\":").number(agents.size());
    }
    out.ascii(",\"unmatched\":").bool(!receipt.delivered());
    if (!receipt.unreached().isEmpty()) {
      out.ascii(",\"unreached\":");
      Shapes.list(out, receipt.unreached(), JsonBuffer::string);
    }
    if (receipt.duplicate()) {
      out.ascii(",\"duplicate\":true");
    }
    if (withMessage) {
      byte[] envelope = receipt.message().json();
      out.ascii(",\"message\":").raw(envelope, 0, envelope.length - 1);
      // How far the copies of an earlier message have got by now is msg.status' business.
      out.ascii(receipt.duplicate() ? "}" : ",\"status\":\"pending\"}");
    }
  }
}
