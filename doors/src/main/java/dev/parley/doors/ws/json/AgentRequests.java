package dev.parley.doors.ws.json;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Presence;
import dev.parley.core.participants.Subscription;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.PublishedCard;
import dev.parley.doors.json.Request;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.Principal;
import dev.parley.identity.authority.Accounts;
import dev.parley.identity.authority.Authority;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.authority.Sight;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The registry of agents: {@code agent.*} and {@code msg.presence}. */
final class AgentRequests {
  private static final int LIMIT_DEFAULT = 100;
  private static final int LIMIT_MAX = 1_000;
  private static final int PRESENCE_LIMIT_DEFAULT = 1_000;
  private static final int AGENT_BYTES = 512;
  private static final int PAGE_SUBSCRIPTIONS_MAX = 10_000;
  private static final int PAGE_CARD_BYTES_MAX = 512 << 10;

  private final Accounts accounts;
  private final Authority authority;
  private final Participants participants;
  private final Presence presence;

  AgentRequests(Broker broker, Identity identity) {
    this.accounts = identity.accounts();
    this.authority = identity.authority();
    this.participants = broker.participants();
    this.presence = broker.presence();
  }

  /** Agents and tokens are {@link Accounts}' business, which also decides who may change them. */
  void register(Requests requests) {
    requests.add("agent.create", Access.ANYONE, this::create);
    requests.add("agent.get", Access.ANYONE, this::get);
    requests.add("agent.list", Access.ANYONE, this::list);
    requests.add("agent.update", Access.SELF, this::update);
    requests.add("agent.delete", Access.ANYONE, this::delete);
    requests.add("agent.token", Access.ANYONE, this::renewToken);
    requests.add("agent.revoke", Access.ANYONE, this::revokeToken);
    requests.add("msg.presence", Access.ANYONE, this::presence);
  }

  private void create(Call call) {
    AgentId id = call.address(Field.AGENT_ID, AgentId::new);
    Request request = call.request();
    call.answerWith(
        accounts.create(
            call.visit(), id, name(request), request.text(Field.DESCRIPTION), metadata(request)),
        (out, issued) -> {
          agent(call, out, issued.agent());
          out.ascii(",\"token\":").string(issued.token().secret());
        });
  }

  /** Whoever sees the list may look at one of it; an agent that names nobody means itself. */
  private void get(Call call) {
    AgentId id = whom(call);
    authority.requireSeen(call.visit(), id);
    call.reply(participants.requireAgent(id), (out, agent) -> agent(call, out, agent));
  }

  private static AgentId whom(Call call) {
    return call.principal() instanceof Principal.AgentPrincipal(AgentId self)
            && !call.request().has(Field.AGENT_ID)
        ? self
        : call.address(Field.AGENT_ID, AgentId::new);
  }

  private void update(Call call) {
    Request request = call.request();
    byte[] card = request.raw(Field.CARD);
    call.answerWith(
        participants.updateAgent(
            call.subject(),
            name(request),
            request.text(Field.DESCRIPTION),
            metadata(request),
            card == null ? null : PublishedCard.checked(card)),
        (out, agent) -> agent(call, out, agent));
  }

  private void delete(Call call) {
    AgentId id = call.address(Field.AGENT_ID, AgentId::new);
    call.answerWith(
        accounts.delete(call.visit(), id),
        (out, agent) -> out.ascii(",\"agentId\":").string(agent.id().value()));
  }

  private void renewToken(Call call) {
    AgentId id = whom(call);
    accounts.renew(
        call.visit(),
        id,
        call.answer(
            (out, issued) -> {
              out.ascii(",\"agentId\":").string(issued.agent().id().value());
              out.ascii(",\"token\":").string(issued.token().secret());
            }));
  }

  private void revokeToken(Call call) {
    AgentId id = call.address(Field.AGENT_ID, AgentId::new);
    call.answerWith(
        accounts.revoke(call.visit(), id),
        (out, agent) -> out.ascii(",\"agentId\":").string(agent.id().value()));
  }

