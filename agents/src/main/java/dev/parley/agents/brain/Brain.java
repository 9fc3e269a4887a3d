package dev.parley.agents.brain;

import dev.parley.core.address.SessionKey;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Thinks for an agent in one turn. Any thread; several turns at once. */
public interface Brain {

  /**
   * Thinks until it has come to an end, on the caller's thread.
   *
   * @param events told what happens meanwhile, one event at a time; must not block for long
   * @throws InterruptedException when it was cancelled
   */
  Outcome run(BrainRequest request, Consumer<BrainEvent> events) throws InterruptedException;

  /** The model it thinks with, or empty where that is not known or there is none. */
  default String model() {
    return "";
  }

  /**
   * What was said in a session before.
   *
   * @param said messages in their fences, and answers
   * @param charsMax how long what stands for it may be
   */
  record Before(SessionKey session, String said, int charsMax) {}

  /**
   * Condenses what was said before to what has to be known of it.
   *
   * @return null from a brain that cannot, or that keeps what was said by itself
   * @throws InterruptedException when it was cancelled
   */
  default @Nullable String condense(Before before) throws InterruptedException {
    return null;
  }
}
