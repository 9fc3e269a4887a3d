package dev.parley.apps.channels;

import dev.parley.apps.proto.ChannelConnectRequest;
import dev.parley.apps.proto.ChannelConnectResponse;
import dev.parley.apps.proto.ChannelDisconnectResponse;
import dev.parley.apps.proto.ChannelSendRequest;
import dev.parley.apps.proto.ChannelSendResponse;
import dev.parley.apps.proto.ChannelServiceGrpc;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.IDResponse;
import dev.parley.apps.proto.InboundMessage;
import io.grpc.stub.StreamObserver;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** An app that reaches a platform, as a test says. */
final class FakeChannel extends ChannelServiceGrpc.ChannelServiceImplBase {
  private final String id;
  private final LinkedBlockingQueue<ChannelSendRequest> sent = new LinkedBlockingQueue<>();
  private final AtomicInteger connects = new AtomicInteger();
  private final AtomicInteger names = new AtomicInteger();
  private volatile String needed = "";
  private volatile String refusal = "";
  private volatile boolean disconnected;

  /** Guarded by this: what is to be said as soon as somebody listens. */
  private final Deque<InboundMessage> saying = new ArrayDeque<>();

  private @Nullable StreamObserver<InboundMessage> listening;

  FakeChannel(String id) {
    this.id = id;
  }

  void needing(String setting) {
    needed = setting;
  }

  void refusing(String error) {
    refusal = error;
  }

  int connects() {
    return connects.get();
  }

  boolean disconnected() {
    return disconnected;
  }

  synchronized void say(InboundMessage message) {
    if (listening == null) {
      saying.add(message);
    } else {
      listening.onNext(message);
    }
  }

  synchronized void endStream() {
    if (listening != null) {
      listening.onCompleted();
      listening = null;
    }
  }

  /** What has been sent next; waits for it. */
  ChannelSendRequest sent() throws InterruptedException {
    ChannelSendRequest request = sent.poll(30, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("nothing was sent");
    }
    return request;
  }

  private static <T> void answer(StreamObserver<T> observer, T answer) {
    observer.onNext(answer);
    observer.onCompleted();
  }

  @Override
  public void iD(Empty request, StreamObserver<IDResponse> observer) {
    answer(observer, IDResponse.newBuilder().setId(id).build());
  }

  @Override
  public void connect(
      ChannelConnectRequest request, StreamObserver<ChannelConnectResponse> observer) {
    boolean lacks = !needed.isEmpty() && !request.containsConfig(needed);
    if (!lacks) {
      connects.incrementAndGet();
    }
    answer(
        observer,
        ChannelConnectResponse.newBuilder().setError(lacks ? needed + " is required" : "").build());
  }

  @Override
  public void disconnect(Empty request, StreamObserver<ChannelDisconnectResponse> observer) {
    disconnected = true;
    answer(observer, ChannelDisconnectResponse.getDefaultInstance());
  }

  @Override
  public void send(ChannelSendRequest request, StreamObserver<ChannelSendResponse> observer) {
    if (refusal.isEmpty()) {
      sent.add(request);
    }
    answer(
        observer,
        ChannelSendResponse.newBuilder()
            .setError(refusal)
            .setMessageId("platform-" + names.incrementAndGet())
            .build());
  }

  @Override
  public synchronized void receive(Empty request, StreamObserver<InboundMessage> observer) {
    listening = observer;
    while (!saying.isEmpty()) {
      observer.onNext(saying.pop());
    }
  }
}
