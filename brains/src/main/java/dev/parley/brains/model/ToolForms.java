package dev.parley.brains.model;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.parley.agents.tools.Parameter;
import dev.parley.agents.tools.Tool;
import java.util.ArrayList;
import java.util.List;

/** Tools as LangChain4j wants them described. */
final class ToolForms {
  private ToolForms() {}

  static List<ToolSpecification> of(List<Tool> tools) {
    return tools.stream().map(ToolForms::of).toList();
  }

  private static ToolSpecification of(Tool tool) {
    JsonObjectSchema.Builder schema = JsonObjectSchema.builder();
    List<String> required = new ArrayList<>();
    if (tool.hasResources()) {
      schema.addEnumProperty("resource", List.copyOf(tool.resources().keySet()));
      required.add("resource");
    }
    schema.addEnumProperty("action", List.copyOf(tool.actionNames()));
    required.add("action");
    for (Parameter each : tool.parameters()) {
      switch (each.kind()) {
        case TEXT -> schema.addStringProperty(each.name(), each.description());
        case NUMBER -> schema.addIntegerProperty(each.name(), each.description());
        case FLAG -> schema.addBooleanProperty(each.name(), each.description());
      }
    }
    return ToolSpecification.builder()
        .name(tool.name())
        .description(tool.help())
        .parameters(schema.required(required).additionalProperties(false).build())
        .build();
  }
}
