package dev.parley.agents.definitions;

import dev.parley.agents.context.Instructions;
import dev.parley.agents.definitions.Applied.Outcome;
import dev.parley.agents.definitions.Definition.Identity;
import dev.parley.agents.definitions.Definition.McpServer;
import dev.parley.agents.turns.Turns;
import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.AgentHook;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which agents are defined by files, and what those say. Applying is for whoever acts for the hub's
 * owner, and blocks; reading is for any thread and does not.
 */
public final class Definitions implements AutoCloseable {
  static final String TABLE = "definitions";

  /** Each may be large, so there cannot be many. */
  static final int DEFINITIONS_MAX = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(Definitions.class);

  private final Broker broker;
  private final Turns turns;
  private final Instructions instructions;
  private final Map<String, Kept> all = new ConcurrentHashMap<>();
  private final ReentrantLock applying = new ReentrantLock();
  private final AgentHook agentHook = this::onAgent;

  /** A definition that was read, and from which file. */
  private record Read(Definition definition, String file) {}

  private Definitions(Broker broker, Turns turns, Instructions instructions) {
    this.broker = broker;
    this.turns = turns;
    this.instructions = instructions;
    broker.records().forEach(TABLE, (id, json) -> all.put(id, Kept.parse(json)));
    broker
        .records()
        .follow(
            TABLE,
            (id, json) -> {
              if (json == null) {
                all.remove(id);
              } else {
                all.put(id, Kept.parse(json));
              }
            });
    broker.participants().onAgent(agentHook);
  }

  /** Finishes what was being applied when the hub last ended. Blocks shortly. */
  public static Definitions open(Broker broker, Turns turns, Instructions instructions) {
    Definitions definitions = new Definitions(broker, turns, instructions);
    definitions.finish();
    return definitions;
  }

  private void finish() {
    for (Kept kept : List.copyOf(all.values())) {
      if (!kept.settled()) {
        Applied applied =
            apply(new Read(kept.definition(), kept.file()), kept.origin(), /* dryRun= */ false);
        LOG.info("applied the rest of {}: {}", kept.file(), applied.outcome().wireName());
      }
    }
  }

  /** What was said of this agent, and from where. */
  public Optional<Kept> of(AgentId agent) {
    return Optional.ofNullable(all.get(agent.value()));
  }

  /** The servers whose tools this agent is given, by name. */
  public Map<String, McpServer> servers(AgentId agent) {
    return of(agent).map(kept -> kept.definition().mcpServers()).orElse(Map.of());
  }

  /** In the order of the agents' ids. */
  public List<Kept> list() {
    return all.values().stream()
        .sorted(Comparator.comparing(kept -> kept.definition().id()))
        .toList();
  }

  /**
   * Reads all files, and if nothing is wrong with any of them makes the agents what they say. Only
   * whoever acts for the owner may call it.
   *
   * @return what it came to for each agent
   * @throws Refused when something is wrong, with every place; then nothing has been changed
   */
  public List<Applied> apply(Order order) {
    applying.lock();
    try {
      List<Read> read = read(order);
      List<Applied> results = new ArrayList<>();
      for (Read each : read) {
        results.add(apply(each, order.origin(), order.dryRun()));
      }
      if (order.whole()) {
        results.addAll(silent(order, read));
      }
      return results;
    } finally {
      applying.unlock();
    }
  }

