package dev.parley.identity.authority;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Escalation;
import dev.parley.core.message.Sender;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Group;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Separation;
import dev.parley.core.sending.SendGate;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.access.AccessRules;
import dev.parley.identity.access.Action;
import dev.parley.identity.access.Verdict;
import dev.parley.identity.limits.RateLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The only place that says no. Doors ask it before they read, show or subscribe for somebody; the
 * broker asks it, as its {@link SendGate}, before it takes a message, so that no door can forget
 * to. Where no rule is about sending, that costs one volatile read. Any thread; never blocks.
 */
public final class Authority implements SendGate {
  private final AccessRules rules;
  private final RateLimits limits;
  private final Separation separation;
  private volatile Membership membership = Membership.NONE;

  public Authority(AccessRules rules, RateLimits limits, Separation separation) {
    this.rules = rules;
    this.limits = limits;
    this.separation = separation;
  }

  /** From now on this says who takes part in what. */
  public void asking(Membership newMembership) {
    membership = newMembership;
  }

  public AccessRules rules() {
    return rules;
  }

  public RateLimits limits() {
    return limits;
  }

  /**
   * May this sender send this, and now?
   *
   * @throws Refused when it may not
   */
  @Override
  public void check(Sender from, Draft draft) {
    limits.onMessage(from, draft);
    if (rules.isAbout(Action.SEND)) {
      maySend(from, draft.path());
      Escalation escalation = draft.escalation();
      if (escalation != null) {
        maySend(from, Path.agent(escalation.to()));
      }
    }
    membership.maySend(from, draft);
  }

  @Override
  public Draft completed(Draft draft) {
    return membership.completed(draft);
  }

  @Override
  public boolean isClosed(String threadKey) {
    return membership.isClosed(threadKey);
  }

  @Override
  public void onReach(Sender from, int inboxes) {
    limits.onReach(from, inboxes);
  }

  private void maySend(Sender from, Path path) {
    Principal who =
        switch (from.behalf()) {
          case OWNER -> new Principal.Owner();
          case AGENT -> new Principal.AgentPrincipal(new AgentId(from.name()));
          case SYSTEM -> null;
        };
    if (who == null) {
      return;
    }
    if (path.namesSeveral()) {
      // One message to several: each of them has to be allowed.
      recipients(path).forEach(each -> maySend(who, from.name(), each));
    } else {
      maySend(who, from.name(), path);
    }
  }

  private static List<Path> recipients(Path path) {
    try {
      return path.each();
    } catch (InvalidAddress e) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "the list of recipients in '" + path + "': " + e.getMessage());
    }
  }

  private void maySend(Principal who, String name, Path path) {
    Verdict verdict = rules.send(who, path);
    if (!verdict.allowed()) {
      throw forbidden("'" + name + "' may not send to '" + path + "'", verdict);
    }
  }

  /**
   * @throws Refused when this agent or session may not be subscribed to the pattern by this one
   */
  public void maySubscribe(Visit by, AgentId subscriber, Pattern pattern) {
    by.requireActingFor(subscriber);
    Verdict verdict = rules.subscribe(by.who(), pattern);
    if (!verdict.allowed()) {
      throw forbidden("'" + subscriber + "' may not subscribe to '" + pattern + "'", verdict);
    }
    membership.maySubscribe(subscriber, pattern);
  }

  /**
   * @throws Refused when this one may not look into that agent's boxes
   */
  public void mayRead(Visit by, AgentId whose) {
    if (owns(by.who(), whose)) {
      return;
    }
    Verdict verdict = rules.read(by.who(), whose);
    if (!verdict.allowed()) {
      throw forbidden("'" + by.name() + "' may not read the boxes of '" + whose + "'", verdict);
    }
  }

  /** May this one look into that agent's boxes? Quick enough to be asked for every event. */
  public boolean reads(Principal who, AgentId whose) {
    return owns(who, whose) || rules.read(who, whose).allowed();
  }

  /** How much does this one see of that agent? The same in lists, answers and events. */
  public Sight sight(Principal who, AgentId whom) {
    AgentId self = who.scope();
    return self != null && separation.owns(self, whom)
        ? Sight.ALL
        : sight(who, whom, self != null && separation.areApart(self, whom));
  }

  /** The same of an agent that may be gone, as events of its end tell of it. */
  public Sight sight(Principal who, Agent whom) {
    AgentId self = who.scope();
    return self != null && separation.owns(self, whom)
        ? Sight.ALL
        : sight(who, whom.id(), self != null && separation.areApart(self, whom));
  }

  private Sight sight(Principal who, AgentId whom, boolean apart) {
    if (who.mayActFor(whom)) {
      return Sight.ALL;
    }
    if (apart) {
      return Sight.NOTHING;
    }
    return !rules.isAbout(Action.SEE) || rules.see(who, whom).allowed()
        ? Sight.CARD
        : Sight.NOTHING;
  }

  /** Is this a person, and that one of its agents? */
  private boolean owns(Principal who, AgentId whom) {
    AgentId self = who.scope();
    return self != null && separation.owns(self, whom);
  }

  /** Does this one see everybody there is? */
  private boolean seesAll(Principal who) {
    return !rules.isAbout(Action.SEE) && (who.isOwner() || !separation.isNeeded());
  }

  /** Does this one see that agent in lists, and may it look it up? */
  public boolean maySee(Principal who, AgentId whom) {
    return sight(who, whom) != Sight.NOTHING;
  }

  /**
   * A group as this one sees it: without the members that are not for it to see. Of a group of
   * agents that are all kept apart from it, it does not know.
   */
  public Optional<Group> seenBy(Principal who, Group group) {
    if (isForOthers(who, group)) {
      return Optional.empty();
    }
    if (seesEveryMember(who, group)) {
      return Optional.of(group);
    }
    return Optional.of(
        new Group(
            group.name(),
            group.members().stream().filter(member -> maySee(who, member)).toList(),
            group.createdAt()));
  }

  private boolean isForOthers(Principal who, Group group) {
    AgentId self = who.scope();
    return self != null
        && separation.isNeeded()
        && (group.members().isEmpty()
            ? separation.isOfPerson(self)
            : group.members().stream().allMatch(member -> separation.areApart(self, member)));
  }

  public boolean seesEveryMember(Principal who, Group group) {
    return seesAll(who)
        || (!isForOthers(who, group)
            && group.members().stream().allMatch(member -> maySee(who, member)));
  }

  /**
   * @throws Refused as for an agent that is not there, when it is not for this one to see
   */
  public void requireSeen(Visit by, AgentId whom) {
    if (!maySee(by.who(), whom)) {
      throw Refused.hidden(Participants.noSuchAgent(whom));
    }
  }

  /**
   * The agents that this one sees, in the order of their ids.
   *
   * @param after where to begin, or null
   */
  public List<Agent> seenBy(
      Principal who, Participants participants, @Nullable AgentId after, int limit) {
    List<Agent> page = participants.agents(after, limit);
    if (seesAll(who)) {
      return page;
    }
    List<Agent> seen = new ArrayList<>();
    while (!page.isEmpty()) {
      for (Agent agent : page) {
        if (seen.size() < limit && maySee(who, agent.id())) {
          seen.add(agent);
        }
      }
      page = seen.size() == limit ? List.of() : participants.agents(page.getLast().id(), limit);
    }
    return seen;
  }

  private static Refused forbidden(String what, Verdict verdict) {
    return new Refused(ErrorCode.FORBIDDEN, what + " (" + verdict.reason() + ")");
  }
}
