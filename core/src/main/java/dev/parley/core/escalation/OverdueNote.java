package dev.parley.core.escalation;

import dev.parley.core.address.Path;
import dev.parley.core.history.Overdue;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Priority;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.CopyRef;
import java.time.Duration;
import java.util.List;

/**
 * What somebody is told about a message that is overdue. It is in the name of whoever wanted it,
 * and bears the stamp of the message it is about: what somebody wrote must not become the hub's own
 * words, which are obeyed.
 */
record OverdueNote(Overdue overdue, Message about, List<CopyRef> recipients) {
  static final String COMMAND = "message.overdue";
  private static final int QUOTED_MAX = 4_000;
  private static final int PAYLOAD_MAX = 16_384;
  private static final int RECIPIENTS_MAX = 20;

  Sender sender() {
    boolean own = overdue.by().equals(about.draft().from());
    boolean owners =
        overdue.by().equals(Sender.OWNER_NAME) || (own && about.origin() == Origin.HUMAN);
    return new Sender(
        overdue.by(), owners ? Sender.Behalf.OWNER : Sender.Behalf.AGENT, Door.HUB, "");
  }

  Draft draft() {
    Draft original = about.draft();
    return Draft.from(overdue.by())
        .to(Path.agent(overdue.what().to()))
        .command(COMMAND)
        .priority(Priority.HIGH)
        .content(words())
        .payload(payload())
        .source(original.source())
        .humanInjected(original.humanInjected() && overdue.by().equals(original.from()))
        .cause(about.id())
        .build();
  }

  private String words() {
    Draft original = about.draft();
    String said = original.content() == null ? "" : original.content();
    return "The message %s from '%s' to %s was not '%s' within %s.%s"
        .formatted(
            about.id(),
            original.from(),
            original.path().text(),
            overdue.what().rung().wireName(),
            spelled(Duration.ofMillis(overdue.what().withinMillis())),
            said.isEmpty() ? "" : " It says:\n\n" + cut(said));
  }

  private static String spelled(Duration within) {
    return within.toString().substring(2).toLowerCase(java.util.Locale.ROOT);
  }

  private static String cut(String text) {
    if (text.length() <= QUOTED_MAX) {
      return text;
    }
    boolean halves = Character.isHighSurrogate(text.charAt(QUOTED_MAX - 1));
    return text.substring(0, halves ? QUOTED_MAX - 1 : QUOTED_MAX) + "…";
  }

  private byte[] payload() {
    Draft original = about.draft();
    JsonBuffer out = new JsonBuffer(512).ascii("{\"messageId\":").id(about.id());
    out.ascii(",\"from\":").string(original.from());
    out.ascii(",\"path\":").string(original.path().text());
    out.ascii(",\"rung\":\"").ascii(overdue.what().rung().wireName());
    out.ascii("\",\"withinMs\":").number(overdue.what().withinMillis());
    out.ascii(",\"recipients\":[");
    int shown = Math.min(recipients.size(), RECIPIENTS_MAX);
    for (int i = 0; i < shown; i++) {
      recipient(out.ascii(i == 0 ? "" : ","), recipients.get(i));
    }
    out.ascii("],\"recipientCount\":").number(recipients.size());
    byte[] payload = original.payload();
    if (payload != null && payload.length <= PAYLOAD_MAX) {
      out.ascii(",\"payload\":").raw(payload);
    }
    return out.ascii("}").toBytes();
  }

  private static void recipient(JsonBuffer out, CopyRef copy) {
    out.ascii("{");
    if (copy.box() instanceof BoxId.Inbox inbox) { // a ladder has no others
      out.ascii("\"agentId\":").string(inbox.agent().value()).ascii(",");
      if (inbox instanceof BoxId.SessionInbox session) {
        out.ascii("\"sessionId\":").string(session.session().session().value()).ascii(",");
      }
    }
    out.ascii("\"state\":\"").ascii(copy.state().wireName()).ascii("\"}");
  }
}
