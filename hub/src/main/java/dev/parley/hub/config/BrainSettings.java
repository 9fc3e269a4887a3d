package dev.parley.hub.config;

import dev.parley.agents.brain.Outcome;
import dev.parley.agents.brain.ScriptedBrain;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads {@code agents.brains}: each brain has a name and a {@code kind}, and each kind its own
 * settings.
 */
final class BrainSettings {
  static final String BRAINS = "agents.brains.";
  private static final int BRAINS_MAX = 100;

  /** Begins what a script sends to somebody else. */
  private static final Pattern SAY =
      Pattern.compile("(?:^|\\s)>>\\s+(task\\s+)?([A-Za-z0-9._@+/#-]+):\\s");

  /** The settings of each kind, beside {@code kind} itself. */
  private static final Map<String, Set<String>> KINDS =
      Map.of(
          "script",
          Set.of("answers"),
          "model",
          ModelSettings.FIELDS,
          "acp",
          HarnessSettings.STAYING,
          "command",
          HarnessSettings.STARTED);

  private BrainSettings() {}

  static Map<String, BrainSetting> of(Path data, Settings settings) {
    Map<String, Set<String>> fields = new LinkedHashMap<>();
    for (String key : settings.keysUnder(BRAINS)) {
      String[] name = key.substring(BRAINS.length()).split("\\.", 2);
      if (name.length != 2 || name[0].contains(",")) {
        throw new BadConfig(key, "a brain has a name and settings, such as answers");
      }
      fields.computeIfAbsent(name[0], _ -> new LinkedHashSet<>()).add(name[1]);
    }
    if (fields.size() > BRAINS_MAX) {
      throw new BadConfig("agents.brains", fields.size(), "at most " + BRAINS_MAX);
    }
    Map<String, BrainSetting> brains = new LinkedHashMap<>();
    fields.forEach(
        (name, said) -> brains.put(name, brain(data, settings, BRAINS + name + ".", said)));
    ModelSettings.checkFallbacks(brains);
    return brains;
  }

  private static BrainSetting brain(Path data, Settings settings, String key, Set<String> said) {
    String kind = said.contains("kind") ? settings.optionalText(key + "kind") : "script";
    Set<String> known = KINDS.get(kind);
    if (known == null) {
      throw new BadConfig(
          key + "kind", kind, "one of " + KINDS.keySet().stream().sorted().toList());
    }
    for (String field : said) {
      if (!field.equals("kind") && !known.contains(field)) {
        throw new BadConfig(
            key + field,
            "there is no such setting; a brain of kind "
                + kind
                + " has "
                + String.join(", ", known.stream().sorted().toList()));
      }
    }
    if (kind.equals("model")) {
      return ModelSettings.of(data, settings, key);
    }
    if (!kind.equals("script")) {
      return HarnessSettings.of(data, settings, key, kind.equals("acp"));
    }
    return new BrainSetting.Script(rules(key + "answers", settings.items(key + "answers")));
  }

  private static List<ScriptedBrain.Rule> rules(String key, List<String> answers) {
    if (answers.isEmpty()) {
      throw new BadConfig(key, "a list is expected, such as ['hello => Hello, {from}!']");
    }
    return answers.stream().map(BrainSettings::rule).toList();
  }

  /**
   * {@code WORDS => ANSWER >> TO: TEXT >> task TO: TEXT}; all but one of its parts may be missing.
   */
  private static ScriptedBrain.Rule rule(String said) {
    String[] parts = said.split("=>", 2);
    String words = parts.length == 1 ? "" : parts[0].strip();
    String rest = parts[parts.length - 1];
    Matcher say = SAY.matcher(rest);
    List<ScriptedBrain.Say> says = new ArrayList<>();
    int end = rest.length();
    int from = 0;
    for (boolean more = say.find(); more; ) {
      end = says.isEmpty() ? say.start() : end;
      String to = say.group(2);
      boolean task = say.group(1) != null;
      from = say.end();
      more = say.find();
      says.add(
          new ScriptedBrain.Say(
              to, task, rest.substring(from, more ? say.start() : rest.length()).strip()));
    }
    return new ScriptedBrain.Rule(
        words, new Outcome.Answered(rest.substring(0, end).strip()), says);
  }
}
