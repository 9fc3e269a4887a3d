package dev.parley.identity.access;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.identity.Principal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * All rules, sorted for asking. Immutable: a change makes another set, so that asking takes no
 * lock. What is about the agent itself comes before what is about its groups, and that before what
 * is about everyone; among those {@link Rule#MOST_SPECIFIC_FIRST}.
 */
final class RuleSet {
  static final RuleSet EMPTY = new RuleSet(List.of());

  private record Table(
      Map<AgentId, List<Rule>> agents,
      Map<GroupName, List<Rule>> groups,
      List<Rule> owner,
      List<Rule> everyone) {
    Table() {
      this(new HashMap<>(), new HashMap<>(), new ArrayList<>(), new ArrayList<>());
    }
  }

  private final Map<Action, Table> tables = new EnumMap<>(Action.class);
  private final List<Rule> all;

  RuleSet(Collection<Rule> rules) {
    all = rules.stream().sorted(Rule.MOST_SPECIFIC_FIRST).toList();
    for (Rule rule : all) {
      Table table = tables.computeIfAbsent(rule.action(), _ -> new Table());
      List<Rule> place =
          switch (rule.subject()) {
            case Subject.Owner _ -> table.owner;
            case Subject.Everyone _ -> table.everyone;
            case Subject.OfAgent(AgentId agent) ->
                table.agents.computeIfAbsent(agent, _ -> new ArrayList<>());
            case Subject.OfGroup(GroupName group) ->
                table.groups.computeIfAbsent(group, _ -> new ArrayList<>());
          };
      place.add(rule);
    }
  }

  List<Rule> all() {
    return all;
  }

  boolean isAbout(Action action) {
    return tables.containsKey(action);
  }

  /**
   * The rule that decides, or null when there is none.
   *
   * @param isMember whether an agent is in a group now
   */
  @Nullable Rule deciding(
      Principal who,
      Action action,
      Predicate<Rule> decides,
      BiPredicate<GroupName, AgentId> isMember) {
    Table table = tables.get(action);
    if (table == null) {
      return null;
    }
    return switch (who) {
      case Principal.Owner _ -> first(table.owner, decides);
      case Principal.AgentPrincipal(AgentId agent) -> {
        Rule own = first(table.agents.getOrDefault(agent, List.of()), decides);
        Rule shared = own != null ? own : ofGroups(table, agent, decides, isMember);
        yield shared != null ? shared : first(table.everyone, decides);
      }
    };
  }

  private static @Nullable Rule ofGroups(
      Table table,
      AgentId agent,
      Predicate<Rule> decides,
      BiPredicate<GroupName, AgentId> isMember) {
    Rule best = null;
    for (Map.Entry<GroupName, List<Rule>> group : table.groups.entrySet()) {
      Rule found = first(group.getValue(), decides);
      if (found != null
          && (best == null || Rule.MOST_SPECIFIC_FIRST.compare(found, best) < 0)
          && isMember.test(group.getKey(), agent)) {
        best = found;
      }
    }
    return best;
  }

  private static @Nullable Rule first(List<Rule> rules, Predicate<Rule> decides) {
    for (Rule rule : rules) {
      if (decides.test(rule)) {
        return rule;
      }
    }
    return null;
  }
}
