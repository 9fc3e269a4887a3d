package dev.parley.brains.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.Harnesses;
import dev.parley.brains.harness.Told;
import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.core.trace.Current;
import dev.parley.processes.ProcessState;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A program that is started for each turn, is told the messages, and prints its answer. How long a
 * turn may take is the turn's own limit: then it is interrupted, and the program ended with all
 * that it has started.
 */
public final class CommandBrain implements Brain {
  /** What one argument may hold on Linux, with some room. */
  private static final int ARGUMENT_BYTES_MAX = 120 << 10;

  private final HarnessSetting setting;
  private final Harnesses harnesses;

  public CommandBrain(HarnessSetting setting, Harnesses harnesses) {
    this.setting = setting;
    this.harnesses = harnesses;
  }

  @Override
  public String model() {
    String model = setting.model();
    return model == null ? "" : model;
  }

  @Override
  public Outcome run(BrainRequest request, Consumer<BrainEvent> events)
      throws InterruptedException {
    String session =
        harnesses.sessions().find(Harnesses.talk(request), setting.brain()).orElse(null);
    String name = harnesses.takeName(request.session().agent());
    try {
      Run run = ran(request, events, name, session);
      if (session != null && run.outcome instanceof Outcome.Failed && !run.reading.hasBegun()) {
        // Most likely the session is lost; if not, it fails once more.
        run = ran(request, events, name, null);
      }
      String now = run.reading.session();
      if (now != null && !now.equals(session)) {
        harnesses.sessions().put(Harnesses.talk(request), setting.brain(), now);
      }
      return run.outcome;
    } catch (Refused e) {
      return new Outcome.Failed(String.valueOf(e.getMessage()));
    } finally {
      harnesses.giveName(name);
    }
  }

  private record Run(Reading reading, Outcome outcome) {}

  private Run ran(
      BrainRequest request, Consumer<BrainEvent> events, String name, @Nullable String session)
      throws InterruptedException {
    AgentId agent = request.session().agent();
    Path home = harnesses.config().home(agent.value());
    Path workspace = harnesses.workspace(agent, setting);
    String prompt = harnesses.told(request);
    boolean asArgument = CommandLine.takesPrompt(setting);
    CompletableFuture<Harnesses.Running> known = new CompletableFuture<>();
    Reading reading =
        new Reading(
            setting.preset(),
            events,
            () -> {
              var _ = known.thenAccept(Harnesses.Running::dispose);
            });
    if (asArgument && prompt.getBytes(UTF_8).length > ARGUMENT_BYTES_MAX) {
      return new Run(
          reading, new Outcome.Failed("the messages are too long to be an argument of a program"));
    }
    List<String> argv = CommandLine.of(setting, home, workspace, prompt, session);
    Harnesses.Running running = harnesses.start(agent, name, traced(), argv, reading::read);
    known.complete(running);
    write(running.process().input(), asArgument ? "" : prompt);
    try {
      ProcessState.Exited exited = running.process().ended().get();
      return new Run(reading, outcome(reading, exited.code(), running));
    } catch (InterruptedException e) {
      running.end("the turn was broken off");
      throw e;
    } catch (ExecutionException e) {
      throw Refused.of(e);
    }
  }

  /** With what it needs to go on with the trace of the turn. */
  private HarnessSetting traced() {
    String traceparent = Current.span().traceparent();
    if (traceparent == null) {
      return setting;
    }
    Map<String, String> variables = new HashMap<>(setting.environment());
    variables.put("TRACEPARENT", traceparent);
    return setting.with(variables, setting.secrets());
  }

  /** On a thread of its own: a program that does not read would hold the turn up. */
  private static void write(OutputStream input, String prompt) {
    var _ =
        Thread.ofPlatform()
            .daemon()
            .name("parley-prompt")
            .start(
                () -> {
                  try (input) {
                    input.write(prompt.getBytes(UTF_8));
                  } catch (IOException e) {
                    // It has ended without reading.
                  }
                });
  }

  private static Outcome outcome(Reading reading, int code, Harnesses.Running running) {
    if (running.endedFor() != null) {
      return new Outcome.Failed("the program was ended: " + running.endedFor());
    }
    String words = running.withheld().from(running.process().lastOutput());
    String last = words.isEmpty() ? "" : "; the last it said:\n" + words;
    if (reading.error() != null) {
      String why = running.withheld().from(Objects.requireNonNull(reading.error()));
      return new Outcome.Failed("the program failed: " + why + last);
    }
    if (code != 0) {
      return new Outcome.Failed("the program ended with code " + code + last);
    }
    if (!reading.isFinished()) {
      return new Outcome.Failed("the program ended without a result" + last);
    }
    if (reading.said().isBlank() && !reading.denied().isEmpty()) {
      return new Outcome.Failed(
          "the program was not allowed to use " + String.join(", ", reading.denied()));
    }
    return Told.answered(reading.said());
  }
}
