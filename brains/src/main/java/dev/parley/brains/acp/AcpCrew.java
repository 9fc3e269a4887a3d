package dev.parley.brains.acp;

import dev.parley.agents.brain.Permissions;
import dev.parley.brains.harness.HarnessSetting;
import dev.parley.brains.harness.Harnesses;
import dev.parley.core.address.AgentId;
import dev.parley.core.time.Timekeeper;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * The harnesses that stay between turns: at most one process an agent, whose token and MCP server
 * all its sessions share. It ends when no turn has come for a while, and earlier when another agent
 * waits for a place. Any thread that may block.
 */
public final class AcpCrew {
  private final Harnesses harnesses;
  private final Permissions permissions;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private final Map<AgentId, Member> members = new HashMap<>();

  /** One agent's, and how many turns it makes. */
  private static final class Member {
    final AcpHarness harness;
    int turns;
    long idleSince;
    Timekeeper.@Nullable Alarm idle;

    Member(AcpHarness harness) {
      this.harness = harness;
    }
  }

  public AcpCrew(Harnesses harnesses, Permissions permissions) {
    this.harnesses = harnesses;
    this.permissions = permissions;
    harnesses.onFull(this::endLongestIdle);
  }

  /** The agent's process, which stays until {@link #leave}. */
  AcpHarness join(AgentId agent, HarnessSetting setting) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      while (true) {
        Member member = members.get(agent);
        if (member != null && isOf(member, setting)) {
          return taken(member);
        }
        if (member == null || member.turns == 0) {
          AcpHarness before = member == null ? null : member.harness;
          Member next = new Member(new AcpHarness(agent, setting, harnesses, permissions));
          members.put(agent, next);
          AcpHarness harness = taken(next);
          if (before != null) {
            alarmOff(member);
            before.end("another takes its place");
            harness.startAfter(before);
          }
          return harness;
        }
        // It is broken, or another brain, and thinks still.
        changed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  private static boolean isOf(Member member, HarnessSetting setting) {
    return member.harness.isUsable() && member.harness.setting().equals(setting);
  }

  private static AcpHarness taken(Member member) {
    alarmOff(member);
    member.turns++;
    return member.harness;
  }

  private static void alarmOff(@Nullable Member member) {
    if (member != null && member.idle != null) {
      member.idle.cancel();
      member.idle = null;
    }
  }

  void leave(AgentId agent, AcpHarness harness) {
    lock.lock();
    try {
      Member member = members.get(agent);
      if (member == null || member.harness != harness) {
        return;
      }
      member.turns--;
      if (member.turns == 0) {
        Timekeeper time = harnesses.time();
        member.idleSince = time.millis();
        if (harnesses.areWanted() || !harness.isUsable()) {
          end(agent, member, "another agent waits for its place");
        } else {
          member.idle = time.after(harness.setting().idle(), () -> endIdle(agent, member));
        }
      }
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void endIdle(AgentId agent, Member member) {
    lock.lock();
    try {
      if (members.get(agent) == member && member.turns == 0) {
        end(agent, member, "no turn has come for a while");
      }
    } finally {
      lock.unlock();
    }
  }

  private void endLongestIdle() {
    lock.lock();
    try {
      members.entrySet().stream()
          .filter(entry -> entry.getValue().turns == 0 && entry.getValue().harness.isUsable())
          .min(Comparator.comparingLong(entry -> entry.getValue().idleSince))
          .ifPresent(
              entry -> end(entry.getKey(), entry.getValue(), "another agent waits for its place"));
    } finally {
      lock.unlock();
    }
  }

  /** It stays in the list until it is gone, for the next one of this agent to wait for that. */
  private void end(AgentId agent, Member member, String why) {
    alarmOff(member);
    member.harness.end(why);
    var _ = member.harness.gone().thenRunAsync(() -> remove(agent, member));
  }

  private void remove(AgentId agent, Member member) {
    lock.lock();
    try {
      if (member.turns == 0) {
        members.remove(agent, member);
      }
    } finally {
      lock.unlock();
    }
  }
}
