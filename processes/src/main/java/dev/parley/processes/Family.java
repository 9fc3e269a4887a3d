package dev.parley.processes;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A process with everything it has started, to be ended together. */
final class Family {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(250);
  private static final Duration AFTER_KILL = Duration.ofSeconds(2);

  private final Set<ProcessHandle> known = new LinkedHashSet<>();
  private final Mark mark;

  /** What only holds the others and takes them with it when it ends: killed, but never asked. */
  private volatile @Nullable ProcessHandle wrapper;

  Family(Mark mark) {
    this.mark = mark;
  }

  /** The one that the others run in, and come from. */
  Family within(ProcessHandle holder) {
    wrapper = holder;
    return with(holder);
  }

  /** The one that the others come from. */
  Family with(ProcessHandle head) {
    synchronized (known) {
      known.add(head);
    }
    return this;
  }

  /**
   * Those that run now, the head first: asked to end after its children, it could see them end and
   * leave by itself, as if nobody had stopped it.
   */
  private Set<ProcessHandle> members() {
    synchronized (known) {
      for (ProcessHandle one : Set.copyOf(known)) {
        one.descendants().forEach(known::add);
      }
      known.addAll(mark.bearers());
      known.remove(ProcessHandle.current());
      known.removeIf(process -> !process.isAlive() || Mark.isZombie(process));
      return new LinkedHashSet<>(known);
    }
  }

  boolean isGone() {
    return members().isEmpty();
  }

  /**
   * Asks all of them to end, and kills those that have not after the grace time.
   *
   * @return whether something had to be killed
   */
  boolean end(Duration grace) throws InterruptedException {
    Set<ProcessHandle> asked = new LinkedHashSet<>();
    long deadline = System.nanoTime() + grace.toNanos();
    Set<ProcessHandle> members = members();
    while (!members.isEmpty() && System.nanoTime() < deadline) {
      for (ProcessHandle member : members) {
        if (!member.equals(wrapper) && asked.add(member)) {
          member.destroy();
        }
      }
      await(members, deadline);
      members = members();
    }
    if (members.isEmpty()) {
      return false;
    }
    kill(members);
    return true;
  }

  private void kill(Set<ProcessHandle> first) throws InterruptedException {
    long deadline = System.nanoTime() + AFTER_KILL.toNanos();
    Set<ProcessHandle> members = first;
    // Again and again: somebody may have started another one in the meantime.
    while (!members.isEmpty() && System.nanoTime() < deadline) {
      members.forEach(ProcessHandle::destroyForcibly);
      await(members, deadline);
      members = members();
    }
  }

  private static void await(Set<ProcessHandle> members, long deadline) throws InterruptedException {
    long left = Math.min(deadline - System.nanoTime(), LOOK_AGAIN.toNanos());
    try {
      CompletableFuture.allOf(
              members.stream().map(ProcessHandle::onExit).toArray(CompletableFuture[]::new))
          .get(left, TimeUnit.NANOSECONDS);
    } catch (TimeoutException | ExecutionException e) {
      // Looked at again by whoever waits.
    }
  }
}
