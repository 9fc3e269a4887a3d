package dev.parley.core.store;

import dev.parley.core.message.MessageId;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A set of changes that becomes durable as one. Used by one thread, the committer; at most one is
 * open. Methods see the changes made before them in the same commit. After {@link #commit} has
 * thrown, nothing of it has happened, positions included.
 */
public interface Commit extends AutoCloseable {

  /**
   * The number that the next message appended here should have, above every number used so far. A
   * commit that does not happen uses up none, so numbers follow the order of commits: once a reader
   * has seen a number, nothing at or below it can appear any more.
   */
  long nextNumber();

  /**
   * Stores the body once and a copy of it in every box, in the order given. Its number is {@link
   * #nextNumber}, except when a message that another store has numbered already is brought back. A
   * message for no box is found by its id until it is swept.
   */
  void append(StoredMessage message, List<Placement> placements);

  /**
   * Adds copies of a message that is stored already (a dead letter, a replay); {@link
   * MessageStore#copiesOf} lists them after the earlier ones. That takes a number too, under which
   * {@link MessageStore#messagesFrom} shows the message with these copies.
   *
   * @return false when there is no such message; then nothing changes
   */
  boolean place(MessageId id, List<Placement> placements);

  /**
   * Moves a copy up the ladder.
   *
   * @param attempts how often it was pushed so far, or -1 to leave that as it is
   * @return the state it was in, or null when there is no such copy or the ladder does not allow
   *     the move (then nothing changes)
   */
  @Nullable State advance(BoxId box, long position, State next, int attempts);

  /** The state of a copy, or null when there is none. */
  @Nullable State stateOf(BoxId box, long position);

  /** Pending copies: highest priority first, then oldest first. */
  List<CopyRef> pending(BoxId box, int limit);

  /** The smallest position of a pending copy, or the end of the box when nothing is pending. */
  long firstPending(BoxId box);

  /** The position of the message's copy in that box, or -1. */
  long positionOf(BoxId box, MessageId id);

  BoxStats stats(BoxId box);

  /** The message with this id, or null. Cheap for an id that has just been made by its sender. */
  @Nullable StoredMessage find(MessageId id);

  /** The value of a record, or null. The array is not to be changed. */
  byte @Nullable [] record(String table, String key);

  /**
   * Forgets the copies before this position (retention, clear). Bodies that no box refers to may be
   * collected later.
   */
  void trim(BoxId box, long beforePosition);

  void put(String table, String key, byte[] value);

  void delete(String table, String key);

  /**
   * Returns when everything above would survive a power loss. With nothing changed it touches no
   * disk.
   */
  void commit() throws StoreException;

  /** Undoes what was not committed; does nothing after {@link #commit}. */
  @Override
  void close();
}
