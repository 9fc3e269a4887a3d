package dev.parley.agents.context;

import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.TurnOrigin;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.Message;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Session;
import java.util.List;
import java.util.stream.Collectors;

/** Puts together what a brain is shown. Blocks; any thread. */
public final class Contexts {
  private static final int ABOUT_CHARS_MAX = 4_000;

  private final Broker broker;
  private final Instructions instructions;
  private final Conversations conversations;
  private final Pins pins;
  private final List<Knowledge> knowledge;

  public Contexts(Broker broker, Instructions instructions, Pins pins, List<Knowledge> knowledge) {
    this.broker = broker;
    this.instructions = instructions;
    this.pins = pins;
    this.conversations = new Conversations(broker);
    this.knowledge = List.copyOf(knowledge);
  }

  public Context of(BrainRequest request) {
    AgentId agent = request.session().agent();
    String told = broker.participants().agent(agent).map(instructions::of).orElse("");
    String about =
        request.messages().stream()
            .map(message -> String.valueOf(message.draft().content()))
            .collect(Collectors.joining("\n"));
    String beginning = about.substring(0, Math.min(about.length(), ABOUT_CHARS_MAX));
    List<Knowledge.Piece> known =
        knowledge.stream().flatMap(each -> each.of(agent, beginning).stream()).toList();
    List<Pin> pinned = broker.participants().agent(agent).map(pins::of).orElse(List.of());
    if (isPersons(request)) {
      CommSession own = new CommSession(request.session());
      return new PersonContext(told, pinned, known, conversations.of(own), request.messages());
    }
    return isPrivate(request)
        ? new MainContext(told, pinned, known, conversations.ofMain(agent), request.messages())
        : new CommContext(
            told,
            pinned.stream().filter(Pin::comm).map(CommPin::of).toList(),
            known,
            conversations.of(commSession(request.session())),
            request.messages());
  }

  /**
   * The owner's own, by whose words they are and not by the session alone: others may reach the
   * inbox of a session that is called {@code main}. What the owner lets a schedule say is its own
   * too, wherever that is thought about.
   */
  public static boolean isPrivate(BrainRequest request) {
    return TurnOrigin.of(request) == TurnOrigin.USER
        || (request.session().session().value().equals(Session.MAIN)
            && request.messages().stream().allMatch(Contexts::isTrusted));
  }

  /** By whose words they are, and by whose agent it is now. */
  private boolean isPersons(BrainRequest request) {
    AgentId agent = request.session().agent();
    AgentId person = broker.participants().agent(agent).map(Agent::owner).orElse(null);
    return person != null
        && request.session().equals(PersonSession.of(agent, person).key())
        && PersonSession.isSpokenIn(request.session(), request.messages());
  }

  private static boolean isTrusted(Message message) {
    return switch (message.origin()) {
      case OWNER, HUMAN, SYSTEM -> true;
      case PEER, EXTERNAL -> false;
    };
  }

  /** Who comes to {@code main} uninvited, or to a person's, has no earlier turns there. */
  private static CommSession commSession(SessionKey session) {
    String name = session.session().value();
    return name.equals(Session.MAIN) || PersonSession.isOne(session)
        ? new CommSession(new SessionKey(session.agent(), new SessionId("comm-" + name)))
        : new CommSession(session);
  }
}
