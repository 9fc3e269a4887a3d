package dev.parley.brains.model;

import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.parley.agents.tools.Offered;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Tools as LangChain4j wants them described; what their schemas say is passed on as it is. */
final class ToolForms {
  private static final JsonMapper JSON = new JsonMapper();

  private ToolForms() {}

  static List<ToolSpecification> of(List<Offered> tools) {
    return tools.stream().map(ToolForms::of).toList();
  }

  private static ToolSpecification of(Offered tool) {
    Map<String, Object> schema = tool.schema();
    JsonObjectSchema.Builder form =
        JsonObjectSchema.builder().addProperties(elements(schema.get("properties")));
    if (schema.get("required") instanceof List<?> names) {
      form.required(names.stream().map(String::valueOf).toList());
    }
    if (schema.get("additionalProperties") instanceof Boolean more) {
      form.additionalProperties(more);
    }
    Map<String, JsonSchemaElement> definitions = elements(schema.get("$defs"));
    if (!definitions.isEmpty()) {
      form.definitions(definitions);
    }
    return ToolSpecification.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(form.build())
        .build();
  }

  private static Map<String, JsonSchemaElement> elements(@Nullable Object schemas) {
    Map<String, JsonSchemaElement> elements = new LinkedHashMap<>();
    if (schemas instanceof Map<?, ?> named) {
      named.forEach(
          (name, schema) -> {
            if (schema instanceof Map<?, ?>) {
              elements.put(
                  String.valueOf(name), JsonRawSchema.from(JSON.writeValueAsString(schema)));
            }
          });
    }
    return elements;
  }
}
