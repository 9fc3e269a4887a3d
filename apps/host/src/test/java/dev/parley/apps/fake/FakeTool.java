package dev.parley.apps.fake;

import com.google.protobuf.ByteString;
import dev.parley.apps.proto.ApprovalResponse;
import dev.parley.apps.proto.DescriptionResponse;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.ExecuteRequest;
import dev.parley.apps.proto.ExecuteResponse;
import dev.parley.apps.proto.NameResponse;
import dev.parley.apps.proto.SchemaResponse;
import dev.parley.apps.proto.ToolServiceGrpc;
import io.grpc.Context;
import io.grpc.stub.StreamObserver;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Function;

/** A tool of an app, as a test says. */
public final class FakeTool extends ToolServiceGrpc.ToolServiceImplBase {
  /** What the calculator of the Go app SDK says that it takes. */
  public static final String CALCULATOR =
      "{\"properties\":{\"a\":{\"description\":\"First operand\",\"type\":\"number\"},"
          + "\"action\":{\"description\":\"Action to perform: add, subtract, multiply, divide\","
          + "\"enum\":[\"add\",\"subtract\",\"multiply\",\"divide\"],\"type\":\"string\"},"
          + "\"b\":{\"description\":\"Second operand\",\"type\":\"number\"}},"
          + "\"required\":[\"action\",\"a\",\"b\"],\"type\":\"object\"}";

  public final List<String> inputs = new CopyOnWriteArrayList<>();
  public final CountDownLatch asked = new CountDownLatch(1);
  public final CountDownLatch cancelled = new CountDownLatch(1);
  private final String name;
  private final String schema;
  public volatile String description = "Performs arithmetic calculations.";
  public volatile boolean asksForLeave;

  public volatile Function<String, ExecuteResponse.Builder> answer =
      _ -> ExecuteResponse.newBuilder().setContent("2 add 3 = 5");

  public FakeTool(String name, String schema) {
    this.name = name;
    this.schema = schema;
  }

  public static FakeTool calculator() {
    return new FakeTool("calculator", CALCULATOR);
  }

  private static <T> void answer(StreamObserver<T> observer, T answer) {
    observer.onNext(answer);
    observer.onCompleted();
  }

  @Override
  public void name(Empty request, StreamObserver<NameResponse> observer) {
    answer(observer, NameResponse.newBuilder().setName(name).build());
  }

  @Override
  public void description(Empty request, StreamObserver<DescriptionResponse> observer) {
    answer(observer, DescriptionResponse.newBuilder().setDescription(description).build());
  }

  @Override
  public void schema(Empty request, StreamObserver<SchemaResponse> observer) {
    answer(
        observer, SchemaResponse.newBuilder().setSchema(ByteString.copyFromUtf8(schema)).build());
  }

  @Override
  public void requiresApproval(Empty request, StreamObserver<ApprovalResponse> observer) {
    answer(observer, ApprovalResponse.newBuilder().setRequiresApproval(asksForLeave).build());
  }

  @Override
  public void execute(ExecuteRequest request, StreamObserver<ExecuteResponse> observer) {
    String input = request.getInput().toStringUtf8();
    inputs.add(input);
    if (input.contains("hang")) {
      Context.current().addListener(_ -> cancelled.countDown(), Runnable::run);
      asked.countDown();
      return;
    }
    answer(observer, answer.apply(input).build());
  }
}
