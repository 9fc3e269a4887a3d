package dev.parley.agents.definitions;

import dev.parley.agents.context.Instructions;
import dev.parley.agents.turns.AutoRun;
import dev.parley.agents.turns.Turns;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.Pattern;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Group;
import dev.parley.core.participants.Participants;
import dev.parley.identity.Visit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The steps from what an agent is to what a definition says of it. Each step may be done twice, so
 * that a plan which was broken off is simply made again. What the file said before and does not say
 * any more is taken back, unless somebody has changed it since.
 */
final class Plan {

  /** One change: what it is in words, and how it is done. */
  record Step(String says, Supplier<CompletableFuture<?>> does) {}

  private final Participants participants;
  private final Turns turns;
  private final Instructions instructions;
  private final Definition wanted;
  private final @Nullable Kept before;
  private final AgentId id;
  private final @Nullable Agent agent;
  private final List<Step> steps = new ArrayList<>();
  private final List<String> subscriptions = new ArrayList<>();
  private final List<String> groups = new ArrayList<>();

  /**
   * @param wanted what is to be; one that says nothing but the id takes everything back
   */
  Plan(
      Participants participants,
      Turns turns,
      Instructions instructions,
      Definition wanted,
      @Nullable Kept before) {
    this.participants = participants;
    this.turns = turns;
    this.instructions = instructions;
    this.wanted = wanted;
    this.before = before;
    this.id = new AgentId(wanted.id());
    this.agent = participants.agent(id).orElse(null);
    if (agent == null) {
      add(
          "agent",
          () ->
              participants.createAgent(
                  id, wanted.name(), wanted.description(), metadata(null), null));
    } else {
      details(agent);
    }
    subscriptions();
    groups();
    autoRun();
    instructions();
    record();
  }

  private void add(String says, Supplier<CompletableFuture<?>> does) {
    steps.add(new Step(says, does));
  }

  boolean creates() {
    return agent == null;
  }

  List<Step> steps() {
    return steps;
  }

  /** Those subscriptions that are the file's from then on. */
  List<String> ownSubscriptions() {
    return subscriptions;
  }

  List<String> ownGroups() {
    return groups;
  }

  private @Nullable Definition said() {
    return before == null ? null : before.definition();
  }

  private void details(Agent now) {
    Definition said = said();
    String name = taken(wanted.name(), said == null ? null : said.name(), now.name(), id.value());
    String description =
        taken(
            wanted.description(), said == null ? null : said.description(), now.description(), "");
    if (name != null) {
      add("name", () -> participants.updateAgent(id, name, null, null));
    }
    if (description != null) {
      add("description", () -> participants.updateAgent(id, null, description, null));
    }
    ObjectNode has = MetadataJson.parse(now.metadata());
    if (!has.equals(MetadataJson.parse(metadata(now.metadata())))) {
      add("metadata", () -> participants.changeMetadata(id, null, this::metadata));
    }
  }

  /**
   * @return what it has to become, or null when it may stay
   */
  private static @Nullable String taken(
      @Nullable String wanted, @Nullable String said, @Nullable String now, String otherwise) {
    if (wanted != null) {
      return wanted.equals(now) ? null : wanted;
    }
    return said != null && said.equals(now) && !otherwise.equals(now) ? otherwise : null;
  }

  /** The file's keys in place of what it said before; the others are somebody else's. */
  private String metadata(@Nullable String now) {
    ObjectNode metadata = MetadataJson.parse(now);
    Definition said = said();
    if (said != null) {
      said.metadata()
          .forEach(
              (key, json) -> {
                JsonNode there = metadata.get(key);
                if (there != null && there.equals(MetadataJson.value(json))) {
                  metadata.remove(key);
                }
              });
    }
    new java.util.TreeMap<>(wanted.metadata())
        .forEach((key, json) -> metadata.set(key, MetadataJson.value(json)));
    return metadata.toString();
  }

