package dev.parley.hub.doors;

import static org.awaitility.Awaitility.await;

import dev.parley.testkit.door.Ability;
import dev.parley.testkit.door.Cannot;
import dev.parley.testkit.door.DoorClient;
import dev.parley.testkit.door.Letter;
import dev.parley.testkit.door.TestAgent;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** The binary gateway protocol, on the socket that speaks JSON as well. */
final class GatewayTestDoor extends HubDoor {
  static final String NAME = "Gateway";
  static final Map<Ability, String> LACKS = new EnumMap<>(Ability.class);

  /** What a client could write beside the text, if the hub took it. */
  private static final Map<Ability, Map<String, ?>> FIELDS =
      Map.ofEntries(
          Map.entry(Ability.PRIORITY, Map.of("priority", "high")),
          Map.entry(Ability.ANSWERS, Map.of("replyTo", UUID.randomUUID().toString())),
          Map.entry(Ability.SUBJECT, Map.of("topic", "weather", "correlationId", "c-1")),
          Map.entry(
              Ability.DEADLINE,
              Map.of("escalate", Map.of("rung", "read", "withinMs", 1_000, "to", "developer"))),
          Map.entry(Ability.METADATA, Map.of("metadata", Map.of("a", 1))),
          Map.entry(Ability.TASK, Map.of("taskId", "T-1", "taskStatus", "working")),
          Map.entry(Ability.ATTACHMENTS, Map.of("attachments", List.of(Map.of("name", "a")))),
          Map.entry(Ability.EXTRAS, Map.of("artifacts", List.of(), "error", "none")),
          Map.entry(Ability.SOURCE, Map.of("externalId", "ts-1")),
          Map.entry(Ability.EXPIRY, Map.of("expiresAt", Long.MAX_VALUE / 2)),
          Map.entry(Ability.IDEMPOTENCY_KEY, Map.of("idempotencyKey", "k-1")));

  static {
    String silent = "A message is not answered: what is refused is dropped without a word.";
    LACKS.put(Ability.RECEIPT, silent);
    LACKS.put(Ability.OUTCOME, silent);
    LACKS.put(Ability.RECIPIENTS, silent);
    LACKS.put(Ability.CODES, silent);
    LACKS.put(Ability.BAD_JSON, silent);
    LACKS.put(Ability.UNKNOWN_RECIPIENT, silent);
    String two = "Every message is one of a conversation: of a bot and another, or of a channel.";
    LACKS.put(Ability.PATHS, two);
    LACKS.put(Ability.SEVERAL, two);
    LACKS.put(Ability.SELF, "Nobody hears itself: clients would take what they said for a task.");
    LACKS.put(Ability.ENVELOPE, "Content is any JSON, and is kept with its stream as the payload.");
    LACKS.put(Ability.ORIGIN, "A delivery names its sender, and the owner by the owner's id.");
    String content = "A message has a stream and a content, which the hub does not look into.";
    LACKS.put(Ability.PAYLOAD, content);
    FIELDS.keySet().forEach(ability -> LACKS.put(ability, content));
    LACKS.put(Ability.HUB_WIDE_IDS, "An id is one of its conversation, and no other's.");
    LACKS.put(Ability.STRICT_IDS, "An id is sixteen bytes, whatever they are.");
    String streams = "Answers and requests are told apart by streams and contents of the clients.";
    LACKS.put(Ability.REPLY, streams);
    LACKS.put(Ability.REQUEST, streams);
    String order = "What was missed comes by itself, oldest first in each conversation.";
    LACKS.put(Ability.PEEK, order);
    LACKS.put(Ability.ORDER, order);
    String acks = "A message is delivered when it is written; an ACK is for all up to a number.";
    LACKS.put(Ability.ACK, acks);
    LACKS.put(Ability.READ, acks);
    String talk = "It carries what is said; everything else is done over /ws, REST or parley.";
    for (Ability ability :
        List.of(
            Ability.HISTORY,
            Ability.OUTBOX,
            Ability.CLEAR,
            Ability.THREAD,
            Ability.CONVERSATION,
            Ability.STATUS,
            Ability.TALLY,
            Ability.SUBSCRIPTIONS,
            Ability.DIRECTORY,
            Ability.DETAILS,
            Ability.REGISTRY,
            Ability.SESSION_INBOX,
            Ability.HANDLED,
            Ability.GROUPS,
            Ability.DEAD_LETTERS,
            Ability.BLOBS)) {
      LACKS.put(ability, talk);
    }
  }

