package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.commit.Committer;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** The groups of the registry. Their members are agents; an agent that goes leaves its groups. */
final class Groups {
  private static final Table.Format<Group> FORMAT =
      new Table.Format<>(
          "groups", group -> group.name().value(), RecordJson::write, RecordJson::readGroup);

  private final Committer committer;
  private final Timekeeper time;
  private final RegistryLimits limits;
  private final Agents agents;
  private final SubscriptionRouting routing;
  private final Table<Group> table = new Table<>(FORMAT, this::onChange);
  private final List<GroupHook> hooks = new CopyOnWriteArrayList<>();

  Groups(
      Committer committer,
      Timekeeper time,
      RegistryLimits limits,
      Agents agents,
      SubscriptionRouting routing) {
    this.committer = committer;
    this.time = time;
    this.limits = limits;
    this.agents = agents;
    this.routing = routing;
  }

  Table<Group> table() {
    return table;
  }

  List<GroupHook> hooks() {
    return hooks;
  }

  private void onChange(@Nullable Group was, @Nullable Group now) {
    routing.onGroup(was, now);
    hooks.forEach(hook -> hook.onGroup(was, now));
  }

  CompletableFuture<Group> put(GroupName name, List<AgentId> members) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes() + 64 * members.size(),
        change -> {
          for (AgentId member : members) {
            Agent _ = agents.current(member);
          }
          Group was = table.current(name.value());
          checkLimits(was, members);
          long createdAt = was == null ? time.millis() : was.createdAt();
          Group now = new Group(name, members.stream().distinct().toList(), createdAt);
          table.put(change, was, now);
          return now;
        });
  }

  /** Whoever is a member already stays one. */
  private void checkLimits(@Nullable Group was, List<AgentId> members) {
    if (was == null) {
      limits.checkGroups(table.currentCount(""));
    }
    Set<AgentId> fresh = new HashSet<>(members);
    if (was != null) {
      was.members().forEach(fresh::remove);
    }
    Map<AgentId, Integer> memberships = new HashMap<>();
    for (Group group : table.currentUnder("")) {
      for (AgentId member : group.members()) {
        if (fresh.contains(member)) {
          memberships.merge(member, 1, Integer::sum);
        }
      }
    }
    memberships.forEach((agent, count) -> limits.checkMemberships(agent.value(), count));
  }

  CompletableFuture<Group> delete(GroupName name) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(),
        change -> {
          Group was = current(name);
          table.drop(change, was);
          return was;
        });
  }

  CompletableFuture<Group> rename(GroupName name, GroupName other) {
    return RegistryChange.submit(
        committer,
        RegistryChange.bytes(),
        change -> {
          Group was = current(name);
          if (name.equals(other)) {
            return was;
          }
          if (table.current(other.value()) != null) {
            throw new Refused(ErrorCode.ALREADY_EXISTS, "there is a group '" + other + "' already");
          }
          Group now = new Group(other, was.members(), was.createdAt());
          table.drop(change, was);
          table.put(change, null, now);
          return now;
        });
  }

  /** The agent goes, and is a member of nothing any more. */
  void leaveAll(RegistryChange change, AgentId agent) {
    for (Group group : table.currentUnder("")) {
      if (group.members().contains(agent)) {
        List<AgentId> rest = group.members().stream().filter(m -> !m.equals(agent)).toList();
        table.put(change, group, new Group(group.name(), rest, group.createdAt()));
      }
    }
  }

  private Group current(GroupName name) {
    Group found = table.current(name.value());
    if (found == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no group '" + name + "'");
    }
    return found;
  }
}
