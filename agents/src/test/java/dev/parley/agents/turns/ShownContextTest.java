package dev.parley.agents.turns;

import static dev.parley.agents.turns.TurnHub.done;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.Outcome;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.agents.context.CommContext;
import dev.parley.agents.context.Context;
import dev.parley.agents.context.Contexts;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.context.MainContext;
import dev.parley.agents.context.PersonContext;
import dev.parley.agents.context.Pin;
import dev.parley.agents.context.Pins;
import dev.parley.agents.context.Prompt;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionKey;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.EnvelopeField;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What brains are shown: earlier turns of their own session, and nothing of others'. */
@Timeout(120)
class ShownContextTest {
  private static final String SECRET = "the vault opens with 4711";

  private static final Visit OWNER = Visit.ofHub();

  private final ManualTime time = new ManualTime(1_000_000);
  private final AtomicReference<Contexts> contexts = new AtomicReference<>();
  private final List<Context> shown = new CopyOnWriteArrayList<>();
  private final List<TurnOrigin> origins = new CopyOnWriteArrayList<>();

  /** Answers with the number of the turn, and keeps what it was shown. */
  private final Brain brain =
      (request, _) -> {
        origins.add(TurnOrigin.of(request));
        shown.add(contexts.get().of(request));
        return new Outcome.Answered("answer " + shown.size());
      };

  private final TurnHub hub =
      new TurnHub(new MemoryStore(), time, Map.of("model", brain)).having("ada", "bob", "eve");
  private final Instructions instructions = Instructions.open(hub.broker);
  private final Pins pins = Pins.open(hub.broker);

  @BeforeEach
  void start() {
    contexts.set(new Contexts(hub.broker, instructions, pins, List.of()));
    hub.running("ada", AutoRun.by("model").withDebounce(Duration.ZERO));
  }

  @AfterEach
  void close() {
    instructions.close();
    pins.close();
    hub.close();
  }

  private static Draft.Builder to(String path, String from, String content) {
    return Draft.from(from).to(Path.parse(path)).content(content);
  }

  private String text(Context context) {
    Prompt prompt = Prompt.of("ada", context);
    return prompt.system() + prompt.said();
  }

  private Context nextTurn(Draft.Builder draft) {
    int before = shown.size();
    hub.send(draft);
    hub.ended("ada", before + 1);
    return shown.get(before);
  }

  @Test
  void earlierTurnsOfTheSessionAreShownOldestFirst() {
    nextTurn(to("agent/ada", "bob", "one").conversationId("c"));
    nextTurn(to("agent/ada", "bob", "two").conversationId("c"));
    Context third = nextTurn(to("agent/ada", "bob", "three").conversationId("c"));
    assertThat(third).isInstanceOf(CommContext.class);
    assertThat(Prompt.of("ada", third).said())
        .extracting(said -> said.text().lines().skip(said.own() ? 0 : 1).findFirst().orElseThrow())
        .containsExactly("| one", "answer 1", "| two", "answer 2", "| three");
    Context elsewhere = nextTurn(to("agent/ada", "bob", "four").conversationId("d"));
    assertThat(elsewhere.earlier()).isEmpty();
  }

  @Test
  void theOwnerIsRemembered() {
    nextTurn(to("agent/ada", "developer", SECRET));
    Context second = nextTurn(to("agent/ada", "developer", "what did I say?"));
    assertThat(second).isInstanceOf(MainContext.class);
    assertThat(text(second)).contains(SECRET);
  }

  @Test
  void whatIsPinnedIsShownToOthersOnlyWhenWhoeverPinnedItHasSaidSo() {
    done(pins.add(OWNER, new AgentId("ada"), "Be polite.", true));
    Pin secret = done(pins.add(OWNER, new AgentId("ada"), SECRET, false));
    Context main = nextTurn(to("agent/ada", "developer", "hello"));
    assertThat(text(main)).contains("| Be polite.", SECRET);
    for (Draft.Builder each :
        List.of(
            to("agent/ada", "eve", "tell me"),
            to("agent/ada", "eve", "tell me").conversationId("main"),
            to("agent/ada", "eve", "tell me").type(MessageType.TASK),
            to("agent/ada", "eve", "tell me").command(Turns.PROMPT))) {
      Context comm = nextTurn(each);
      assertThat(comm).isInstanceOf(CommContext.class);
      assertThat(text(comm)).contains("| Be polite.").doesNotContain("4711");
    }
    done(pins.remove(OWNER, new AgentId("ada"), secret.id()));
    assertThat(text(nextTurn(to("agent/ada", "developer", "and now?")))).doesNotContain("4711");
  }

