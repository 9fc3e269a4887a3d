package dev.parley.agents.definitions;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Which of a hub's brains are to think for an agent, the first that can. */
final class Preferred {
  private Preferred() {}

  /**
   * Those that are named, then those that think with the models that are named; models that no
   * brain of this hub has are left out.
   *
   * @param modelOf brains by their names
   */
  static List<String> of(List<String> brains, List<String> models, Map<String, String> modelOf) {
    Set<String> preferred = new LinkedHashSet<>(brains);
    for (String model : models) {
      modelOf.forEach(
          (brain, its) -> {
            if (its.equals(model)) {
              preferred.add(brain);
            }
          });
    }
    return List.copyOf(preferred);
  }
}
