package dev.parley.testkit.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.Path;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.message.Origin;
import dev.parley.core.message.Priority;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** Messages with every field set by chance, in texts of every kind. */
final class RandomMessage {
  private RandomMessage() {}

  static Message next(Random random) {
    Draft.Builder draft =
        Draft.from("agent-" + random.nextInt(9))
            .to(Path.parse("agent/x" + random.nextInt(99)))
            .command(text(random))
            .type(MessageType.values()[random.nextInt(MessageType.values().length)])
            .priority(Priority.values()[random.nextInt(3)])
            .payload(random.nextBoolean() ? object(random, 3) : null)
            .content(maybe(random))
            .source(text(random))
            .externalId(maybe(random))
            .replyTo(random.nextBoolean() ? id(random) : null)
            .cause(random.nextBoolean() ? id(random) : null)
            .correlationId(maybe(random))
            .conversationId(maybe(random))
            .topic(maybe(random))
            .humanInjected(random.nextBoolean());
    if (random.nextBoolean()) {
      String metadata = "\"metadata\":" + new String(object(random, 2), UTF_8);
      draft.extras(metadata.getBytes(UTF_8));
    }
    return new Message(
        id(random),
        random.nextLong(1L << 44),
        draft.build(),
        random.nextLong(1L << 44),
        random.nextBoolean() ? random.nextLong(1L << 44) : 0,
        Origin.values()[random.nextInt(Origin.values().length)],
        random.nextInt(3),
        maybe(random));
  }

  private static MessageId id(Random random) {
    return new MessageId(random.nextLong(), random.nextLong());
  }

  private static @Nullable String maybe(Random random) {
    return random.nextBoolean() ? text(random) : null;
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(12); i > 0; i--) {
      switch (random.nextInt(4)) {
        case 0 -> text.append("{}[]\":,\\\n\t\u0000".charAt(random.nextInt(11)));
        case 1 -> text.append((char) (0xA0 + random.nextInt(0x2000)));
        case 2 -> text.appendCodePoint(0x1F600 + random.nextInt(60));
        default -> text.append((char) ('a' + random.nextInt(26)));
      }
    }
    return text.toString();
  }

  /** A JSON object with white space where it may be. */
  private static byte[] object(Random random, int depth) {
    JsonBuffer out = new JsonBuffer(64).ascii("{");
    int members = random.nextInt(4);
    for (int i = 0; i < members; i++) {
      out.ascii(i == 0 ? "" : ",").ascii(" ".repeat(random.nextInt(2)));
      out.string(i + text(random)).ascii(random.nextBoolean() ? ":" : " : ");
      switch (random.nextInt(5)) {
        case 0 -> out.number(random.nextLong());
        case 1 -> out.bool(random.nextBoolean());
        case 2 -> out.string(text(random));
        case 3 -> out.ascii("[1.5e3, null]");
        default -> out.raw(depth == 0 ? "{}".getBytes(UTF_8) : object(random, depth - 1));
      }
    }
    return out.ascii("}").toBytes();
  }
}
