package dev.parley.brains.mcp;

import dev.parley.agents.context.Fence;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import io.modelcontextprotocol.client.McpAsyncClient;
import io.modelcontextprotocol.client.McpClient;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator.ValidationResponse;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Implementation;
import io.modelcontextprotocol.spec.McpSchema.ListToolsResult;
import io.modelcontextprotocol.spec.McpSchema.Tool;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;

/**
 * One talk with a server, from its begin until something goes wrong with it or nobody needs it. Any
 * thread; calls block, for no longer than they may.
 */
final class Talk {
  private static final int TOOLS_MAX = 128;
  private static final int PAGES_MAX = 20;

  /** The client's own limit is behind ours, which knows the hub's clock. */
  private static final Duration LATER = Duration.ofSeconds(10);

  private final String server;
  private final McpConfig config;
  private final Timekeeper time;
  private final McpAsyncClient client;
  private final Guard guard;
  private final Runnable countAnew;
  private final Runnable end;
  private final CompletableFuture<Refused> broken;
  private final Set<CompletableFuture<?>> waiting = ConcurrentHashMap.newKeySet();
  private List<KnownTool> tools = List.of();

  /**
   * @param countAnew told when a call begins
   * @param end lets go of what carries the talk; must not block
   * @param broken completed with what is wrong
   */
  Talk(
      String server,
      McpConfig config,
      Timekeeper time,
      Guard guard,
      Runnable countAnew,
      Runnable end,
      CompletableFuture<Refused> broken) {
    this.server = server;
    this.config = config;
    this.time = time;
    this.guard = guard;
    this.countAnew = countAnew;
    this.end = end;
    this.broken = broken;
    this.client =
        McpClient.async(guard)
            .clientInfo(Implementation.builder("parley", "1").build())
            .requestTimeout(config.calling().plus(LATER))
            .initializationTimeout(config.connecting().plus(LATER))
            .enableCallToolSchemaCaching(false)
            .jsonSchemaValidator((_, _) -> ValidationResponse.asValid(""))
            .build();
    var _ = broken.thenAccept(this::release);
  }

  static Refused unavailable(String server, String why) {
    return new Refused(ErrorCode.CONFLICT, "the MCP server '" + server + "': " + why);
  }

  void begin() throws InterruptedException {
    var _ = within(client.initialize(), config.connecting());
    tools = listed();
  }

  /** Those that it has now. */
  synchronized List<KnownTool> tools() throws InterruptedException {
    if (guard.takeChanged()) {
      tools = listed();
    }
    return tools;
  }

  private List<KnownTool> listed() throws InterruptedException {
    List<KnownTool> known = new ArrayList<>();
    String cursor = null;
    for (int page = 0; page < PAGES_MAX && known.size() < TOOLS_MAX; page++) {
      ListToolsResult listed = within(client.listTools(cursor), config.connecting());
      List<Tool> tools = listed.tools() == null ? List.of() : listed.tools();
      for (Tool each : tools) {
        KnownTool tool = KnownTool.of(server, each);
        if (tool != null && known.size() < TOOLS_MAX && isNew(tool, known)) {
          known.add(tool);
        }
      }
      cursor = listed.nextCursor();
      if (cursor == null || cursor.isEmpty()) {
        break;
      }
    }
    return List.copyOf(known);
  }

  private static boolean isNew(KnownTool tool, List<KnownTool> known) {
    return known.stream().noneMatch(each -> each.offered().name().equals(tool.offered().name()));
  }

  CallToolResult call(String tool, Map<String, Object> arguments) throws InterruptedException {
    return within(
        client.callTool(CallToolRequest.builder(tool).arguments(arguments).build()),
        config.calling());
  }

  @SuppressWarnings("CollectionUndefinedEquality") // the very same future is taken out again
  private <T> T within(Mono<T> asked, Duration most) throws InterruptedException {
    guard.countAnew();
    countAnew.run();
    CompletableFuture<T> answer = asked.toFuture();
    waiting.add(answer);
    if (broken.isDone()) {
      boolean _ = answer.completeExceptionally(broken.join());
    }
    Timekeeper.Alarm alarm =
        time.after(most, () -> fail("it did not answer within " + most.toSeconds() + " s"));
    try {
      return answer.get();
    } catch (InterruptedException e) {
      boolean _ = answer.cancel(true);
      throw e;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Refused refused
          ? refused
          : unavailable(server, "it answered with an error: " + said(e.getCause()));
    } finally {
      alarm.cancel();
      waiting.remove(answer);
    }
  }

  private static String said(@Nullable Throwable why) {
    String message = why == null ? null : why.getMessage();
    return message == null ? "nothing that could be read" : Fence.inLine(message);
  }

  /** Ends the talk; only the first reason counts. */
  private void fail(String why) {
    boolean _ = broken.complete(unavailable(server, why));
  }

  /** Once, however it came to an end. */
  private void release(Refused why) {
    waiting.forEach(answer -> answer.completeExceptionally(why));
    // The client may wait for what does not answer any more.
    var _ = Thread.startVirtualThread(client::close);
    end.run();
  }

  boolean isBroken() {
    return broken.isDone();
  }

  void close() {
    fail("it was ended");
  }
}
