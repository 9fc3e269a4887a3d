package dev.parley.brains.harness;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Message;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Origin;
import dev.parley.core.store.MessageStore;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Authenticator;
import dev.parley.identity.Token;
import java.io.File;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** A broker with harnesses beside it, which are real processes. */
public final class HarnessWorld implements AutoCloseable {
  public static final URI MCP = URI.create("http://127.0.0.1:3100/mcp");
  private static final String JAVA =
      java.nio.file.Path.of(System.getProperty("java.home"), "bin", "java").toString();

  public final Broker broker;
  public final Authenticator authenticator;
  public final Harnesses harnesses;
  public final List<BrainEvent> events = new CopyOnWriteArrayList<>();

  public HarnessWorld(
      java.nio.file.Path folder, MessageStore store, Timekeeper time, int runningMax) {
    broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
    authenticator = new Authenticator(Token.generate().hash(), broker.participants(), time);
    harnesses =
        Harnesses.open(
            new HarnessesConfig(
                folder.resolve("harnesses"),
                Map.of("PATH", System.getenv("PATH"), "CLAUDE_CODE_OUTER", "1"),
                runningMax,
                Duration.ofSeconds(3),
                1 << 20,
                Duration.ofSeconds(60),
                Duration.ofSeconds(3),
                folder),
            broker,
            authenticator,
            request -> "Be kind, " + request.session().agent() + ".");
    harnesses.hubIsAt(MCP);
  }

  public HarnessWorld having(String... agents) {
    for (String agent : agents) {
      var _ =
          broker
              .participants()
              .createAgent(new AgentId(agent), null, null, null, Token.generate().hash())
              .join();
    }
    return this;
  }

  /** A program of the tests, as a process of its own. */
  public static List<String> program(Class<?> main, String... arguments) {
    List<String> argv = new ArrayList<>();
    argv.addAll(List.of(JAVA, "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx256m", "-cp"));
    argv.add(classPath());
    argv.add(main.getName());
    argv.addAll(List.of(arguments));
    return argv;
  }

  /** With whole paths: the program starts in another folder. */
  private static String classPath() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .map(each -> new File(each).getAbsolutePath())
        .collect(Collectors.joining(File.pathSeparator));
  }

  public static BrainRequest request(String agent, String session, String... contents) {
    List<Message> messages = new ArrayList<>();
    for (String content : contents) {
      Draft draft = Draft.from("bob").to(Path.parse("agent/" + agent)).content(content).build();
      messages.add(
          new Message(new MessageId(0, messages.size()), 1, draft, 1, 0, Origin.PEER, 0, null));
    }
    return new BrainRequest(
        new SessionKey(new AgentId(agent), new SessionId(session)), UUID.randomUUID(), messages);
  }

  public Outcome ask(Brain brain, String agent, String session, String content)
      throws InterruptedException {
    return brain.run(request(agent, session, content), events::add);
  }

  public String answer(Brain brain, String agent, String session, String content)
      throws InterruptedException {
    Outcome outcome = ask(brain, agent, session, content);
    if (outcome instanceof Outcome.Answered(String text)) {
      return text;
    }
    throw new AssertionError(outcome.toString());
  }

  /** A turn on a thread of its own. */
  public static final class Asking {
    private final CompletableFuture<Outcome> outcome = new CompletableFuture<>();
    public final Thread thread;

    Asking(HarnessWorld world, Brain brain, String agent, String session, String content) {
      thread =
          Thread.startVirtualThread(
              () -> {
                try {
                  outcome.complete(world.ask(brain, agent, session, content));
                } catch (InterruptedException | RuntimeException e) {
                  outcome.completeExceptionally(e);
                }
              });
    }

    public CompletableFuture<Outcome> outcome() {
      return outcome;
    }
  }

  public Asking asking(Brain brain, String agent, String session, String content) {
    return new Asking(this, brain, agent, session, content);
  }

  @Override
  public void close() {
    harnesses.close();
    broker.close();
  }
}
