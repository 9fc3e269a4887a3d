package dev.parley.doors.mcp.catalog;

import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Consumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What a handler can do while it works. On the handler's own thread. */
public interface CallContext {

  Caller caller();

  /** Has the client asked to be told how far it is? */
  boolean wantsProgress();

  /** Tells how far it is, if the client wants to know; {@code progress} has to grow. */
  void progress(long progress, long total, String message);

  /** Tells something about what is going on, if the client wants to know such things. */
  void log(LogLevel level, JsonNode data);

  /** Has the client said that it can do this? One of {@code elicitation, sampling, roots}. */
  boolean clientCan(String capability);

  /** Ends the call with the fitting error when the client cannot do this. */
  void require(String capability);

  /**
   * Asks the client, and returns its answers by the same keys. In the modern generation the call
   * ends here and is run again from its beginning when the answers come: do nothing before that
   * must not be done twice.
   */
  Map<String, ObjectNode> ask(SequencedMap<String, Question> questions) throws InterruptedException;

  /**
   * Lets go of the connection while the work goes on; the client comes back for the result. Does
   * nothing where the client could not come back.
   */
  void hangUp();

  Hearing hearing();

  /** Runs this, on any thread, whenever {@link #hearing} may have changed. */
  void onHearing(Runnable change);

  /**
   * Called once, on any thread, when the answer has been written to a client that was there, or
   * with false when it has not been and never will be.
   */
  void whenAnswered(Consumer<Boolean> told);
}
