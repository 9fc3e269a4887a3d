package dev.parley.identity.limits;

import dev.parley.core.address.InvalidAddress;
import dev.parley.core.address.Path;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.List;

/**
 * How fast one agent may write to one other, and to many at once. An inbox is emptied in the order
 * in which it was filled: whoever may fill it as fast as it likes has everybody else's mail wait.
 *
 * <p>Only what the sender wrote counts, the path, never who has subscribed: otherwise a subscriber
 * could use up what others may send. Any thread, no lock.
 */
final class MailRates {
  private static final String AGENT = "agent";
  private static final String GROUP = "group";

  private final Buckets<Edge> toOne;
  private final Buckets<String> toMany;

  /**
   * @param to an agent, or the first word of a topic with a slash, which no agent's name has
   */
  private record Edge(String from, String to) {}

  MailRates(Rate toOne, Rate toMany) {
    this.toOne = new Buckets<>(toOne, "messages");
    this.toMany = new Buckets<>(toMany, "messages to groups or with wildcards");
  }

  /**
   * @throws Refused when this sender has nothing left for one of those the path names
   */
  void requireSome(String from, Path path, long now) {
    if (path.namesSeveral()) {
      each(path).forEach(one -> requireSomeForOne(from, one, now));
    } else {
      requireSomeForOne(from, path, now);
    }
  }

  void charge(String from, Path path, boolean reply, long now) {
    if (path.namesSeveral()) {
      each(path).forEach(one -> chargeOne(from, one, reply, now));
    } else {
      chargeOne(from, path, reply, now);
    }
  }

  int size() {
    return toOne.size() + toMany.size();
  }

  private void requireSomeForOne(String from, Path path, long now) {
    if (isForMany(path)) {
      toMany.requireSome(from, "", now);
    } else if (toOne.isLimited()) {
      toOne.requireSome(new Edge(from, recipient(path)), " to one recipient", now);
    }
  }

  private void chargeOne(String from, Path path, boolean reply, long now) {
    if (isForMany(path)) {
      toMany.charge(from, 1, now);
    } else if (toOne.isLimited()) {
      String to = recipient(path);
      toOne.charge(new Edge(from, to), 1, now);
      if (!reply) {
        // Who is asked may answer: the limit must not keep a reply from somebody who waits for it.
        // A reply gives nothing back, or two could do without the limit.
        toOne.giveBack(new Edge(to, from), now);
      }
    }
  }

  private static boolean isForMany(Path path) {
    return path.hasWildcard() || path.segmentEquals(0, GROUP);
  }

  private static String recipient(Path path) {
    return path.depth() > 1 && path.segmentEquals(0, AGENT)
        ? path.segment(1)
        : path.segment(0) + "/";
  }

  private static List<Path> each(Path path) {
    try {
      return path.each();
    } catch (InvalidAddress e) {
      throw new Refused(
          ErrorCode.BAD_REQUEST, "the list of recipients in '" + path + "': " + e.getMessage());
    }
  }
}
