package dev.parley.testkit.traces;

import com.google.protobuf.ByteString;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Status;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * A span as it was received.
 *
 * @param hub which of several hubs has sent it
 * @param parent empty for the first of its trace
 * @param kind in the protocol's words, such as {@code SPAN_KIND_SERVER}
 * @param failure empty when there was none
 */
public record CollectedSpan(
    String hub,
    String trace,
    String id,
    String parent,
    String name,
    String kind,
    long start,
    long end,
    Map<String, String> attributes,
    List<String> links,
    String failure) {

  static CollectedSpan of(ResourceSpans resource, Span span) {
    return new CollectedSpan(
        attributes(resource.getResource().getAttributesList())
            .getOrDefault("service.instance.id", ""),
        hex(span.getTraceId()),
        hex(span.getSpanId()),
        hex(span.getParentSpanId()),
        span.getName(),
        span.getKind().name(),
        span.getStartTimeUnixNano(),
        span.getEndTimeUnixNano(),
        attributes(span.getAttributesList()),
        span.getLinksList().stream().map(link -> hex(link.getSpanId())).toList(),
        span.getStatus().getCode() == Status.StatusCode.STATUS_CODE_ERROR
            ? span.getStatus().getMessage()
            : "");
  }

  private static String hex(ByteString bytes) {
    return HexFormat.of().formatHex(bytes.toByteArray());
  }

  private static Map<String, String> attributes(List<KeyValue> pairs) {
    Map<String, String> all = new TreeMap<>();
    for (KeyValue pair : pairs) {
      AnyValue value = pair.getValue();
      all.put(
          pair.getKey(),
          value.hasIntValue() ? Long.toString(value.getIntValue()) : value.getStringValue());
    }
    return all;
  }
}