  private void list(Call call) {
    int limit = (int) call.request().number(Field.LIMIT, LIMIT_DEFAULT, 1, LIMIT_MAX);
    boolean cards = call.request().flag(Field.CARDS, false);
    call.reply(
        light(page(call, limit), limit, cards),
        new Agents((out, agent) -> shown(call, out, agent, cards), cards));
  }

  private void presence(Call call) {
    int limit = (int) call.request().number(Field.LIMIT, PRESENCE_LIMIT_DEFAULT, 1, LIMIT_MAX);
    call.reply(
        Page.of(page(call, limit), limit),
        new Agents((out, agent) -> presenceOf(call, out, agent), false));
  }

  /** One more than asked for tells whether there are more. */
  private List<Agent> page(Call call, int limit) {
    String after = call.request().text(Field.AFTER);
    AgentId start = after == null ? null : Request.address(Field.AFTER, after, AgentId::new);
    return authority.seenBy(call.principal(), participants, start, limit + 1);
  }

  /** A page ends early when its agents' subscriptions, or their cards, would make it large. */
  private Page light(List<Agent> found, int limit, boolean cards) {
    int subscriptions = 0;
    int bytes = 0;
    for (int i = 0; i < found.size(); i++) {
      subscriptions += participants.subscriptions(found.get(i).id()).size();
      bytes += cards ? cardBytes(found.get(i)) : 0;
      if ((subscriptions > PAGE_SUBSCRIPTIONS_MAX || bytes > PAGE_CARD_BYTES_MAX) && i > 0) {
        return Page.of(found, Math.min(i, limit));
      }
    }
    return Page.of(found, limit);
  }

  private void agent(Call call, JsonBuffer out, Agent agent) {
    out.ascii(",\"agent\":");
    shown(call, out, agent, true);
  }

  /** About as many as it is written with. */
  private static int cardBytes(Agent agent) {
    return agent.card() == null ? 0 : agent.card().length();
  }

  private void shown(Call call, JsonBuffer out, Agent agent, boolean withCard) {
    Sight sight = authority.sight(call.principal(), agent);
    // A card does not say them, so they are not gathered for it.
    List<Subscription> subscriptions =
        sight == Sight.ALL ? participants.subscriptions(agent.id()) : List.of();
    Shapes.agent(out, agent, subscriptions, presence.isOnline(agent.id()), sight, withCard);
  }

  private void presenceOf(Call call, JsonBuffer out, Agent agent) {
    Presence.Status status = presence.of(agent.id());
    out.ascii("{\"agentId\":").string(agent.id().value());
    out.ascii(",\"online\":").bool(status.isOnline());
    if (authority.sight(call.principal(), agent) == Sight.ALL) {
      out.ascii(",\"connections\":").number(status.connections());
      out.ascii(",\"listening\":").bool(status.listeners() > 0);
      if (status.lastSeenAt() != 0) {
        out.ascii(",\"lastSeenAt\":").number(status.lastSeenAt());
      }
    }
    out.ascii("}");
  }

  private static @Nullable String name(Request request) {
    String name = request.text(Field.NAME);
    if (name != null && name.isBlank()) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'name' is empty");
    }
    return name;
  }

  private static @Nullable String metadata(Request request) {
    byte[] raw = request.raw(Field.METADATA);
    return raw == null ? null : new String(raw, StandardCharsets.UTF_8);
  }

  private record Page(List<Agent> agents, boolean more) {
    static Page of(List<Agent> found, int limit) {
      boolean more = found.size() > limit;
      return new Page(more ? found.subList(0, limit) : found, more);
    }
  }

  private record Agents(Shape<Agent> each, boolean cards) implements Shape<Page> {
    @Override
    public int weight(Page page) {
      int bytes = AGENT_BYTES * (1 + page.agents.size());
      return cards ? bytes + page.agents.stream().mapToInt(AgentRequests::cardBytes).sum() : bytes;
    }

    @Override
    public void write(JsonBuffer out, Page page) {
      out.ascii(",\"agents\":");
      Shapes.list(out, page.agents, each::write);
      out.ascii(",\"more\":").bool(page.more);
    }
  }
}
