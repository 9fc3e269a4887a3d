package dev.parley.hub;

import dev.parley.agents.turns.AutoRun;
import dev.parley.agents.turns.Turns;
import dev.parley.agents.wake.ClaudeInbox;
import dev.parley.agents.wake.CodexQueue;
import dev.parley.agents.wake.CommandWaker;
import dev.parley.agents.wake.HookWaits;
import dev.parley.agents.wake.OpencodePrompt;
import dev.parley.agents.wake.Programs;
import dev.parley.agents.wake.WakeConfig;
import dev.parley.agents.wake.Waker;
import dev.parley.agents.wake.Wakes;
import dev.parley.agents.wake.Webhook;
import dev.parley.core.broker.Broker;
import dev.parley.core.store.Folders;
import dev.parley.hub.config.DataDirectory;
import dev.parley.hub.config.HubConfig;
import dev.parley.processes.Processes;
import dev.parley.processes.ProcessesConfig;
import dev.parley.processes.sandbox.Confinement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Opens the room that wakes agents, with every way there is, the likely quickest first. */
final class WakeRoom {
  private static final int PROGRAMS_MAX = 16;
  private static final Duration GRACE = Duration.ofSeconds(2);

  private WakeRoom() {}

  static Wakes open(Deque<AutoCloseable> parts, HubConfig config, Broker broker, Turns turns) {
    Path folder = config.data().resolve(DataDirectory.WAKING);
    try {
      Folders.create(folder);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Processes processes =
        Processes.open(
            new ProcessesConfig(
                folder.resolve("programs"),
                PROGRAMS_MAX,
                "programs that wake agents",
                GRACE,
                config.agents().logBytesMax(),
                Confinement::here),
            broker.time()::millis,
            _ -> {});
    parts.push(processes);
    Programs programs = new Programs(processes, System.getenv(), folder, config.data());
    HookWaits hooks = new HookWaits(broker.time());
    Map<String, Waker> wakers = new LinkedHashMap<>();
    for (Waker waker :
        List.of(
            new ClaudeInbox(),
            new OpencodePrompt(),
            new CodexQueue(programs),
            hooks,
            new Webhook(broker.time()::millis),
            new CommandWaker(programs, broker.time()::millis))) {
      wakers.put(waker.kind(), waker);
    }
    Wakes wakes =
        Wakes.open(
            broker,
            WakeConfig.DEFAULT,
            wakers,
            hooks,
            agent -> turns.said(agent.value()).filter(AutoRun::enabled).isPresent());
    parts.push(wakes);
    return wakes;
  }
}
