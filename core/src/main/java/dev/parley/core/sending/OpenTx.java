package dev.parley.core.sending;

import dev.parley.core.commit.RolledBack;
import dev.parley.core.delivery.Live;
import dev.parley.core.delivery.Waiters;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.BoxStats;
import dev.parley.core.store.Commit;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The transaction of the job that is being applied. There is one object of it, because the
 * committer thread applies one job after the other.
 */
public final class OpenTx implements Tx {
  private final Live live;
  private final Waiters waiters;
  private final Function<RouteRequest, RouteJob> jobs;
  private @Nullable Commit commit;
  private boolean changed;
  private final List<RouteJob> routed = new ArrayList<>();
  private final List<MessageId> climbed = new ArrayList<>();

  public record RouteRequest(Draft draft, Sender from) {}

  /**
   * @param jobs makes the job that sends a message
   */
  public OpenTx(Live live, Waiters waiters, Function<RouteRequest, RouteJob> jobs) {
    this.live = live;
    this.waiters = waiters;
    this.jobs = jobs;
  }

  /** Applies a job's change and returns what is to be told once it is durable. */
  public Aftermath apply(Commit to, Runnable change) {
    commit = to;
    changed = false;
    routed.clear();
    climbed.clear();
    try {
      change.run();
    } catch (Refused refused) {
      throw changed ? new RolledBack(refused) : refused;
    }
    return routed.isEmpty() && climbed.isEmpty()
        ? Aftermath.NOTHING
        : new Aftermath(List.copyOf(routed), List.copyOf(climbed), waiters);
  }

  /**
   * For rooms of the core, which see more of the commit; they say so when they change something.
   */
  public Commit commit() {
    return Objects.requireNonNull(commit, "no transaction is open");
  }

  void onChanged() {
    changed = true;
  }

  @Override
  public BoxStats stats(BoxId box) {
    return commit().stats(box);
  }

  @Override
  public byte @Nullable [] get(String table, String key) {
    return commit().record(table, key);
  }

  @Override
  public void put(String table, String key, byte[] value) {
    changed = true;
    commit().put(table, key, value);
  }

  @Override
  public void delete(String table, String key) {
    changed = true;
    commit().delete(table, key);
  }

  @Override
  public @Nullable StoredMessage find(MessageId id) {
    return commit().find(id);
  }

  @Override
  public MessageId route(Draft draft, Sender from) {
    return routeJob(draft, from).appliedId();
  }

  /** The job itself, whose receipt there is when the commit is durable. */
  public RouteJob routeJob(Draft draft, Sender from) {
    RouteJob job = jobs.apply(new RouteRequest(draft, from));
    routed.add(job);
    job.applyWithin(this);
    return job;
  }

  @Override
  public boolean climb(BoxId box, MessageId id, State rung) {
    long position = commit().positionOf(box, id);
    return position >= 0 && climb(box, position, id, rung);
  }

  @Override
  public boolean climb(BoxId box, long position, MessageId id, State rung) {
    if (rung != State.EXPIRED && !rung.isPending()) {
      live.taken(box, position);
    }
    if (commit().advance(box, position, rung, -1) == null) {
      return false;
    }
    changed = true;
    climbed.add(id);
    return true;
  }
}
