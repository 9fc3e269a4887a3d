package dev.parley.doors.mcp;

import dev.parley.doors.http.body.BodyReader;
import dev.parley.doors.json.Failures;
import dev.parley.doors.mcp.catalog.Caller;
import io.vertx.core.http.HttpServerRequest;
import java.util.Locale;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What MCP wants of the body of a POST. On the event loop. */
final class Body {
  private Body() {}

  static BodyReader reader(McpConfig config) {
    return new BodyReader(config.bodyBytesMax(), config.bodyPatience());
  }

  /**
   * Hands over the bytes of a body that has the right type and size, of a caller that is still let
   * in then; refuses any other.
   */
  static void read(
      HttpServerRequest request,
      Caller caller,
      Reply reply,
      BodyReader bodies,
      Consumer<byte[]> whenWhole) {
    if (!isJson(request.getHeader("Content-Type"))) {
      reply.refuse(415, "the body has to be application/json");
      return;
    }
    var _ =
        bodies
            .read(request)
            .thenAccept(
                body -> {
                  // It may have taken a while to come, and by now the token may be gone.
                  caller.standing().require();
                  whenWhole.accept(body);
                })
            .exceptionally(
                failure -> {
                  reply.refuse(Failures.refusalOf(failure, "POST"));
                  return null;
                });
  }

  private static boolean isJson(@Nullable String type) {
    return type != null
        && type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT).equals("application/json");
  }

  /** Can the client read both kinds of answers? One that says nothing can. */
  static boolean acceptsBoth(@Nullable String accept) {
    if (accept == null) {
      return true;
    }
    String lower = accept.toLowerCase(Locale.ROOT);
    return lower.contains("*/*")
        || (lower.contains("application/json") && lower.contains("text/event-stream"));
  }
}
