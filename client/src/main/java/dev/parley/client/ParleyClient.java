package dev.parley.client;

import dev.parley.client.message.Draft;
import dev.parley.client.message.Inbox;
import dev.parley.client.message.Receipt;
import dev.parley.client.message.Reply;
import dev.parley.core.message.EnvelopeField;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A client of one hub, or of several that are one system.
 *
 * <pre>{@code
 * try (var client = ParleyClient.connect(ClientOptions.agent("writer", token, address))) {
 *   client.send(Draft.to("researcher").content("have a look at this"));
 *   client.listen(Inbox.of("writer"), ListenOptions.MANUAL, delivery -> read(delivery.message()));
 * }
 * }</pre>
 *
 * <p>When the connection is lost the client tries its other addresses at once, and then all of them
 * with growing waits. Meanwhile calls wait for it, at most their own time. What was sent and not
 * answered is sent again where that is safe, which it is for every message: the client gives each
 * an id, and the hub delivers an id once. A wrong token ends the client, and every call fails with
 * {@link ParleyException#UNAUTHORIZED}.
 */
public final class ParleyClient implements AutoCloseable {
  private final ClientOptions options;
  private final Listeners listeners = new Listeners();
  private final Link link;
  private final Operations operations;
  private final MessageIds ids = new MessageIds();

  private ParleyClient(ClientOptions options, Surroundings surroundings) {
    this.options = options;
    this.link = new Link(options, surroundings, listeners);
    this.operations = new Operations(link, options.callWithin());
  }

  /**
   * Connects and authenticates.
   *
   * @throws ParleyException {@code unreachable} when no hub answers, unless the options ask for
   *     patience; {@code unauthorized} when one answers and does not know the token
   */
  public static ParleyClient connect(ClientOptions options) {
    return connect(options, Surroundings.real());
  }

  static ParleyClient connect(ClientOptions options, Surroundings surroundings) {
    var client = new ParleyClient(options, surroundings);
    client.link.open();
    return client;
  }

  /** Who the hub takes this client for. */
  public Principal principal() {
    return link.principal();
  }

  /** Sends a message; returns when the hub has it on disk. */
  public Receipt send(Draft draft) {
    return sending(draft).now();
  }

  public CompletableFuture<Receipt> sendAsync(Draft draft) {
    return sending(draft).later();
  }

  private Operation<Receipt> sending(Draft draft) {
    Request request = Request.repeatable(draft.kind().request()).with("echo", false);
    return operations.of(named(request, draft), Receipt::of);
  }

  /** Sends a message and waits for the reply to it. */
  public Reply request(Draft draft, Duration within) {
    return requesting(draft, within).now();
  }

  public CompletableFuture<Reply> requestAsync(Draft draft, Duration within) {
    return requesting(draft, within).later();
  }

  private Operation<Reply> requesting(Draft draft, Duration within) {
    if (draft.kind() != Draft.Kind.SEND && draft.kind() != Draft.Kind.ROUTE) {
      throw new IllegalArgumentException("a request goes to an agent or to a path");
    }
    Request request = Request.repeatable("msg.request").with("timeoutMs", within.toMillis());
    return operations.waiting(named(request, draft), within, Reply::of);
  }

  /** The request with the fields of the draft and an id, if the draft has none. */
  private Request named(Request request, Draft draft) {
    request.withAll(draft.fields());
    String id = EnvelopeField.ID.requestName();
    return draft.fields().containsKey(id) ? request : request.with(id, ids.next());
  }

  /**
   * Has an inbox's messages brought to a handler, across reconnects, until the listener is closed.
   * Returns when the hub listens for it.
   */
  public Listener listen(Inbox inbox, ListenOptions listening, MessageHandler handler) {
    Listener listener = begun(inbox, listening, handler);
    try {
      listener.established().get(options.callWithin().toMillis(), TimeUnit.MILLISECONDS);
      return listener;
    } catch (ExecutionException e) {
      throw e.getCause() instanceof ParleyException refusal
          ? refusal.here()
          : new IllegalStateException("listening failed", e.getCause());
    } catch (TimeoutException e) {
      listener.close();
      throw new ParleyException(
          ParleyException.TIMEOUT, "no answer to 'msg.listen' within " + options.callWithin());
    } catch (InterruptedException e) {
      listener.close();
      Thread.currentThread().interrupt();
      throw new ParleyException(ParleyException.CLOSED, "interrupted while listening began");
    }
  }

  public CompletableFuture<Listener> listenAsync(
      Inbox inbox, ListenOptions listening, MessageHandler handler) {
    Listener listener = begun(inbox, listening, handler);
    return listener.established().thenApplyAsync(_ -> listener, Thread::startVirtualThread);
  }

  private Listener begun(Inbox inbox, ListenOptions listening, MessageHandler handler) {
    var listener = new Listener(link, options, inbox, listening, handler, listeners::remove);
    listeners.add(listener);
    listener.start();
    return listener;
  }

  public Mailbox mailbox(Inbox inbox) {
    return new Mailbox(operations, inbox);
  }

  public Messages messages() {
    return new Messages(operations);
  }

  public Agents agents() {
    return new Agents(operations);
  }

  public Sessions sessions() {
    return new Sessions(operations);
  }

  public Groups groups() {
    return new Groups(operations);
  }

  public DeadLetters deadLetters() {
    return new DeadLetters(operations);
  }

  public HubCalls hub() {
    return new HubCalls(operations);
  }

  /**
   * Lets handlers finish the message they have and acknowledges what they did, for two seconds at
   * most, then hangs up. Calls that still wait fail with {@link ParleyException#CLOSED}.
   */
  @Override
  public void close() {
    listeners.close();
    link.close();
  }
}
