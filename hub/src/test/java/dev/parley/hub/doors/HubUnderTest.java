package dev.parley.hub.doors;

import dev.parley.client.ClientOptions;
import dev.parley.client.ParleyClient;
import dev.parley.hub.cli.run.RunningHub;
import dev.parley.hub.config.ConfigSources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/** A whole hub on RocksDB, on free ports, with mailboxes made of files. */
final class HubUnderTest implements AutoCloseable {
  private final Path mailboxes;
  private final RunningHub hub;
  private final String ownerToken;
  private final ParleyClient house;

  private HubUnderTest(Path mailboxes, RunningHub hub) throws IOException {
    this.mailboxes = mailboxes;
    this.hub = hub;
    this.ownerToken = Files.readString(hub.data().ownerToken()).strip();
    this.house = ParleyClient.connect(ClientOptions.owner(ownerToken, ownerSocket()));
  }

  static HubUnderTest start(Path folder) throws IOException {
    return start(folder, Map.of("port", "0", "agentPort", "0"));
  }

  /** On the data of one that was closed, where it was. */
  HubUnderTest startedAgain(Path folder) throws IOException {
    return start(
        folder,
        Map.of("port", Integer.toString(port()), "agentPort", Integer.toString(agentPort())));
  }

  static HubUnderTest start(Path folder, Map<String, String> more) throws IOException {
    Path mailboxes = folder.resolve("mailboxes");
    Map<String, String> settings = new HashMap<>(more);
    settings.put("files.directory", mailboxes.toString());
    // Hundreds of mailboxes stay open: they are woken by what happens in them.
    settings.put("files.sweepMs", "10000");
    return new HubUnderTest(
        mailboxes,
        RunningHub.start(new ConfigSources().read(folder.resolve("data"), Map.of(), settings)));
  }

  int port() {
    return hub.port();
  }

  int agentPort() {
    return hub.agentPort();
  }

  URI ownerSocket() {
    return URI.create("ws://127.0.0.1:" + port() + "/ws");
  }

  URI agentSocket() {
    return URI.create("ws://127.0.0.1:" + agentPort() + "/ws");
  }

  String ownerToken() {
    return ownerToken;
  }

  Path mailboxes() {
    return mailboxes;
  }

  /** The owner, connected with the shipped client. */
  ParleyClient house() {
    return house;
  }

  @Override
  public void close() {
    house.close();
    try {
      hub.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
