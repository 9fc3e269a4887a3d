package dev.parley.testkit.door;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A door of a running hub, driven from outside as a client would. */
public interface TestDoor extends AutoCloseable {

  /** As it is called in the documentation. */
  String name();

  /** What this door cannot do, each with the reason. */
  Map<Ability, String> lacks();

  /**
   * Looks at the door whether what it is said to lack is missing: in what it publishes about
   * itself, or by trying.
   *
   * @throws AssertionError when it is there
   */
  void requireMissing(Ability ability) throws Exception;

  /** Comes in with the owner's token. Closed with the door. */
  DoorClient owner();

  /** Comes in as an agent, with its token. Closed with the door. */
  DoorClient agent(TestAgent agent);

  /**
   * Comes in, or tries to, saying to be an agent.
   *
   * @param token null for none
   * @throws DoorRefusal now or with the first operation
   */
  DoorClient stranger(String agentId, @Nullable String token);

  /** Says something that is no JSON, as this agent, and returns the code of the refusal. */
  String garbage(TestAgent agent);

  /**
   * The owner by another way, which can do everything: tests arrange with it what the door under
   * test need not be able to, and look with it at what the door has done.
   */
  DoorClient house();

  /** Stores a file as this agent, by any way, and returns its name. */
  String stored(TestAgent by, byte[] bytes, String contentType);

  /** Fetches a file as this agent, by any way; null when there is none for it. */
  byte @Nullable [] fetched(TestAgent by, String sha256);

  /** Makes an access rule, as the owner and by any way. */
  void rule(String effect, String subject, String action, String path);

  /** Makes an account, by any way: the agent of that person, with an access token. */
  TestAgent person(String agentId);

  /** Makes an agent of that person, by any way. */
  TestAgent agentOf(TestAgent person, String agentId);

  @Override
  void close();
}
