package dev.parley.agents.programs;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.time.SystemTime;
import dev.parley.identity.audit.AuditLog;
import dev.parley.identity.authority.Accounts;
import dev.parley.processes.container.ContainerRules;
import dev.parley.processes.sandbox.Confinement;
import dev.parley.processes.sandbox.SandboxRules;
import dev.parley.testkit.store.MemoryStore;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** A broker in memory with real programs beside it. */
final class ProgramsWorld implements AutoCloseable {
  /** Longer than any test: whoever waits this long waits for something else to happen. */
  static final Duration LONG = Duration.ofSeconds(30);

  static final URI HUB = URI.create("ws://127.0.0.1:3100/ws");

  final Path folder;
  final MemoryStore store = new MemoryStore();
  final SystemTime time = new SystemTime();
  final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  final AuditLog audit = new AuditLog(broker.records(), time, AuditLog.Keep.DEFAULT);
  final List<AgentId> cutOff = new CopyOnWriteArrayList<>();
  private final Map<String, Command> commands = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>(System.getenv());
  private final List<Programs> opened = new ArrayList<>();
  private int runningMax = 8;
  private Duration settle = Duration.ofMillis(1);
  private Duration grace = LONG;
  private int logBytesMax = 1 << 20;
  private Confinement confinement;

  ProgramsWorld(Path folder) {
    this.folder = folder;
    new Accounts(broker.participants(), audit, _ -> CompletableFuture.completedFuture(true))
        .onTokenGone(cutOff::add);
  }

  ProgramsWorld command(String name, String... argv) {
    commands.put(name, new Command(name, List.of(argv), folder, List.of("HANDED_ON"), ""));
    return this;
  }

  /** In a sandbox, and in one of these folders if somebody wants it. */
  ProgramsWorld locked(String name, List<Path> workspaces, String... argv) {
    commands.put(
        name,
        new Command(
            name,
            List.of(argv),
            folder.resolve("work"),
            List.of(),
            "",
            workspaces,
            SandboxRules.of("agents.commands." + name + ".sandbox", true)));
    return this;
  }

  ProgramsWorld command(Command command) {
    commands.put(command.name(), command);
    return this;
  }

  /** In a container. */
  ProgramsWorld contained(String name, ContainerRules rules, String... argv) {
    return command(
        new Command(
            name,
            List.of(argv),
            folder.resolve("work"),
            List.of("HANDED_ON"),
            "",
            List.of(),
            null,
            rules));
  }

  ProgramsWorld confinement(Confinement other) {
    confinement = other;
    return this;
  }

  /** Run by a shell, which here is the program itself. */
  ProgramsWorld script(String name, String script) {
    return command(name, "sh", "-c", script);
  }

  ProgramsWorld runningMax(int max) {
    runningMax = max;
    return this;
  }

  /** How long a spawn waits for a program to end at once. */
  ProgramsWorld settle(Duration time) {
    settle = time;
    return this;
  }

  ProgramsWorld grace(Duration time) {
    grace = time;
    return this;
  }

  ProgramsWorld logBytesMax(int max) {
    logBytesMax = max;
    return this;
  }

  ProgramsWorld variable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  Path programsFolder() {
    return folder.resolve("programs");
  }

  Programs open() {
    return openAt(HUB);
  }

  Programs openAt(URI hub) {
    Programs programs =
        Programs.start(
            new ProgramsConfig(
                programsFolder(),
                commands,
                environment,
                runningMax,
                settle,
                grace,
                logBytesMax,
                folder,
                () -> confinement == null ? Confinement.here() : confinement),
            broker,
            audit,
            time);
    programs.hubIsAt(hub);
    opened.add(programs);
    return programs;
  }

  static Order order(String agent, String command) {
    return new Order(new AgentId(agent), command, "");
  }

  static AgentId id(String agent) {
    return new AgentId(agent);
  }

  @Override
  public void close() {
    opened.forEach(Programs::close);
    broker.close();
    time.close();
    store.close();
  }
}
