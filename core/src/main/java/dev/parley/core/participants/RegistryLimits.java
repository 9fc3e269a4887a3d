package dev.parley.core.participants;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;

/**
 * How much of the registry one agent may take. They hold whoever asks: the owner raises the setting
 * that a refusal names. What an older hub let in beyond them stays.
 *
 * @param subscriptionsPerAgentMax of an agent and all its sessions together
 * @param sessionsPerAgentMax sessions of an agent
 * @param copiesPerAgentMax sessions of an agent that one message can reach, each of which costs a
 *     copy
 * @param groupsMax groups there are
 * @param groupsPerAgentMax groups that an agent belongs to
 * @param recordBytesMax what is kept about an agent or a session: name, description, metadata
 */
public record RegistryLimits(
    int subscriptionsPerAgentMax,
    int sessionsPerAgentMax,
    int copiesPerAgentMax,
    int groupsMax,
    int groupsPerAgentMax,
    int recordBytesMax) {
  public static final RegistryLimits DEFAULT =
      new RegistryLimits(1_000, 1_000, 16, 10_000, 1_000, 64 << 10);

  void checkSubscriptions(String whose, int before) {
    check(
        before < subscriptionsPerAgentMax,
        "'" + whose + "' and its sessions have " + before + " subscriptions",
        "limits.subscriptionsPerAgentMax",
        subscriptionsPerAgentMax,
        "remove one or use a wildcard");
  }

  void checkCopies(String whose, String pattern, int before) {
    check(
        before < copiesPerAgentMax,
        before + " sessions of '" + whose + "' get what '" + pattern + "' may match",
        "limits.copiesPerAgentMax",
        copiesPerAgentMax,
        "subscribe the agent itself");
  }

  void checkSessions(String whose, int before) {
    check(
        before < sessionsPerAgentMax,
        "'" + whose + "' has " + before + " sessions",
        "limits.sessionsPerAgentMax",
        sessionsPerAgentMax,
        "delete one");
  }

  void checkGroups(int before) {
    check(
        before < groupsMax,
        "there are " + before + " groups",
        "limits.groupsMax",
        groupsMax,
        "delete one");
  }

  void checkMemberships(String whose, long before) {
    check(
        before < groupsPerAgentMax,
        "'" + whose + "' belongs to " + before + " groups",
        "limits.groupsPerAgentMax",
        groupsPerAgentMax,
        "let it leave one");
  }

  void checkRecord(String whose, int bytes) {
    check(
        bytes <= recordBytesMax,
        "the record of '" + whose + "' would have " + bytes + " bytes",
        "limits.recordBytesMax",
        recordBytesMax,
        "keep large things in blobs");
  }

  private static void check(boolean fits, String what, String setting, int most, String instead) {
    if (!fits) {
      throw new Refused(
          ErrorCode.TOO_LARGE, what + "; " + setting + " is " + most + ": " + instead);
    }
  }
}
