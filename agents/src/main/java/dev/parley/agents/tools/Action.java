package dev.parley.agents.tools;

import dev.parley.agents.brain.TurnOrigin;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Something a tool does.
 *
 * @param origins in whose turns it may be used; refused in all others
 */
public record Action(
    String name,
    String description,
    List<Parameter> parameters,
    Set<TurnOrigin> origins,
    Handler handler) {

  /** Does it. */
  @FunctionalInterface
  public interface Handler {

    /**
     * @return what the model is told
     * @throws dev.parley.core.error.Refused when it may not or cannot be done; the model is told
     *     why
     */
    String run(ToolUse use, Arguments arguments) throws InterruptedException;
  }

  public Action {
    parameters = List.copyOf(parameters);
    origins = Set.copyOf(origins);
  }

  /** For every turn. */
  public static Action of(
      String name, String description, Handler handler, Parameter... parameters) {
    return new Action(
        name, description, List.of(parameters), EnumSet.allOf(TurnOrigin.class), handler);
  }

  /** The same for turns of the owner and of the hub itself, and for no others. */
  public Action forOwner() {
    EnumSet<TurnOrigin> allowed = EnumSet.noneOf(TurnOrigin.class);
    Arrays.stream(TurnOrigin.values()).filter(TurnOrigin::isTrusted).forEach(allowed::add);
    return new Action(name, description, parameters, allowed, handler);
  }
}
