package dev.parley.hub.cli.run;

import dev.parley.client.Agents;
import dev.parley.client.ClientOptions;
import dev.parley.client.ListenOptions;
import dev.parley.client.ParleyClient;
import dev.parley.client.json.JsonWriter;
import dev.parley.client.message.Draft;
import dev.parley.client.message.HistoryQuery;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import dev.parley.client.message.ReceivedMessage;
import dev.parley.client.message.Reply;
import dev.parley.hub.cli.Cli;
import dev.parley.hub.cli.CliError;
import dev.parley.hub.cli.output.Console;
import dev.parley.hub.cli.output.Escaped;
import dev.parley.hub.cli.output.Times;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** What the agents of the demonstration say to each other, live. */
final class DemoScene {
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  private final Cli cli;
  private final ParleyClient owner;
  private final URI agentsAddress;
  private final Duration pace;

  /** An agent with a connection and a token of its own. */
  private record Actor(String id, ParleyClient client, BlockingQueue<ReceivedMessage> heard)
      implements AutoCloseable {
    ReceivedMessage next() throws InterruptedException {
      ReceivedMessage message = heard.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      if (message == null) {
        throw CliError.failed(id + " heard nothing");
      }
      return message;
    }

    @Override
    public void close() {
      client.close();
    }
  }

  DemoScene(Cli cli, ParleyClient owner, URI agentsAddress, Duration pace) {
    this.cli = cli;
    this.owner = owner;
    this.agentsAddress = agentsAddress;
    this.pace = pace;
  }

  void play(int port) throws InterruptedException, ExecutionException {
    tell("A hub on http://127.0.0.1:" + port + ", in a temporary folder.");
    try (Actor ada = actor("ada");
        Actor ben = actor("ben")) {
      tell("Two agents, ada and ben, each with a token and a connection of its own.");
      aTask(ada, ben);
      aQuestion(ada, ben);
      aMessageForNobody(ada);
    }
    tell("Three agents that run by themselves: planner, researcher and writer.");
    new DemoTeam(owner, this).play();
    tell("That was it; everything is gone again. Start your own: parley up");
  }

  private Actor actor(String id) {
    String token = owner.agents().create(id, Agents.Details.NONE).token();
    var heard = new ArrayBlockingQueue<ReceivedMessage>(16);
    ParleyClient client = ParleyClient.connect(ClientOptions.agent(id, token, agentsAddress));
    client.listen(Inbox.of(id), ListenOptions.MANUAL, delivery -> heard.put(delivery.message()));
    return new Actor(id, client, heard);
  }

  private void aTask(Actor ada, Actor ben) throws InterruptedException {
    String text = "Please check the numbers in the release notes.";
    Receipt receipt = ada.client.send(Draft.to("ben").messageType("task").content(text));
    said(ada, "ben", text);
    state("accepted: it is on disk, whatever happens now");
    ReceivedMessage task = ben.next();
    ada.client.messages().await(receipt.messageId(), "delivered", false, PATIENCE);
    state("delivered: ben has acknowledged it");
    ben.client.mailbox(Inbox.of("ben")).read(List.of(task.id()));
    ada.client.messages().await(receipt.messageId(), "read", false, PATIENCE);
    state("read");

    String answer = "Two were wrong; they are right now.";
    ben.client.send(Draft.inReplyTo(task.id()).content(answer));
    said(ben, "ada", answer);
    ada.next();
    state("in the same conversation, by replyTo");
  }

  private void aQuestion(Actor ada, Actor ben) throws InterruptedException, ExecutionException {
    String question = "Shall we publish?";
    long before = System.nanoTime();
    CompletableFuture<Reply> reply =
        ada.client.requestAsync(Draft.to("ben").content(question), PATIENCE);
    ReceivedMessage asked = ben.next();
    ben.client.send(Draft.inReplyTo(asked.id()).content("Yes."));
    String answer = String.valueOf(reply.get().reply().content());
    Duration took = Duration.ofNanos(System.nanoTime() - before);
    said(ada, "ben", question);
    said(ben, "ada", answer);
    state("a request: ada waited for the reply, " + Times.span(took) + " there and back");
  }

  private void aMessageForNobody(Actor ada) throws InterruptedException {
    String text = "Anybody in the archive?";
    ada.client.send(Draft.toPath("archive/papers").content(text));
    said(ada, "archive/papers", text);
    int dead = owner.deadLetters().list(HistoryQuery.NEWEST).messages().size();
    state("nobody subscribes to that: " + dead + " dead letter, kept until you replay it");
  }

  private void tell(String text) throws InterruptedException {
    if (cli.isJson()) {
      cli.console().json(new JsonWriter().put("narrator", text).toObject());
    } else {
      cli.console().line(text);
    }
    pause();
  }

  private void said(Actor from, String to, String text) throws InterruptedException {
    said(from.id, to, text);
  }

  void said(String from, String to, String text) throws InterruptedException {
    Console console = cli.console();
    if (cli.isJson()) {
      console.json(
          new JsonWriter().put("from", from).put("to", to).put("content", text).toObject());
    } else {
      String time = console.dim(Times.clock(System.currentTimeMillis()));
      console.line(time + "  " + console.bold(from + " → " + to) + "  " + Escaped.line(text));
    }
    pause();
  }

  void state(String text) throws InterruptedException {
    if (cli.isJson()) {
      cli.console().json(new JsonWriter().put("state", text).toObject());
    } else {
      cli.console().line("              " + cli.console().green("✓ ") + text);
    }
    pause();
  }

  private void pause() throws InterruptedException {
    cli.console().flush();
    Thread.sleep(pace);
  }
}
