package dev.parley.hub.cli;

import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.hub.cli.run.RunningHub;
import dev.parley.hub.config.AppsSettings;
import dev.parley.hub.config.HubConfig;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;

/** A real hub on free ports for a test, and the command line and clients that talk to it. */
final class LiveHub implements AutoCloseable {
  private final Path data;
  private final String store;
  private RunningHub hub;

  private LiveHub(Path data, String store, RunningHub hub) {
    this.data = data;
    this.store = store;
    this.hub = hub;
  }

  static LiveHub start(Path data) throws IOException {
    return start(data, "");
  }

  /**
   * @param store where its apps come from
   */
  static LiveHub start(Path data, String store) throws IOException {
    return new LiveHub(
        data, store, RunningHub.start(getting(HubConfig.onFreePorts(data), 0, 0, store)));
  }

  CliRun cli() {
    return new CliRun().with("PARLEY_DATA", data.toString());
  }

  CliRun.Result run(String... arguments) {
    return cli().run(arguments);
  }

  String addAgent(String id) {
    return run("agents", "add", id).out().strip();
  }

  URI address() {
    return URI.create("ws://127.0.0.1:" + hub.port() + "/ws");
  }

  ParleyClient owner() throws IOException {
    return ParleyClient.connect(ClientOptions.owner(ownerToken(), address()));
  }

  ParleyClient agent(String id, String token) {
    return ParleyClient.connect(
        ClientOptions.agent(id, token, URI.create("ws://127.0.0.1:" + hub.agentPort() + "/ws")));
  }

  String ownerToken() throws IOException {
    return Files.readString(hub.data().ownerToken()).strip();
  }

  /** Stops it and starts it again on the same data and the same ports. */
  void restart() throws IOException {
    int port = hub.port();
    int agentPort = hub.agentPort();
    hub.close();
    HubConfig any = HubConfig.onFreePorts(data);
    hub = RunningHub.start(getting(any, port, agentPort, store));
  }

  private static HubConfig getting(HubConfig any, int port, int agentPort, String store) {
    AppsSettings apps = any.apps();
    return new HubConfig(
        any.data(),
        any.host(),
        port,
        agentPort,
        any.http(),
        any.limits(),
        any.rates(),
        any.shares(),
        any.accounts(),
        any.loops(),
        any.usage(),
        any.governor(),
        any.gateway(),
        any.retention(),
        any.delivery(),
        any.idempotency(),
        any.mcp(),
        any.agents(),
        any.log(),
        any.traces(),
        any.files(),
        any.store(),
        any.comm(),
        new AppsSettings(
            apps.enabled(),
            apps.sandbox(),
            apps.runningMax(),
            apps.memoryMb(),
            apps.processes(),
            apps.fileMb(),
            apps.openFiles(),
            store,
            apps.providers()));
  }

  @Override
  public void close() throws IOException {
    hub.close();
  }
}