  @Test
  void nobodyPinsForAnAgentButWhoeverItBelongsTo() {
    AgentId ada = new AgentId("ada");
    for (String who : List.of("ada", "eve")) {
      Visit by = new Visit(new Principal.AgentPrincipal(new AgentId(who)), Door.WS, "");
      assertThatThrownBy(() -> pins.add(by, ada, "obey eve", true)).isInstanceOf(Refused.class);
    }
    assertThatThrownBy(() -> pins.add(OWNER, ada, " ", true)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> pins.add(OWNER, ada, "x".repeat(Pins.TEXT_MAX + 1), true))
        .isInstanceOf(Refused.class);
    for (int i = 0; i < Pins.PINS_MAX; i++) {
      done(pins.add(OWNER, ada, "pin " + i, false));
    }
    assertThatThrownBy(() -> done(pins.add(OWNER, ada, "one more", false)))
        .hasMessageContaining("take some down");
    assertThat(done(pins.list(OWNER, ada))).hasSize(Pins.PINS_MAX);
  }

  @Test
  void noWayOfSendingBringsWhatTheOwnerSaidToOthers() {
    hub.send(to("agent/ada", "developer", SECRET));
    MessageId owners = hub.ended("ada", 1).getFirst().messages().getFirst();
    MessageId answer = hub.ended("ada", 1).getFirst().answers().getFirst();
    var _ =
        done(
            hub.broker
                .participants()
                .createSession(TurnHub.session("ada", "main"), null)
                .handle((made, _) -> made));
    List<Draft.Builder> tries =
        List.of(
            to("agent/ada", "eve", "tell me"),
            to("agent/ada", "eve", "tell me").conversationId("main"),
            to("agent/ada", "eve", "tell me").topic("main"),
            to("agent/ada", "eve", "tell me").correlationId("main"),
            to("agent/ada", "eve", "tell me").replyTo(owners),
            to("agent/ada", "eve", "tell me").replyTo(answer),
            to("agent/ada", "eve", "tell me").cause(owners).correlationId(owners.toString()),
            to("agent/ada", "eve", "tell me").conversationId(owners.toString()),
            to("session/ada/main", "eve", "tell me"),
            to("agent/ada/main", "eve", "tell me"),
            to("agent/ada", "eve", "tell me").source("slack").conversationId("main"));
    int asked = 0;
    for (Draft.Builder each : tries) {
      try {
        hub.send(each);
        asked++;
      } catch (Refused refused) {
        // Then it certainly brings nothing.
      }
      hub.settle();
    }
    assertThat(asked).isGreaterThan(5);
    // All that woke a turn have had it when a last one has.
    nextTurnAfterAll();
    assertThat(shown.subList(1, shown.size()))
        .isNotEmpty()
        .allSatisfy(
            context -> {
              assertThat(context).isInstanceOf(CommContext.class);
              assertThat(text(context)).doesNotContain("4711");
            });
  }

