package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import dev.parley.core.address.SessionKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the router up with the registry: it is told the difference between what a record asked for
 * before and what it asks for now. Committer thread.
 */
final class SubscriptionRouting {
  private final Router router;
  private final Predicate<String> hasRecord;

  /**
   * @param hasRecord whether a subscription has a record under this key
   */
  SubscriptionRouting(Router router, Predicate<String> hasRecord) {
    this.router = router;
    this.hasRecord = hasRecord;
  }

  /** Every agent has its automatic subscription beside those it asked for. */
  void onAgent(@Nullable Agent was, @Nullable Agent now) {
    AgentId id = either(was, now).id();
    Router.Subscriber subscriber = new Router.Subscriber.OfAgent(id);
    if (was == null) {
      router.add(Subscription.automatic(id), subscriber);
    } else if (now == null) {
      router.remove(Subscription.automatic(id), subscriber);
    }
    unmoved(
        was == null ? List.of() : was.unmoved(),
        now == null ? List.of() : now.unmoved(),
        subscriber,
        Subscribed.under(id));
  }

  void onSession(@Nullable Session was, @Nullable Session now) {
    SessionKey key = either(was, now).key();
    unmoved(
        was == null ? List.of() : was.unmoved(),
        now == null ? List.of() : now.unmoved(),
        new Router.Subscriber.OfSession(key),
        Subscribed.under(key));
  }

  void onSubscribed(@Nullable Subscribed was, @Nullable Subscribed now) {
    if (now != null) {
      router.add(now.subscription().pattern(), now.subscriber());
    } else if (was != null) {
      router.remove(was.subscription().pattern(), was.subscriber());
    }
  }

  /** Membership is a subscription to the group's path that nobody sees in a list. */
  void onGroup(@Nullable Group was, @Nullable Group now) {
    Pattern pattern = Pattern.parse("group/" + either(was, now).name().value());
    difference(
        was == null ? List.of() : was.members(),
        now == null ? List.of() : now.members(),
        gone -> router.remove(pattern, new Router.Subscriber.OfMember(gone)),
        fresh -> router.add(pattern, new Router.Subscriber.OfMember(fresh)));
  }

  /**
   * What was inside a record. If it went because it has a record of its own now, it goes on without
   * a gap in which a message would miss it.
   */
  private void unmoved(
      List<Subscription> was, List<Subscription> now, Router.Subscriber subscriber, String prefix) {
    difference(
        was,
        now,
        gone -> {
          if (!hasRecord.test(prefix + gone.pattern().text())) {
            router.remove(gone.pattern(), subscriber);
          }
        },
        fresh -> router.add(fresh.pattern(), subscriber));
  }

  /** As a rule one thing was added at the end or one taken out, so most of the two is the same. */
  private static <T> void difference(
      List<T> was, List<T> now, Consumer<T> onGone, Consumer<T> onFresh) {
    int same = 0;
    int shorter = Math.min(was.size(), now.size());
    while (same < shorter && was.get(same).equals(now.get(same))) {
      same++;
    }
    List<T> wasRest = was.subList(same, was.size());
    List<T> nowRest = now.subList(same, now.size());
    Set<T> before = new HashSet<>(wasRest);
    Set<T> after = new HashSet<>(nowRest);
    wasRest.stream().filter(each -> !after.contains(each)).forEach(onGone);
    nowRest.stream().filter(each -> !before.contains(each)).forEach(onFresh);
  }

  private static <T> T either(@Nullable T was, @Nullable T now) {
    if (now != null) {
      return now;
    }
    if (was != null) {
      return was;
    }
    throw new IllegalArgumentException("nothing before and nothing now");
  }
}
