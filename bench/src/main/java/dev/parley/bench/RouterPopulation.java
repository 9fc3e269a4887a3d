package dev.parley.bench;

import java.util.SplittableRandom;

/**
 * The addresses of an imaginary hub. Agents, workspaces, loops and services grow with the number of
 * subscriptions, so that a path meets as many in a large hub as in a small one; a smaller
 * population is part of every larger one.
 */
final class RouterPopulation {

  private final int subscriptions;

  RouterPopulation(int subscriptions) {
    this.subscriptions = subscriptions;
  }

  String literal(SplittableRandom random) {
    int percent = random.nextInt(100);
    if (percent < 45) {
      return "agent/agent-" + name(random, subscriptions / 2);
    }
    if (percent < 70) {
      return "slack/" + workspace(random) + "/" + channel(random);
    }
    if (percent < 80) {
      return "loop/loop-" + name(random, subscriptions / 50) + "/" + channel(random);
    }
    if (percent < 90) {
      return "webhook/" + service(random) + "/topic-" + name(random, 30);
    }
    return "email/" + user(random) + "/from-" + name(random, 50) + "@corp.example";
  }

  String wildcard(SplittableRandom random) {
    int percent = random.nextInt(100);
    if (percent < 40) {
      return "slack/" + workspace(random) + "/*";
    }
    if (percent < 70) {
      return "webhook/" + service(random) + "/**";
    }
    if (percent < 80) {
      return "*/" + workspace(random) + "/" + channel(random);
    }
    if (percent < 90) {
      return "loop/**/#only-" + name(random, subscriptions / 100);
    }
    return "email/" + user(random) + "/**";
  }

  private String workspace(SplittableRandom random) {
    return "team-" + name(random, subscriptions / 50);
  }

  private String channel(SplittableRandom random) {
    return "#chan-" + name(random, 20);
  }

  private String service(SplittableRandom random) {
    return "svc-" + name(random, subscriptions / 40);
  }

  private String user(SplittableRandom random) {
    return "user-" + name(random, subscriptions) + "@mail.example";
  }

  /** Names that look like ids rather than like neighbours. */
  private static String name(SplittableRandom random, int count) {
    return Integer.toString((int) (random.nextInt(count) * 2_654_435_761L & 0x7fff_ffff), 36);
  }
}
