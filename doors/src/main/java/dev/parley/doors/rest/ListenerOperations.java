package dev.parley.doors.rest;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Session;
import dev.parley.core.participants.Subscription;
import dev.parley.core.participants.Targets;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.access.AccessRules;
import dev.parley.identity.access.Rule;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** Who gets copies of an agent's mail, and whom a rule allows to listen in. */
final class ListenerOperations {
  /** Where somebody wants to know who listens, more are not read. */
  private static final int SHOWN_MAX = 500;

  /** An agent, and the patterns of it and its sessions that reach the mail of the one asked for. */
  private record Listener(AgentId agent, List<String> patterns) {}

  private final Participants participants;
  private final AccessRules rules;

  ListenerOperations(RestServices services) {
    this.participants = services.broker().participants();
    this.rules = services.identity().authority().rules();
  }

  List<Operation> operations() {
    return List.of(
        Operation.get(
                "/api/agents/{agentId}/listeners",
                "listListeners",
                "Who gets copies of an agent's mail, and which rules let others listen in")
            .by(Access.OWNER)
            .answering("Listeners")
            .doing(this::list));
  }

  private CompletableFuture<Reply> list(RestCall call) {
    AgentId whose = call.segment("agentId", AgentId::new);
    Agent _ = participants.requireAgent(whose);
    List<Listener> listeners = listenersOf(whose);
    List<Rule> allowing = rules.lettingListenIn(whose);
    return Reply.ok(
            out -> {
              out.ascii("{\"listeners\":");
              Shapes.list(out, listeners, ListenerOperations::listener);
              out.ascii(",\"rules\":");
              Shapes.list(out, allowing, (to, rule) -> rule.writeTo(to));
              out.ascii("}");
            })
        .now();
  }

  private static void listener(JsonBuffer out, Listener listener) {
    out.ascii("{\"agentId\":").string(listener.agent.value());
    out.ascii(",\"patterns\":");
    Shapes.list(out, listener.patterns, JsonBuffer::string);
    out.ascii("}");
  }

  /** Its mail goes to its own path; what is sent to paths below that is as much its own. */
  private List<Listener> listenersOf(AgentId whose) {
    List<Path> mail = List.of(Path.agent(whose), Path.parse("agent/" + whose + "/**"));
    return mail.stream()
        .map(path -> participants.targets("", path))
        .map(Targets::agents)
        .flatMap(List::stream)
        .distinct()
        .filter(agent -> !agent.equals(whose))
        .limit(SHOWN_MAX)
        .map(agent -> new Listener(agent, patterns(agent, mail)))
        .toList();
  }

  private List<String> patterns(AgentId agent, List<Path> mail) {
    Stream<Subscription> own = participants.subscriptions(agent).stream();
    Stream<Subscription> ofSessions =
        participants.sessions(agent).stream()
            .map(Session::key)
            .flatMap(session -> participants.subscriptions(session).stream());
    return Stream.concat(own, ofSessions)
        .map(Subscription::pattern)
        .filter(pattern -> mail.stream().anyMatch(pattern::meets))
        .map(Object::toString)
        .distinct()
        .toList();
  }
}
