package dev.parley.agents.definitions;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.List;

/** All that is wrong with some files, so that nobody has to mend them one error at a time. */
final class Problems {
  private static final int SHOWN_MAX = 20;

  private final List<String> found = new ArrayList<>();

  void add(Mark at, String what) {
    found.add(at + ": " + what);
  }

  boolean isEmpty() {
    return found.isEmpty();
  }

  /**
   * @throws Refused with every place, when there is any
   */
  void require() {
    if (found.isEmpty()) {
      return;
    }
    List<String> shown = found.size() > SHOWN_MAX ? found.subList(0, SHOWN_MAX) : found;
    String more = found.size() > SHOWN_MAX ? "\n… and " + (found.size() - SHOWN_MAX) + " more" : "";
    throw new Refused(
        ErrorCode.BAD_REQUEST, "nothing was applied:\n" + String.join("\n", shown) + more);
  }
}
