package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Pattern;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the router up with the registry: it is told the difference between what a record asked for
 * before and what it asks for now. Committer thread.
 */
final class SubscriptionRouting {
  private final Router router;

  SubscriptionRouting(Router router) {
    this.router = router;
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
    subscriptions(
        was == null ? List.of() : was.subscriptions(),
        now == null ? List.of() : now.subscriptions(),
        subscriber);
  }

  void onSession(@Nullable Session was, @Nullable Session now) {
    subscriptions(
        was == null ? List.of() : was.subscriptions(),
        now == null ? List.of() : now.subscriptions(),
        new Router.Subscriber.OfSession(either(was, now).key()));
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

  private void subscriptions(
      List<Subscription> was, List<Subscription> now, Router.Subscriber subscriber) {
    difference(
        was,
        now,
        gone -> router.remove(gone.pattern(), subscriber),
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
