package dev.parley.doors.mcp;

import dev.parley.doors.mcp.catalog.LogLevel;
import dev.parley.doors.mcp.catalog.Question;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.rpc.RpcMessage;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import tools.jackson.databind.node.ObjectNode;

/** A request of a legacy session: the client can be asked while the call waits. */
final class LegacyExchange extends Exchange {
  private final LegacySession session;
  private final Duration questionTimeout;

  LegacyExchange(
      RpcMessage.Request request, LegacySession session, Outlet outlet, Duration questionTimeout) {
    super(request, session.caller(), outlet, session.clientCapabilities());
    this.session = session;
    this.questionTimeout = questionTimeout;
  }

  @Override
  LogLevel logThreshold() {
    return session.logThreshold();
  }

  @Override
  public void require(String capability) {
    if (!clientCan(capability)) {
      throw new ToolFailure("this needs a client with the capability '" + capability + "'");
    }
  }

  @Override
  public Map<String, ObjectNode> ask(SequencedMap<String, Question> questions)
      throws InterruptedException {
    Map<String, ObjectNode> answers = new LinkedHashMap<>();
    for (Map.Entry<String, Question> entry : questions.entrySet()) {
      Question question = entry.getValue();
      Question.Kind kind = question.kind();
      require(kind.capability());
      ObjectNode answer = session.ask(outlet(), kind.method(), question.params(), questionTimeout);
      if (!kind.isAnswer(answer)) {
        throw new ToolFailure("the client's answer to " + kind.method() + " is none");
      }
      answers.put(entry.getKey(), answer);
    }
    return answers;
  }
}
