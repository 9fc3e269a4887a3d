package dev.parley.agents.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.participants.Subscription;
import dev.parley.core.sending.Receipt;
import dev.parley.identity.authority.Authority;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/** The tools with which an agent speaks: {@code message} and {@code agent(resource: comm)}. */
public final class Messaging {
  private static final int TOPICS_MAX = 200;
  private static final Parameter TO =
      Parameter.text("to", "an agent's id, or a path such as group/reviewers or broadcast");
  private static final Parameter TEXT = Parameter.text("text", "what to say");
  private static final Parameter TASK =
      Parameter.flag("task", "whether it is a task to be done, with a result").optional();
  private static final Parameter TOPIC =
      Parameter.text("topic", "a pattern of paths, such as news/* or announcements");

  private final Broker broker;
  private final Authority authority;

  public Messaging(Broker broker, Authority authority) {
    this.broker = broker;
    this.authority = authority;
  }

  public List<Tool> tools() {
    return List.of(
        Tool.of(
            "message",
            "Send messages of your own. What you say last is your answer anyway: this is for"
                + " everybody else.",
            Action.of("send", "sends a message", this::send, TO, TEXT, TASK),
            Action.of(
                "status",
                "how far a message of yours has come",
                this::delivery,
                Parameter.text("id", "the message's id"))),
        Tool.of(
            "agent",
            "What you are on this hub, and what you can do with its parts.",
            "comm",
            List.of(
                Action.of(
                    "send",
                    "sends a message to an agent or a path",
                    this::send,
                    TO,
                    TEXT,
                    TASK,
                    Parameter.text("topic", "what it is about").optional()),
                // What it hears from now on, and what it misses, others do not decide.
                Action.of("subscribe", "gets what is sent there", this::subscribe, TOPIC)
                    .forOwner(),
                Action.of("unsubscribe", "gets it no more", this::unsubscribe, TOPIC).forOwner(),
                Action.of("list_topics", "what you are subscribed to", this::topics),
                Action.of("status", "who you are, and whether the hub serves", this::status))));
  }

  private String send(ToolUse use, Arguments told) throws InterruptedException {
    Path path = Destination.of(told.text("to"));
    MessageType type = told.flag("task") ? MessageType.TASK : MessageType.MESSAGE;
    return sent(
        use,
        draft(use, path, told.text("text"))
            .type(type)
            .topic(told.optionalText("topic").orElse(null)));
  }

  /**
   * In answer to what the turn is about. Saying the same to the same again in a turn, also in one
   * that is made again after a crash, sends it once.
   */
  public static Draft.Builder draft(ToolUse use, Path path, String text) {
    UUID same = UUID.nameUUIDFromBytes((path.text() + "\n" + text).getBytes(UTF_8));
    return Draft.from(use.agent().value())
        .to(path)
        .content(text)
        .cause(use.cause())
        .idempotencyKey(use.request().turn() + ":" + same);
  }

  /** Sends it like everybody else, as the agent. */
  public String sent(ToolUse use, Draft.Builder draft) throws InterruptedException {
    Receipt receipt = Waiting.on(broker.route(draft.build(), use.sender()));
    String id = receipt.message().id().toString();
    if (!receipt.delivered()) {
      return "nobody receives this; it is kept as a dead letter (" + id + ")";
    }
    return "sent to " + receipt.agents().size() + " (" + id + ")";
  }

  private String delivery(ToolUse use, Arguments told) throws InterruptedException {
    MessageId id;
    try {
      id = MessageId.parse(told.text("id"));
    } catch (IllegalArgumentException e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'id' is not the id of a message");
    }
    var found = Waiting.on(broker.lookups().find(id)).orElse(null);
    if (found == null || !broker.lookups().sentBy(found, use.agent())) {
      throw new Refused(ErrorCode.NOT_FOUND, "you have sent no message " + id);
    }
    return Waiting.on(broker.lookups().status(id)).recipients().stream()
        .map(copy -> copy.box().text() + ": " + copy.state().wireName())
        .collect(Collectors.joining("\n"));
  }

  private String subscribe(ToolUse use, Arguments told) throws InterruptedException {
    Pattern pattern = pattern(told);
    authority.maySubscribe(use.visit(), use.agent(), pattern);
    var _ = Waiting.on(broker.participants().subscribe(use.agent(), pattern));
    return "subscribed to " + pattern.text();
  }

  private String unsubscribe(ToolUse use, Arguments told) throws InterruptedException {
    Pattern pattern = pattern(told);
    Subscription _ = Waiting.on(broker.participants().unsubscribe(use.agent(), pattern));
    return "not subscribed to " + pattern.text() + " any more";
  }

  private static Pattern pattern(Arguments told) {
    try {
      return Pattern.parse(told.text("topic"));
    } catch (InvalidAddress e) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'topic': " + e.getMessage());
    }
  }

  private String topics(ToolUse use, Arguments told) {
    String all =
        broker.participants().subscriptions(use.agent()).stream()
            .limit(TOPICS_MAX)
            .map(each -> each.pattern().text())
            .collect(Collectors.joining("\n"));
    return all.isEmpty() ? "none" : all;
  }

  private String status(ToolUse use, Arguments told) {
    return "you are '%s', in the session '%s'; the hub %s"
        .formatted(
            use.agent(),
            use.request().session().session(),
            broker.isReady() ? "serves" : "does not serve now");
  }
}