  private List<Read> read(Order order) {
    Problems problems = new Problems();
    if (order.files().size() > DefinitionFile.FILES_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE, "at most " + DefinitionFile.FILES_MAX + " files at a time");
    }
    DefinitionReader reader =
        new DefinitionReader(
            turns::hasBrain,
            turns.brains(),
            turns.config().models(),
            new Variables(order.variables()),
            problems);
    Map<String, Mark> where = new LinkedHashMap<>();
    List<Read> read = new ArrayList<>();
    for (DefinitionFile file : order.files()) {
      if (file.text().length() > DefinitionFile.BYTES_MAX) {
        problems.add(
            new Mark(file.name(), 1, 1),
            "the file is too long; at most " + DefinitionFile.BYTES_MAX + " characters");
        continue;
      }
      for (Node document : YamlNodes.read(file.name(), file.text(), problems)) {
        Definition definition = reader.read(document, file.stem());
        if (definition == null) {
          continue;
        }
        Mark other = where.putIfAbsent(definition.id(), document.at());
        if (other != null) {
          problems.add(
              document.at(), "'" + definition.id() + "' is defined at " + other + " already");
        }
        read.add(new Read(definition, file.name()));
      }
    }
    problems.require();
    Set<String> together = new HashSet<>(all.keySet());
    read.forEach(each -> together.add(each.definition.id()));
    if (together.size() > DEFINITIONS_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE, "a hub has at most " + DEFINITIONS_MAX + " definitions");
    }
    return read;
  }

  private Applied apply(Read read, String origin, boolean dryRun) {
    Definition wanted = read.definition;
    Kept before = all.get(wanted.id());
    Plan plan = new Plan(broker.participants(), turns, instructions, wanted, before);
    List<String> says = plan.steps().stream().map(Plan.Step::says).toList();
    Outcome outcome =
        plan.creates() ? Outcome.CREATED : says.isEmpty() ? Outcome.UNCHANGED : Outcome.UPDATED;
    boolean created = plan.creates() || (before != null && before.created());
    Kept after = kept(read, origin, created, plan);
    boolean known = before != null && before.settled() && same(before, after);
    if (dryRun || (outcome == Outcome.UNCHANGED && known)) {
      return new Applied(wanted.id(), read.file, outcome, says);
    }
    try {
      put(during(after, before));
      for (Plan.Step step : plan.steps()) {
        done(step.does().get());
      }
      put(after);
      return new Applied(wanted.id(), read.file, outcome, says);
    } catch (Refused refused) {
      return new Applied(
          wanted.id(), read.file, Outcome.FAILED, List.of(String.valueOf(refused.getMessage())));
    }
  }

  private Kept kept(Read read, String origin, boolean created, Plan plan) {
    return new Kept(
        read.definition,
        origin,
        read.file,
        created,
        true,
        plan.ownSubscriptions(),
        plan.ownGroups(),
        broker.time().millis());
  }

  /** Until all is done both what was and what will be are the file's to take back. */
  private static Kept during(Kept after, @Nullable Kept before) {
    return new Kept(
        after.definition(),
        after.origin(),
        after.file(),
        after.created(),
        false,
        union(after.subscriptions(), before == null ? List.of() : before.subscriptions()),
        union(after.groups(), before == null ? List.of() : before.groups()),
        after.appliedAt());
  }

  private static List<String> union(List<String> one, List<String> other) {
    List<String> union = new ArrayList<>(one);
    other.stream().filter(each -> !one.contains(each)).forEach(union::add);
    return union;
  }

  private static boolean same(Kept one, Kept other) {
    return one.definition().equals(other.definition())
        && one.origin().equals(other.origin())
        && one.file().equals(other.file())
        && one.subscriptions().equals(other.subscriptions())
        && one.groups().equals(other.groups());
  }

  /** Those of this folder of which no file speaks any more. */
  private List<Applied> silent(Order order, List<Read> read) {
    Set<String> spoken = new HashSet<>();
    read.forEach(each -> spoken.add(each.definition.id()));
    return list().stream()
        .filter(kept -> kept.origin().equals(order.origin()))
        .filter(kept -> !spoken.contains(kept.definition().id()))
        .map(
            kept ->
                order.prune()
                    ? remove(kept, order.dryRun())
                    : new Applied(
                        kept.definition().id(),
                        kept.file(),
                        Outcome.LEFT,
                        List.of("no file says it any more; --prune removes it")))
        .toList();
  }

  /** An agent that its file has made goes with it; of others only what the file said. */
  private Applied remove(Kept kept, boolean dryRun) {
    AgentId id = new AgentId(kept.definition().id());
    List<String> says = new ArrayList<>();
    try {
      if (kept.created()) {
        says.add("agent");
        if (!dryRun) {
          done(broker.participants().deleteAgent(id));
        }
      } else {
        Plan plan = new Plan(broker.participants(), turns, instructions, nothing(id), kept);
        plan.steps().forEach(step -> says.add(step.says()));
        if (!dryRun) {
          plan.steps().forEach(step -> done(step.does().get()));
        }
      }
      if (!dryRun) {
        drop(id);
      }
      return new Applied(id.value(), kept.file(), Outcome.REMOVED, says);
    } catch (Refused refused) {
      return new Applied(
          id.value(), kept.file(), Outcome.FAILED, List.of(String.valueOf(refused.getMessage())));
    }
  }

  private static Definition nothing(AgentId id) {
    return new Definition(
        id.value(),
        null,
        null,
        new Identity(null, null, null),
        null,
        List.of(),
        List.of(),
        null,
        List.of(),
        List.of(),
        List.of(),
        Map.of(),
        Map.of());
  }

  private void put(Kept kept) {
    String id = kept.definition().id();
    done(broker.records().put(TABLE, id, kept.toJson()));
    all.put(id, kept);
  }

  private void drop(AgentId id) {
    done(broker.records().delete(TABLE, List.of(id.value())));
    all.remove(id.value());
  }

  private static void done(CompletableFuture<?> change) {
    try {
      var _ = change.join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }

  /** What was said of an agent goes with it; a file that is still there makes it anew. */
  private void onAgent(@Nullable Agent was, @Nullable Agent now) {
    if (was != null && now == null && all.remove(was.id().value()) != null) {
      var _ = broker.records().delete(TABLE, List.of(was.id().value()));
    }
  }

  @Override
  public void close() {
    broker.participants().removeAgentHook(agentHook);
  }
}
