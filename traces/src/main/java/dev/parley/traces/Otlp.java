package dev.parley.traces;

import dev.parley.core.trace.TraceContext;
import java.util.List;

/** How spans are written in the OpenTelemetry Protocol; the numbers are those of its fields. */
final class Otlp {
  private static final int STATUS_ERROR = 2;

  private Otlp() {}

  /** An {@code ExportTraceServiceRequest}. */
  static byte[] request(TracesConfig config, List<OtlpSpan> spans) {
    return new Protobuf()
        .message(
            1,
            resourceSpans ->
                resourceSpans
                    .message(1, resource -> resource(resource, config))
                    .message(
                        2,
                        scopeSpans -> {
                          scopeSpans.message(
                              1, scope -> scope.text(1, "dev.parley").text(2, config.version()));
                          spans.forEach(each -> scopeSpans.message(2, span -> span(span, each)));
                        }))
        .toBytes();
  }

  private static void resource(Protobuf resource, TracesConfig config) {
    text(resource, 1, "service.name", "parley");
    text(resource, 1, "service.version", config.version());
    text(resource, 1, "service.instance.id", config.instance());
  }

  private static void span(Protobuf out, OtlpSpan span) {
    TraceContext context = span.context();
    out.id(1, context.high(), context.low()).id(2, context.span());
    if (span.parent != 0) {
      out.id(4, span.parent);
    }
    out.text(5, span.name).number(6, kind(span)).fixed(7, span.start).fixed(8, span.ended());
    for (OtlpSpan.Attribute each : span.attributes()) {
      String text = each.text();
      if (text == null) {
        out.message(
            9, pair -> pair.text(1, each.name()).message(2, v -> v.number(3, each.number())));
      } else {
        text(out, 9, each.name(), text);
      }
    }
    for (TraceContext link : span.links()) {
      out.message(13, each -> each.id(1, link.high(), link.low()).id(2, link.span()));
    }
    String failure = span.failure();
    if (failure != null) {
      out.message(15, status -> status.text(2, failure).number(3, STATUS_ERROR));
    }
  }

  private static void text(Protobuf out, int field, String name, String value) {
    out.message(field, pair -> pair.text(1, name).message(2, any -> any.text(1, value)));
  }

  private static int kind(OtlpSpan span) {
    return switch (span.kind) {
      case INTERNAL -> 1;
      case SERVER -> 2;
      case CLIENT -> 3;
      case PRODUCER -> 4;
      case CONSUMER -> 5;
    };
  }
}
