package dev.parley.agents.usage;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What one agent has used in one day.
 *
 * @param owner whose the agent was: the agent of a person, or empty for the hub's owner's
 * @param ownerIncarnation tells that person from a later one of the same name
 * @param incarnation tells the agent from a later one of the same name
 * @param entries how often something was counted
 * @param models in the order in which they were first used
 */
record Day(
    String owner,
    String ownerIncarnation,
    String agent,
    String incarnation,
    long entries,
    Map<String, Counts> models) {

  static Day begin(String owner, String ownerIncarnation, String agent, String incarnation) {
    return new Day(owner, ownerIncarnation, agent, incarnation, 0, Map.of());
  }

  Day with(Used used) {
    Map<String, Counts> changed = new LinkedHashMap<>(models);
    changed.merge(used.model(), used.counts(), Counts::plus);
    return new Day(owner, ownerIncarnation, agent, incarnation, entries + 1, changed);
  }

  /** A line for the agent and one for each model; no name in it has a tab or an end of line. */
  byte[] toBytes() {
    StringBuilder text = new StringBuilder(256);
    text.append(owner).append('\t').append(ownerIncarnation).append('\t').append(agent);
    text.append('\t').append(incarnation).append('\t').append(entries);
    models.forEach(
        (model, counts) -> {
          text.append('\n').append(model).append('\t').append(counts.calls());
          text.append('\t').append(counts.inputTokens()).append('\t').append(counts.outputTokens());
          text.append('\t').append(counts.costMicros());
        });
    return text.toString().getBytes(UTF_8);
  }

  static Day of(byte[] kept) {
    String[] lines = new String(kept, UTF_8).split("\n", -1);
    String[] head = lines[0].split("\t", -1);
    Map<String, Counts> models = new LinkedHashMap<>();
    for (int i = 1; i < lines.length; i++) {
      String[] part = lines[i].split("\t", -1);
      models.put(
          part[0],
          new Counts(
              Long.parseLong(part[1]),
              Long.parseLong(part[2]),
              Long.parseLong(part[3]),
              Long.parseLong(part[4])));
    }
    return new Day(head[0], head[1], head[2], head[3], Long.parseLong(head[4]), models);
  }
}
