package dev.parley.brains.mcp;

import dev.parley.agents.definitions.Definition.McpServer;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.Timekeeper;
import dev.parley.processes.ProcessHooks;
import dev.parley.processes.ProcessSpec;
import dev.parley.processes.Processes;
import dev.parley.processes.Secret;
import dev.parley.processes.Startable;
import dev.parley.processes.SupervisedProcess;
import dev.parley.processes.Surroundings;
import io.modelcontextprotocol.client.transport.HttpClientStreamableHttpTransport;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.jackson3.JacksonMcpJsonMapper;
import io.modelcontextprotocol.spec.McpClientTransport;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import tools.jackson.databind.json.JsonMapper;

/** Begins talks with servers: programs, which it starts and ends, and those at addresses. */
final class Connector implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Connector.class);
  private static final Duration CONNECT = Duration.ofSeconds(10);

  private final McpConfig config;
  private final Timekeeper time;
  private final Surroundings surroundings;
  private final Processes processes;
  private final McpJsonMapper json = new JacksonMcpJsonMapper(JsonMapper.builder().build());

  Connector(McpConfig config, Timekeeper time) {
    this.config = config;
    this.time = time;
    this.surroundings = new Surroundings(config.environment());
    this.processes =
        Processes.open(
            config.processes(),
            time::millis,
            survivor -> LOG.info("'{}' of an earlier hub: {}", survivor.name(), survivor.ending()));
  }

  /**
   * @throws Refused when it cannot be begun, saying what is to be done
   */
  Talk connect(AgentId agent, String name, McpServer server) throws InterruptedException {
    CompletableFuture<Refused> broken = new CompletableFuture<>();
    String url = server.url();
    return url == null
        ? program(agent, name, server, broken)
        : remote(name, URI.create(url), server.headers(), broken);
  }

  private Talk program(
      AgentId agent, String name, McpServer server, CompletableFuture<Refused> broken)
      throws InterruptedException {
    ProcessTransport transport = new ProcessTransport(json, failing(name, broken));
    SupervisedProcess process = started(agent, name, server, transport);
    transport.writeTo(process.input());
    return new Talk(
        name,
        config,
        time,
        new Guard(transport, failing(name, broken)),
        transport::countAnew,
        () -> end(transport, process),
        broken);
  }

  private static Consumer<String> failing(String name, CompletableFuture<Refused> broken) {
    return why -> {
      boolean _ = broken.complete(Talk.unavailable(name, why));
    };
  }

  private SupervisedProcess started(
      AgentId agent, String name, McpServer server, ProcessTransport transport)
      throws InterruptedException {
    List<String> argv = new ArrayList<>();
    argv.add(String.valueOf(server.command()));
    argv.addAll(server.args());
    Path directory = workspace(agent);
    Map<String, String> variables = surroundings.with(List.of());
    variables.putAll(server.env());
    Startable.require(
        "the MCP server '" + name + "'",
        argv.getFirst(),
        directory,
        variables.getOrDefault("PATH", surroundings.path()));
    String process = agent.value() + "~" + name;
    // The last one may still be ending.
    SupervisedProcess last = processes.find(process).filter(SupervisedProcess::isLive).orElse(null);
    if (last != null) {
      var _ = last.stop();
    }
    return processes.start(
        new ProcessSpec(
            process,
            "the MCP server '" + name + "'",
            argv,
            directory,
            variables,
            server.secrets().stream().map(each -> new Secret(each, "[withheld]")).toList(),
            Map.of()),
        ProcessHooks.NONE,
        transport::read);
  }

  private Path workspace(AgentId agent) {
    try {
      return Files.createDirectories(config.folder().resolve("work-" + agent.value()));
    } catch (IOException e) {
      throw new Refused(
          ErrorCode.STORE_UNAVAILABLE,
          "the folder of an MCP server cannot be made: " + e.getMessage());
    }
  }

  private static void end(ProcessTransport transport, SupervisedProcess process) {
    transport.end();
    if (process.isLive()) {
      var _ = Thread.startVirtualThread(() -> stop(process));
    }
  }

  private static void stop(SupervisedProcess process) {
    try {
      LOG.info("'{}' was stopped: {}", process.name(), process.stop());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Refused e) {
      LOG.warn("'{}' was not stopped: {}", process.name(), e.getMessage());
    }
  }

  private Talk remote(
      String name, URI url, Map<String, String> headers, CompletableFuture<Refused> broken) {
    String path = url.getRawPath() == null || url.getRawPath().isEmpty() ? "/" : url.getRawPath();
    McpClientTransport transport =
        HttpClientStreamableHttpTransport.builder(url.getScheme() + "://" + url.getRawAuthority())
            .endpoint(url.getRawQuery() == null ? path : path + "?" + url.getRawQuery())
            .jsonMapper(json)
            .connectTimeout(CONNECT)
            .maxResponseSize(ProcessTransport.LINE_BYTES_MAX)
            // Headers may be secret: they go where they were meant to and nowhere else.
            .customizeClient(client -> client.followRedirects(HttpClient.Redirect.NEVER))
            .addHttpRequestCustomizer((request, _, _, _, _) -> headers.forEach(request::setHeader))
            .build();
    return new Talk(
        name,
        config,
        time,
        new Guard(transport, failing(name, broken)),
        () -> {},
        () -> {},
        broken);
  }

  @Override
  public void close() {
    processes.close();
  }
}
