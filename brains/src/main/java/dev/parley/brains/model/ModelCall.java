package dev.parley.brains.model;

import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.model.chat.response.PartialThinking;
import dev.langchain4j.model.chat.response.StreamingChatResponseHandler;
import dev.parley.agents.brain.BrainEvent;
import java.io.IOException;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** One call of a model, on the thread that makes it. */
final class ModelCall implements StreamingChatResponseHandler {
  private final Consumer<BrainEvent> events;
  private @Nullable ChatResponse response;
  private @Nullable Throwable failure;

  private ModelCall(Consumer<BrainEvent> events) {
    this.events = events;
  }

  /** How it ended. */
  sealed interface Result {
    record Answered(ChatResponse response) implements Result {}

    record Failed(Throwable why) implements Result {}
  }

  static Result make(StreamingChatModel model, ChatRequest request, Consumer<BrainEvent> events)
      throws InterruptedException {
    ModelCall call = new ModelCall(events);
    try {
      model.chat(request, call);
    } catch (RuntimeException e) {
      call.failure = e;
    }
    if (Thread.interrupted()) {
      throw new InterruptedException("the turn was cancelled");
    }
    ChatResponse response = call.response;
    if (call.failure != null) {
      return new Result.Failed(call.failure);
    }
    // An answer without a reason to stop is one that broke off.
    return response == null || response.finishReason() == null
        ? new Result.Failed(new IOException("the answer broke off"))
        : new Result.Answered(response);
  }

  @Override
  public void onPartialResponse(String piece) {
    events.accept(new BrainEvent.Text(piece));
  }

  @Override
  public void onPartialThinking(PartialThinking piece) {
    events.accept(new BrainEvent.Thinking(piece.text()));
  }

  @Override
  public void onCompleteResponse(ChatResponse whole) {
    response = whole;
  }

  @Override
  public void onError(Throwable error) {
    if (failure == null) {
      failure = error;
    }
  }
}
