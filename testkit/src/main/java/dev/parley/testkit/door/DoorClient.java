package dev.parley.testkit.door;

import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Somebody who has come in by a door. What a driver does not implement its door cannot do. A
 * refusal is a {@link DoorRefusal}.
 */
public interface DoorClient {

  Sent send(Letter letter);

  /** Answers a message that was received; the hub knows whom to send it to. */
  default Sent reply(String messageId, Letter letter) {
    throw new Cannot(Ability.REPLY);
  }

  default Seen request(Letter letter, Duration within) {
    throw new Cannot(Ability.REQUEST);
  }

  /** Takes what is there for an agent, at most so much; may come before what is on its way. */
  List<Seen> receive(String agentId, int limit);

  default List<Seen> peek(String agentId, int limit) {
    throw new Cannot(Ability.PEEK);
  }

  /** From here on the agent's new messages are brought, or the door can be waited at for them. */
  default Telling tellMe(String agentId) {
    throw new Cannot(Ability.TELLING);
  }

  /** New messages as they come. */
  interface Telling extends AutoCloseable {
    /** The next one, waited for 30 s at most. */
    Seen next();

    @Override
    void close();
  }

  /** How many were marked that were not before. */
  default long acknowledge(String agentId, List<String> ids) {
    throw new Cannot(Ability.ACK);
  }

  /** How many were marked that were not before. */
  default long markRead(String agentId, List<String> ids) {
    throw new Cannot(Ability.READ);
  }

  /** The newest so many that an agent received, oldest first. */
  default List<Seen> history(String agentId, int limit) {
    throw new Cannot(Ability.HISTORY);
  }

  /** The newest so many that an agent sent, oldest first. */
  default List<Seen> outbox(String agentId, int limit) {
    throw new Cannot(Ability.OUTBOX);
  }

  default long clear(String agentId) {
    throw new Cannot(Ability.CLEAR);
  }

  /** Oldest first. */
  default List<Seen> thread(String messageId) {
    throw new Cannot(Ability.THREAD);
  }

  /** Oldest first. */
  default List<Seen> conversation(String conversationId) {
    throw new Cannot(Ability.CONVERSATION);
  }

  /** The state of each agent's copy. */
  default Map<String, String> states(String messageId) {
    throw new Cannot(Ability.STATUS);
  }

  default void subscribe(String agentId, String pattern) {
    throw new Cannot(Ability.SUBSCRIPTIONS);
  }

  default void unsubscribe(String agentId, String pattern) {
    throw new Cannot(Ability.SUBSCRIPTIONS);
  }

  default List<String> subscriptions(String agentId) {
    throw new Cannot(Ability.SUBSCRIPTIONS);
  }

  /** Every agent that this one sees. */
  default List<SeenAgent> agents() {
    throw new Cannot(Ability.DIRECTORY);
  }

  default SeenAgent agent(String agentId) {
    throw new Cannot(Ability.DIRECTORY);
  }

  default TestAgent createAgent(String agentId) {
    throw new Cannot(Ability.REGISTRY);
  }

  /** Gives an agent a description and metadata. */
  default void describe(String agentId, String description, Map<String, Object> metadata) {
    throw new Cannot(Ability.REGISTRY);
  }

  default String renewToken(String agentId) {
    throw new Cannot(Ability.REGISTRY);
  }

  default void deleteAgent(String agentId) {
    throw new Cannot(Ability.REGISTRY);
  }

  default void createSession(String agentId, String sessionId) {
    throw new Cannot(Ability.SESSION_INBOX);
  }

  default void subscribeSession(String agentId, String sessionId, String pattern) {
    throw new Cannot(Ability.SESSION_INBOX);
  }

  default List<Seen> receiveOfSession(String agentId, String sessionId) {
    throw new Cannot(Ability.SESSION_INBOX);
  }

  default void putGroup(String name, List<String> members) {
    throw new Cannot(Ability.GROUPS);
  }

  default void deleteGroup(String name) {
    throw new Cannot(Ability.GROUPS);
  }

  /** The members of every group. */
  default Map<String, List<String>> groups() {
    throw new Cannot(Ability.GROUPS);
  }

  /** The newest ones, oldest first. */
  default List<Seen> deadLetters() {
    throw new Cannot(Ability.DEAD_LETTERS);
  }

  /** How many were delivered. */
  default long replay(List<String> ids) {
    throw new Cannot(Ability.DEAD_LETTERS);
  }

  default Tally tally(String messageId) {
    throw new Cannot(Ability.TALLY);
  }

  /** The name under which the bytes can be had again. */
  default String upload(byte[] bytes, String contentType) {
    throw new Cannot(Ability.BLOBS);
  }

  default byte[] download(String sha256) {
    throw new Cannot(Ability.BLOBS);
  }
}
