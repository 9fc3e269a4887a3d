package dev.parley.agents.definitions;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/**
 * What is to be applied.
 *
 * @param variables for {@code ${NAME}}
 * @param origin the folder the files are from
 * @param whole whether they are all there are in that folder
 * @param prune whether agents go of which no file of the folder speaks any more
 */
public record Order(
    List<DefinitionFile> files,
    Map<String, String> variables,
    String origin,
    boolean whole,
    boolean prune,
    boolean dryRun) {
  private static final JsonMapper JSON = new JsonMapper();

  public Order {
    files = files == null ? List.of() : List.copyOf(files);
    variables = variables == null ? Map.of() : Map.copyOf(variables);
    origin = origin == null ? "" : origin;
  }

  /**
   * @throws Refused when it is no order
   */
  public static Order parse(byte[] json) {
    try {
      Order order = JSON.readValue(json, Order.class);
      if (order == null || order.files.stream().anyMatch(DefinitionFile::isIncomplete)) {
        throw new Refused(ErrorCode.BAD_REQUEST, "'files' must be a list of {name, text}");
      }
      return order;
    } catch (JacksonException e) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "files and variables are expected, such as"
              + " {\"files\":[{\"name\":\"a.yaml\",\"text\":\"id: a\"}]}: "
              + String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse(""));
    }
  }
}
