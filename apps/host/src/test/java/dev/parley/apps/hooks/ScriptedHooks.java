package dev.parley.apps.hooks;

import com.google.protobuf.ByteString;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.HookList;
import dev.parley.apps.proto.HookRegistration;
import dev.parley.apps.proto.HookRequest;
import dev.parley.apps.proto.HookResponse;
import dev.parley.apps.proto.HookServiceGrpc;
import io.grpc.Context;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;

/** An app that hooks in as a test says. */
final class ScriptedHooks extends HookServiceGrpc.HookServiceImplBase {
  final List<String> filtered = new CopyOnWriteArrayList<>();
  final List<String> told = new CopyOnWriteArrayList<>();
  final CountDownLatch cancelled = new CountDownLatch(1);
  final CountDownLatch asked = new CountDownLatch(1);
  private final HookList.Builder list = HookList.newBuilder();
  private volatile UnaryOperator<HookResponse.Builder> answer = UnaryOperator.identity();
  private volatile boolean isSilent;

  ScriptedHooks hook(String name, String type, int priority) {
    list.addHooks(HookRegistration.newBuilder().setHook(name).setType(type).setPriority(priority));
    return this;
  }

  /** Answers with this payload from now on; before, it changes nothing. */
  ScriptedHooks saying(String payload) {
    return answering(builder -> builder.setPayload(ByteString.copyFromUtf8(payload)));
  }

  ScriptedHooks answering(UnaryOperator<HookResponse.Builder> change) {
    isSilent = false;
    answer = change;
    return this;
  }

  /** Never answers from now on. */
  ScriptedHooks silent() {
    isSilent = true;
    return this;
  }

  @Override
  public void listHooks(Empty request, StreamObserver<HookList> observer) {
    observer.onNext(list.build());
    observer.onCompleted();
  }

  @Override
  public void applyFilter(HookRequest request, StreamObserver<HookResponse> observer) {
    filtered.add(request.getHook() + " " + request.getPayload().toStringUtf8());
    if (isSilent) {
      Context.current().addListener(_ -> cancelled.countDown(), Runnable::run);
      asked.countDown();
      return;
    }
    observer.onNext(answer.apply(HookResponse.newBuilder()).build());
    observer.onCompleted();
  }

  @Override
  public void doAction(HookRequest request, StreamObserver<Empty> observer) {
    told.add(request.getHook() + " " + request.getPayload().toStringUtf8());
    if (!isSilent) {
      observer.onNext(Empty.getDefaultInstance());
      observer.onCompleted();
    }
  }
}
