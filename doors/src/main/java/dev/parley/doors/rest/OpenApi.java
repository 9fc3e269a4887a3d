package dev.parley.doors.rest;

import dev.parley.core.message.JsonBuffer;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The OpenAPI 3.1 document, made from the operations as they are declared. Only the schemas, and
 * the paths that are no JSON (events, blobs), are written down beside; tests hold all of it
 * together.
 */
final class OpenApi {
  private static final Pattern SEGMENT = Pattern.compile("\\{(\\w+)}");

  private OpenApi() {}

  static byte[] document(String version, List<Operation> operations) {
    JsonBuffer out = new JsonBuffer(32_768);
    out.ascii("{\"openapi\":\"3.1.0\",\"info\":{\"title\":\"Parley\",\"version\":")
        .string(version)
        .ascii("},\"security\":[{\"token\":[]},{\"cookie\":[],\"key\":[]}],\"paths\":{");
    Map<String, List<Operation>> byPath = new LinkedHashMap<>();
    for (Operation operation : operations) {
      byPath.computeIfAbsent(operation.path(), _ -> new ArrayList<>()).add(operation);
    }
    byPath.forEach(
        (path, sharing) -> {
          out.string(path).ascii(":{");
          for (int i = 0; i < sharing.size(); i++) {
            operation(out.ascii(i == 0 ? "" : ","), sharing.get(i));
          }
          out.ascii("},");
        });
    byte[] streams = resource("streams.json");
    // Without its braces: its members stand beside those above.
    int end = streams.length - 1;
    while (streams[end] != '}') {
      end--;
    }
    out.raw(streams, 1, end - 1);
    out.ascii("},\"components\":{\"securitySchemes\":{");
    out.ascii("\"token\":{\"type\":\"http\",\"scheme\":\"bearer\"},");
    out.ascii("\"cookie\":{\"type\":\"apiKey\",\"in\":\"cookie\",\"name\":\"parley\"},");
    out.ascii("\"key\":{\"type\":\"apiKey\",\"in\":\"header\",\"name\":\"Parley-Key\"}},");
    out.ascii("\"schemas\":").raw(resource("schemas.json"));
    return out.ascii("}}").toBytes();
  }

  private static void operation(JsonBuffer out, Operation operation) {
    out.string(operation.method().name().toLowerCase(Locale.ROOT)).ascii(":{\"operationId\":");
    out.string(operation.id()).ascii(",\"summary\":").string(operation.summary());
    if (operation.access() == null) {
      out.ascii(",\"security\":[]");
    }
    parameters(out, operation);
    if (operation.body() != null) {
      out.ascii(",\"requestBody\":{");
      content(out, "application/json", operation.body());
      out.ascii("}");
    }
    out.ascii(",\"responses\":{\"").number(operation.status());
    out.ascii("\":{\"description\":\"done\"");
    if (operation.answer() != null) {
      content(out.ascii(","), "application/json", operation.answer());
    }
    out.ascii("},\"default\":{\"description\":\"refused\",");
    content(out, "application/problem+json", "Problem");
    out.ascii("}}}");
  }

  private static void content(JsonBuffer out, String type, @Nullable String schema) {
    out.ascii("\"content\":{").string(type).ascii(":{\"schema\":{\"$ref\":");
    out.string("#/components/schemas/" + schema).ascii("}}}");
  }

  private static void parameters(JsonBuffer out, Operation operation) {
    out.ascii(",\"parameters\":[");
    String before = "";
    Matcher segments = SEGMENT.matcher(operation.path());
    while (segments.find()) {
      out.ascii(before).ascii("{\"name\":").string(segments.group(1));
      out.ascii(",\"in\":\"path\",\"required\":true,\"schema\":{\"type\":\"string\"}}");
      before = ",";
    }
    for (QueryParameter parameter : operation.query()) {
      out.ascii(before).ascii("{\"name\":").string(parameter.wireName());
      out.ascii(",\"in\":\"query\",\"description\":").string(parameter.description());
      out.ascii(",\"schema\":{\"type\":\"");
      out.ascii(parameter.isNumber() ? "integer" : "string").ascii("\"}}");
      before = ",";
    }
    out.ascii("]");
  }

  private static byte[] resource(String name) {
    try (InputStream in = OpenApi.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(name + " is missing in the jar");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