  private void subscriptions() {
    Set<String> has = new HashSet<>();
    participants.subscriptions(id).forEach(each -> has.add(each.pattern().text()));
    Set<String> own = before == null ? Set.of() : Set.copyOf(before.subscriptions());
    for (String pattern : wanted.subscriptions()) {
      if (!has.contains(pattern)) {
        add("subscription +" + pattern, () -> participants.subscribe(id, Pattern.parse(pattern)));
        subscriptions.add(pattern);
      } else if (own.contains(pattern)) {
        subscriptions.add(pattern);
      }
    }
    own.stream()
        .sorted()
        .filter(pattern -> has.contains(pattern) && !wanted.subscriptions().contains(pattern))
        .forEach(
            pattern ->
                add(
                    "subscription -" + pattern,
                    () -> participants.unsubscribe(id, Pattern.parse(pattern))));
  }

  private void groups() {
    Set<String> own = before == null ? Set.of() : Set.copyOf(before.groups());
    for (String group : wanted.groups()) {
      if (!members(group).contains(id)) {
        add("group +" + group, () -> putGroup(group, true));
        groups.add(group);
      } else if (own.contains(group)) {
        groups.add(group);
      }
    }
    own.stream()
        .sorted()
        .filter(group -> members(group).contains(id) && !wanted.groups().contains(group))
        .forEach(group -> add("group -" + group, () -> putGroup(group, false)));
  }

  private List<AgentId> members(String group) {
    return participants.group(new GroupName(group)).map(Group::members).orElse(List.of());
  }

  private CompletableFuture<?> putGroup(String group, boolean belongs) {
    List<AgentId> members = new ArrayList<>(members(group));
    members.remove(id);
    if (belongs) {
      members.add(id);
    }
    return participants.putGroup(new GroupName(group), members);
  }

  private void autoRun() {
    AutoRun now = turns.said(id.value()).orElse(null);
    AutoRun wish = autoRun(wanted);
    if (wish != null) {
      if (now == null || !now.isLike(wish)) {
        add("autoRun", () -> turns.set(id.value(), wish));
      }
      return;
    }
    Definition said = said();
    AutoRun was = said == null ? null : autoRun(said);
    if (now != null && was != null && now.isLike(was)) {
      add("autoRun", () -> turns.clear(id.value()));
    }
  }

  private void instructions() {
    Definition said = said();
    String now = agent == null ? "" : instructions.get(Visit.ofHub(), id).join();
    String changed =
        taken(wanted.instructions(), said == null ? null : said.instructions(), now, "");
    if (changed != null) {
      add("instructions", () -> instructions.set(Visit.ofHub(), id, changed));
    }
  }

  private @Nullable AutoRun autoRun(Definition definition) {
    Definition.Running running = definition.autoRun();
    List<String> preferred =
        Preferred.of(definition.brains(), definition.models(), turns.config().models());
    return running == null || preferred.isEmpty()
        ? null
        : new AutoRun(
            running.enabled(),
            String.join(",", preferred),
            running.triage(),
            running.debounceMillis(),
            running.batchMax(),
            running.turnMillisMax(),
            0);
  }

  /** What is kept in the record alone and needs no step of its own but to be seen. */
  private void record() {
    Definition said = said();
    compare("identity", said == null ? null : said.identity(), wanted.identity(), said);
    compare("brains", said == null ? List.of() : said.brains(), wanted.brains(), said);
    compare("models", said == null ? List.of() : said.models(), wanted.models(), said);
    compare("mcpServers", said == null ? Map.of() : said.mcpServers(), wanted.mcpServers(), said);
  }

  private void compare(
      String what, @Nullable Object was, @Nullable Object now, @Nullable Definition said) {
    boolean empty = now == null || (now instanceof Definition.Identity who && who.isEmpty());
    if (!Objects.equals(was, now) && !(said == null && empty)) {
      add(what, () -> CompletableFuture.completedFuture(null));
    }
  }
}
