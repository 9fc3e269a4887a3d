package dev.parley.hub.doors;

import static org.awaitility.Awaitility.await;

import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.Cannot;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.TestAgent;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** Mailboxes made of files: an outbox to put them into, an inbox to find them in. */
final class FilesTestDoor extends HubDoor {
  static final String NAME = "Files";
  static final Map<Ability, String> LACKS = new EnumMap<>(Ability.class);

  static {
    LACKS.put(Ability.OWNER, "Every mailbox is a bot's: the owner has none.");
    String system = "The file system says who may write and read where; the hub sees only files.";
    LACKS.put(Ability.TOKENS, system);
    String oneWay = "A file is put down, and nothing is asked or answered: the hub tells nobody.";
    LACKS.put(Ability.OUTCOME, oneWay);
    LACKS.put(Ability.RECIPIENTS, oneWay);
    LACKS.put(Ability.REQUEST, oneWay);
    LACKS.put(Ability.THREAD, oneWay);
    LACKS.put(Ability.CONVERSATION, oneWay);
    LACKS.put(Ability.STATUS, oneWay);
    LACKS.put(Ability.TALLY, oneWay);
    LACKS.put(Ability.SUBSCRIPTIONS, oneWay);
    LACKS.put(Ability.REGISTRY, oneWay);
    LACKS.put(Ability.DIRECTORY, oneWay);
    LACKS.put(Ability.DETAILS, oneWay);
    LACKS.put(Ability.GROUPS, oneWay);
    LACKS.put(Ability.DEAD_LETTERS, oneWay);
    LACKS.put(Ability.SESSION_INBOX, oneWay);
    LACKS.put(Ability.BLOBS, oneWay);
    LACKS.put(Ability.REPLY, "A bot answers with 'to' and, as 'replyTo', the id it answers.");
    LACKS.put(Ability.IDEMPOTENCY_KEY, "The bot's own id of the message does the same.");
    LACKS.put(Ability.STRICT_IDS, "A bot's own id may be any text; the hub makes a UUID of it.");
    LACKS.put(Ability.HANDLED, "A file holds the message, not the state of its copy.");
    LACKS.put(Ability.ORDER, "A bot reads its files in the order it likes.");
    String delivered = "What lies in the inbox is delivered by that; a bot deletes what it read.";
    LACKS.put(Ability.PEEK, delivered);
    LACKS.put(Ability.ACK, delivered);
    LACKS.put(Ability.READ, delivered);
    LACKS.put(Ability.HISTORY, delivered);
    LACKS.put(Ability.CLEAR, delivered);
    LACKS.put(Ability.CODES, "A rejected file lies beside a reason in words.");
    LACKS.put(
        Ability.BAD_JSON, "What is no JSON may be half written, and is waited for some seconds.");
  }

  FilesTestDoor(HubUnderTest hub) {
    super(NAME, LACKS, hub);
  }

  @Override
  public DoorClient owner() {
    throw new Cannot(Ability.OWNER);
  }

  /** Making the folder is all it takes; the hub makes what belongs into it. */
  @Override
  DoorClient enter(TestAgent agent) {
    Path mailbox = hub().mailboxes().resolve(agent.id());
    try {
      Files.createDirectory(mailbox);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    await()
        .atMost(Duration.ofSeconds(30))
        .pollDelay(Duration.ZERO)
        .pollInterval(Duration.ofMillis(5))
        .until(() -> Files.isDirectory(mailbox.resolve(".parley")));
    return new FileCalls(agent.id(), mailbox);
  }

  @Override
  public DoorClient stranger(String agentId, String token) {
    throw new Cannot(Ability.TOKENS);
  }

  @Override
  public String garbage(TestAgent agent) {
    throw new Cannot(Ability.BAD_JSON);
  }

  /** A folder publishes nothing about itself; what can be written into a file can be tried. */
  @Override
  public void requireMissing(Ability ability) {
    switch (ability) {
      case IDEMPOTENCY_KEY -> requireNotCarried("idempotencyKey", "k-1");
      default -> {}
    }
  }

  private void requireNotCarried(String field, String value) {
    TestAgent bot = house().createAgent("bot-of-" + field);
    FileCalls calls = (FileCalls) agent(bot);
    calls.put(Map.of("to", bot.id(), "content", "hello", field, value));
    if (house().history(bot.id(), 1).getFirst().fields().containsKey(field)) {
      throw new AssertionError("a file's '" + field + "' is carried");
    }
  }
}
