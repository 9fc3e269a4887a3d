package dev.parley.testkit.door;

import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Which door shows which behaviour, and why not, as the documentation has it. */
public final class DoorTable {
  private final SequencedMap<String, Map<Ability, String>> doors;

  /**
   * @param doors what each lacks, with the reason, by the name of the door
   */
  public DoorTable(SequencedMap<String, Map<Ability, String>> doors) {
    this.doors = Collections.unmodifiableSequencedMap(doors);
  }

  /** In Markdown. */
  public String toMarkdown() {
    StringBuilder out = new StringBuilder();
    for (Class<?> suite : DoorContract.SUITES) {
      out.append("| ").append(suite.getSimpleName()).append(" |");
      doors.keySet().forEach(door -> out.append(' ').append(door).append(" |"));
      out.append("\n|").append(" --- |".repeat(doors.size() + 1)).append('\n');
      behaviours(suite).forEach(behaviour -> row(out, suite, behaviour));
      out.append('\n');
    }
    out.append("| door | does not | reason |\n| --- | --- | --- |\n");
    doors.forEach((door, lacks) -> reasons(out, door, lacks));
    return out.toString();
  }

  /** How many behaviours there are. */
  public static int size() {
    return DoorContract.SUITES.stream().mapToInt(suite -> behaviours(suite).size()).sum();
  }

  static List<Method> behaviours(Class<?> suite) {
    return Arrays.stream(suite.getSuperclass().getDeclaredMethods())
        .filter(method -> method.isAnnotationPresent(Test.class))
        .sorted(Comparator.comparing(Method::getName))
        .toList();
  }

  private void row(StringBuilder out, Class<?> suite, Method behaviour) {
    out.append("| ").append(words(behaviour.getName())).append(" |");
    var needs = BehaviourCheck.needs(suite, behaviour);
    for (Map<Ability, String> lacks : doors.values()) {
      out.append(Collections.disjoint(needs, lacks.keySet()) ? " yes |" : " – |");
    }
    out.append('\n');
  }

  private static String words(String name) {
    return Arrays.stream(name.split("(?=[A-Z])"))
        .map(word -> word.toLowerCase(Locale.ROOT))
        .map(
            word ->
                word.equals("json") || word.equals("uuid") ? word.toUpperCase(Locale.ROOT) : word)
        .collect(Collectors.joining(" "));
  }

  private static void reasons(StringBuilder out, String door, Map<Ability, String> lacks) {
    for (Ability ability : Ability.values()) {
      String reason = lacks.get(ability);
      if (reason != null) {
        out.append("| ").append(door).append(" | ").append(ability.text());
        out.append(" | ").append(reason).append(" |\n");
      }
    }
  }
}