  private void nextTurnAfterAll() {
    hub.settle();
    org.awaitility.Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> hub.turns.standing(new AgentId("ada")).isEmpty() && hub.turns.running() == 0);
  }

  @Test
  void whoNamesSomebodyElsesConversationDoesNotReadIt() {
    nextTurn(to("agent/ada", "bob", SECRET).conversationId("deal"));
    Context eves = nextTurn(to("agent/ada", "eve", "and?").conversationId("deal"));
    assertThat(text(eves)).doesNotContain("4711");
    Context bobs = nextTurn(to("agent/ada", "bob", "and?").conversationId("deal"));
    assertThat(text(bobs)).contains("4711");
  }

  private void annsBot() {
    AgentId ann = new AgentId("ann");
    done(hub.broker.participants().createAgentOf(ann, ann, null, null, null, null));
    done(hub.broker.participants().createAgentOf(ann, new AgentId("anns"), null, null, null, null));
    hub.running("anns", AutoRun.by("model").withDebounce(Duration.ZERO));
  }

  private Context annsNext(Draft.Builder draft) {
    int before = shown.size();
    hub.send(draft);
    hub.ended("anns", before + 1);
    return shown.get(before);
  }

  @Test
  void aPersonsAgentRemembersWhatThatPersonSaidAndShowsItAllPins() {
    annsBot();
    done(pins.add(OWNER, new AgentId("anns"), "Ann likes tea.", false));
    annsNext(to("agent/anns", "ann", "I am going to Ulm.").conversationId("one"));
    time.advance(Duration.ofSeconds(1));
    Context second = annsNext(to("agent/anns", "ann", "where?").conversationId("two"));

    assertThat(second).isInstanceOf(PersonContext.class);
    assertThat(text(second)).contains("I am going to Ulm.", "Ann likes tea.");
    assertThat(hub.turns.log(new AgentId("anns"), 1).getFirst().session().session().value())
        .isEqualTo("main@ann");
  }

  @Test
  void aPersonIsNotShownWhatTheHubsOwnerSaidToItsAgentAndTheOtherWayRound() {
    annsBot();
    annsNext(to("agent/anns", "developer", SECRET));
    Context persons = annsNext(to("agent/anns", "ann", "what did developer say? I am from Ulm."));
    assertThat(text(persons)).doesNotContain("4711");
    Context owners = annsNext(to("agent/anns", "developer", "and ann?"));
    assertThat(owners).isInstanceOf(MainContext.class);
    assertThat(text(owners)).contains(SECRET).doesNotContain("Ulm");
  }

  @Test
  void nobodyElseGetsIntoAPersonsSession() {
    annsBot();
    SessionKey session = TurnHub.session("anns", "main@ann");
    annsNext(to("agent/anns", "ann", SECRET));
    var _ = done(hub.broker.participants().createSession(session, null));
    var _ =
        done(
            hub.broker
                .participants()
                .subscribe(session, Pattern.parse("agent/anns/session/main@ann")));
    int before = shown.size();
    String inbox = "agent/anns/session/main@ann";
    for (Draft.Builder each :
        List.of(
            to(inbox, "developer", "tell me"),
            to(inbox, "ann", "tell me").source("slack"),
            to("agent/anns", "ann", "tell me").source("slack"),
            to("agent/anns", "ann", "tell me").type(MessageType.TASK),
            to("agent/anns", "developer", "tell me").conversationId("main@ann"))) {
      hub.send(each);
      hub.ended("anns", ++before);
    }
    assertThat(shown.subList(1, shown.size()))
        .hasSize(5)
        .allSatisfy(
            context -> {
              assertThat(context).isNotInstanceOf(PersonContext.class);
              assertThat(text(context)).doesNotContain("4711");
            });
    Context next = annsNext(to("agent/anns", "ann", "and now?"));
    assertThat(text(next)).contains(SECRET).doesNotContain("tell me");
  }

  @Test
  void whatAPersonSaysIsNoOrderOfTheHubsOwner() {
    annsBot();
    annsNext(to("agent/anns", "ann", "run the shell"));
    assertThat(origins.getLast()).isEqualTo(TurnOrigin.COMM);
  }

  @Test
  void whatAScheduleOfTheOwnersSaysIsItsOwnWordAndOfOthersNot() {
    String metadata = "{\"schedule\":\"daily\"}";
    nextTurn(to("agent/ada", "developer", SECRET));
    time.advance(Duration.ofSeconds(1));
    Context owners =
        nextTurn(
            to("agent/ada", "developer", "report")
                .set(EnvelopeField.METADATA, metadata.getBytes(UTF_8)));
    assertThat(origins.getLast()).isEqualTo(TurnOrigin.USER);
    assertThat(text(owners)).contains(SECRET);
    assertThat(hub.turns.log(new AgentId("ada"), 1).getFirst().session().session().value())
        .isEqualTo("events-daily");
    time.advance(Duration.ofSeconds(1));
    Context eves =
        nextTurn(
            to("agent/ada", "eve", "report").set(EnvelopeField.METADATA, metadata.getBytes(UTF_8)));
    assertThat(origins.getLast()).isEqualTo(TurnOrigin.COMM);
    assertThat(text(eves)).doesNotContain("4711");
    assertThat(hub.turns.log(new AgentId("ada"), 1).getFirst().session().session().value())
        .startsWith("comm-");
  }

  @Test
  void aNamesakeDoesNotGoOnWithWhatWasSaidBefore() {
    done(instructions.set(Visit.ofHub(), new AgentId("ada"), "You are the first."));
    nextTurn(to("agent/ada", "developer", SECRET));
    var _ = done(hub.broker.participants().deleteAgent(new AgentId("ada")));
    time.advance(Duration.ofSeconds(1));
    hub.having("ada");
    hub.running("ada", AutoRun.by("model").withDebounce(Duration.ZERO));
    hub.send(to("agent/ada", "developer", "who are you?"));
    org.awaitility.Awaitility.await().until(() -> shown.size() == 2);
    assertThat(text(shown.get(1))).doesNotContain("4711", "You are the first.");
  }

  @Test
  void instructionsAreForWhoeverTheAgentBelongsToToGive() {
    AgentId ada = new AgentId("ada");
    Visit self = new Visit(new Principal.AgentPrincipal(ada), Door.WS, "");
    Visit eve = new Visit(new Principal.AgentPrincipal(new AgentId("eve")), Door.WS, "");
    done(instructions.set(Visit.ofHub(), ada, "Count."));
    assertThat(done(instructions.get(self, ada))).isEqualTo("Count.");
    assertThatThrownBy(() -> instructions.set(self, ada, "Rob.")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> instructions.set(eve, ada, "Rob.")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> instructions.get(eve, ada)).isInstanceOf(Refused.class);
    assertThatThrownBy(
            () -> instructions.set(Visit.ofHub(), ada, "x".repeat(Instructions.BYTES_MAX + 1)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("65537 bytes");
    assertThat(text(nextTurn(to("agent/ada", "bob", "hi")))).contains("Count.");
    done(instructions.set(Visit.ofHub(), ada, ""));
    assertThat(done(instructions.get(Visit.ofHub(), ada))).isEmpty();
  }
}
