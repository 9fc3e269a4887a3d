package dev.parley.agents.tools;

import dev.parley.agents.brain.TurnOrigin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * A tool: things, and what can be done with them.
 *
 * @param resources by name, the actions of each; {@link #ITSELF} when there is nothing to choose
 */
public record Tool(String name, String description, SequencedMap<String, List<Action>> resources) {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_-]{0,63}");

  /** The only resource of a tool that has no others. */
  public static final String ITSELF = "";

  public Tool {
    if (!NAME.matcher(name).matches()) {
      throw new IllegalArgumentException("'" + name + "' cannot be the name of a tool");
    }
    SequencedMap<String, List<Action>> copy = new LinkedHashMap<>();
    resources.forEach((resource, actions) -> copy.put(resource, List.copyOf(actions)));
    resources = copy;
  }

  public static Tool of(String name, String description, Action... actions) {
    return of(name, description, ITSELF, List.of(actions));
  }

  public static Tool of(String name, String description, String resource, List<Action> actions) {
    SequencedMap<String, List<Action>> resources = new LinkedHashMap<>();
    resources.put(resource, actions);
    return new Tool(name, description, resources);
  }

  /** With what the other of the same name has beside. */
  Tool plus(Tool other) {
    SequencedMap<String, List<Action>> all = new LinkedHashMap<>(resources);
    other.resources.forEach(
        (resource, actions) ->
            all.merge(
                resource,
                actions,
                (here, more) -> {
                  List<Action> both = new ArrayList<>(here);
                  both.addAll(more);
                  return both;
                }));
    return new Tool(name, description, all);
  }

  /** What of it may be used in such a turn; none when that is nothing. */
  Tool forOrigin(TurnOrigin origin) {
    SequencedMap<String, List<Action>> left = new LinkedHashMap<>();
    resources.forEach(
        (resource, actions) -> {
          List<Action> usable =
              actions.stream().filter(action -> action.origins().contains(origin)).toList();
          if (!usable.isEmpty()) {
            left.put(resource, usable);
          }
        });
    return new Tool(name, description, left);
  }

  public boolean hasResources() {
    return !resources.keySet().equals(Set.of(ITSELF));
  }

  public Set<String> actionNames() {
    Set<String> names = new LinkedHashSet<>();
    resources.values().forEach(actions -> actions.forEach(action -> names.add(action.name())));
    return names;
  }

  /** All parameters of all actions; what two share they share. */
  public List<Parameter> parameters() {
    SequencedMap<String, Parameter> all = new LinkedHashMap<>();
    resources
        .values()
        .forEach(
            actions ->
                actions.forEach(
                    action ->
                        action.parameters().forEach(each -> all.putIfAbsent(each.name(), each))));
    return List.copyOf(all.values());
  }

  /** What it is for, and each of its actions with what that is told. */
  public String help() {
    StringBuilder text = new StringBuilder(description);
    resources.forEach(
        (resource, actions) ->
            actions.forEach(
                action -> {
                  text.append("\n- ").append(name).append('(');
                  if (!resource.equals(ITSELF)) {
                    text.append("resource: ").append(resource).append(", ");
                  }
                  text.append("action: ").append(action.name());
                  action
                      .parameters()
                      .forEach(
                          each ->
                              text.append(", ")
                                  .append(each.name())
                                  .append(each.required() ? "" : "?"));
                  text.append("): ").append(action.description());
                }));
    return text.toString();
  }

  /** Its JSON schema, as a tree of maps and lists. */
  public Map<String, Object> schema() {
    SequencedMap<String, Object> properties = new LinkedHashMap<>();
    List<String> required = new ArrayList<>();
    if (hasResources()) {
      properties.put("resource", choice(resources.keySet()));
      required.add("resource");
    }
    properties.put("action", choice(actionNames()));
    required.add("action");
    for (Parameter each : parameters()) {
      properties.put(
          each.name(), Map.of("type", each.kind().schemaType(), "description", each.description()));
    }
    SequencedMap<String, Object> schema = new LinkedHashMap<>();
    schema.put("type", "object");
    schema.put("properties", properties);
    schema.put("required", required);
    schema.put("additionalProperties", false);
    return schema;
  }

  private static Map<String, Object> choice(Set<String> names) {
    return Map.of("type", "string", "enum", List.copyOf(names));
  }
}