  private final TestAgent witness;

  /** In which conversation each id was used that a test has chosen. */
  private final Map<String, Set<String>> places = new ConcurrentHashMap<>();

  GatewayTestDoor(HubUnderTest hub) {
    super(NAME, LACKS, hub);
    this.witness = house().createAgent("witness");
  }

  GatewaySocket connect(UUID self, Map<String, String> connect) {
    return kept(new GatewaySocket(http(), hub().ownerSocket(), self, connect));
  }

  /** An id that was used in another conversation is no repeat, so there is nothing to refuse. */
  void requireOneConversation(String id, String sender, String recipient) {
    Set<String> here = Set.of(sender, recipient);
    if (!here.equals(places.computeIfAbsent(id, _ -> here))) {
      throw new Cannot(Ability.HUB_WIDE_IDS);
    }
  }

  /** Whatever the hub was told to store before is stored when this returns. */
  void awaitCommit() {
    var _ = house().send(Letter.to(witness).content("so far"));
  }

  @Override
  public DoorClient owner() {
    return new GatewayCalls(this, "developer", hub().ownerToken(), true);
  }

  @Override
  DoorClient enter(TestAgent agent) {
    return stranger(agent.id(), agent.token());
  }

  @Override
  public DoorClient stranger(String agentId, String token) {
    return new GatewayCalls(this, agentId, token, false);
  }

  @Override
  public String garbage(TestAgent agent) {
    throw new Cannot(Ability.BAD_JSON);
  }

  /** The frames are those of the specification; what can be written into one can be tried. */
  @Override
  public void requireMissing(Ability ability) {
    TestAgent bob = house().createAgent("bob-of-" + ability);
    GatewayCalls ada = (GatewayCalls) agent(house().createAgent("ada-of-" + ability));
    String id = UUID.randomUUID().toString();
    switch (ability) {
      case HUB_WIDE_IDS -> {
        TestAgent eve = house().createAgent("eve-of-" + ability);
        for (TestAgent each : List.of(bob, eve)) {
          ada.say(id, GatewayCalls.botId(each.id()).toString(), Map.of("text", "hi"), Map.of());
          // The second one is looked up before it gets another id, so it may come a moment later.
          await().until(() -> !house().history(each.id(), 1).isEmpty());
        }
      }
      case SELF -> {
        GatewayCalls self = (GatewayCalls) agent(bob);
        self.say(
            id, GatewayCalls.botId(bob.id()).toString(), Map.of("text", "to myself"), Map.of());
        requireEmpty(bob);
      }
      case PATHS, SEVERAL -> {
        house().subscribe(bob.id(), "room-of-" + ability);
        ada.say(id, "room-of-" + ability, Map.of("text", "to a path"), Map.of());
        requireEmpty(bob);
      }
      default -> {
        Map<String, ?> fields = FIELDS.get(ability);
        if (fields != null) {
          ada.say(id, GatewayCalls.botId(bob.id()).toString(), fields, fields);
          requireNone(bob, fields);
        }
      }
    }
  }

  private void requireEmpty(TestAgent agent) {
    if (!house().history(agent.id(), 1).isEmpty()) {
      throw new AssertionError("it has arrived");
    }
  }

  private void requireNone(TestAgent agent, Map<String, ?> fields) {
    Map<String, Object> stored = house().history(agent.id(), 1).getFirst().fields();
    for (Map.Entry<String, ?> field : fields.entrySet()) {
      if (field.getValue().equals(stored.get(field.getKey()))) {
        throw new AssertionError("'" + field.getKey() + "' is carried");
      }
    }
  }
}
