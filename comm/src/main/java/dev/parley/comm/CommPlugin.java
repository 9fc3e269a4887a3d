package dev.parley.comm;

import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * A way to somewhere else. One that has settings or more to tell of its state is {@link
 * Configurable}, too. Any thread; whoever connects or disconnects does so on one thread at a time.
 */
public interface CommPlugin {

  /** Its name in settings and, below {@code comm/}, in paths: lower case letters and digits. */
  String name();

  String version();

  /**
   * Begins to connect and goes on trying until {@link #disconnect}; returns at once. Connected
   * already, it connects anew.
   *
   * @param config values of its settings by their keys; those that are not set are missing
   * @throws dev.parley.core.error.Refused when it cannot be connected with these, saying why
   */
  void connect(Map<String, String> config);

  /**
   * Hangs up, and returns when nothing more comes. What was sent and is not answered fails. Does
   * nothing when it is not connected.
   */
  void disconnect();

  boolean isConnected();

  /**
   * Sends a message; the same id twice is one message.
   *
   * @return completes when the other side has it; fails with {@link dev.parley.core.error.Refused}
   *     when it does not, whose code says whether to try again
   */
  CompletableFuture<Void> send(CommMessage message);

  /**
   * Hears what is said about a topic, also after it has connected anew.
   *
   * @throws dev.parley.core.error.Refused when there is no such topic
   */
  void subscribe(String topic);

  /** Hears no more of it. */
  void unsubscribe(String topic);

  /**
   * Says who is here: now, and each time that it connects.
   *
   * @param card a JSON object
   */
  void register(String agentId, byte[] card);

  /** Says it no more. */
  void deregister();

  /** Who is handed what comes in; set before {@link #connect}. */
  void setMessageHandler(MessageHandler handler);
}
