package dev.parley.identity.signature;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Transactions;
import dev.parley.core.ledger.Tx;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Token;
import dev.parley.identity.keys.KeyLogin;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The signatures that were used, for as long as they could be used again. They are records, so that
 * no hub takes what another has taken, nor what it took itself before it was started again. Any
 * thread.
 */
final class SpentNonces {
  static final int PER_AGENT_MAX = 10_000;
  static final int ALL_MAX = 200_000;
  private static final int FORGOTTEN_AT_ONCE_MAX = 64;
  private static final String TABLE = "signed-requests";
  private static final Duration PAUSE = Duration.ofSeconds(10);

  private final Transactions transactions;
  private final Timekeeper time;
  private final long keptMillis;

  /** Until when each is kept, in the order in which they came. */
  private final LinkedHashMap<String, Long> spent = new LinkedHashMap<>();

  private final Map<String, Integer> perAgent = new HashMap<>();

  /**
   * @param kept for how long a signature may be good after it was first seen
   */
  SpentNonces(Records records, Transactions transactions, Timekeeper time, Duration kept) {
    this.transactions = transactions;
    this.time = time;
    this.keptMillis = kept.toMillis();
    records.forEach(TABLE, this::onElsewhere);
    records.follow(TABLE, this::onElsewhere);
  }

  /**
   * Uses a nonce; completes, once that is durable, with whether nobody has before.
   *
   * @param condition asked in the same commit; when it does not hold nothing is used
   * @throws Refused when this agent, or all together, sign too much
   */
  CompletableFuture<Boolean> claim(KeyLogin by, String nonce, Predicate<Tx> condition) {
    String agent = by.agent().value();
    String key = agent + "/" + Token.hash(by.keyId() + "/" + nonce);
    long until = time.millis() + keptMillis;
    List<String> over;
    synchronized (this) {
      over = forget();
      if (spent.containsKey(key)) {
        return CompletableFuture.completedFuture(false);
      }
      requireRoom(agent);
      remember(key, until);
    }
    byte[] value = Long.toString(until).getBytes(StandardCharsets.US_ASCII);
    return transactions.run(
        tx -> {
          over.forEach(each -> tx.delete(TABLE, each));
          if (tx.get(TABLE, key) != null || !condition.test(tx)) {
            return false;
          }
          tx.put(TABLE, key, value);
          return true;
        });
  }

  private void requireRoom(String agent) {
    if (perAgent.getOrDefault(agent, 0) >= PER_AGENT_MAX) {
      throw new Refused(
          ErrorCode.RATE_LIMITED,
          "'" + agent + "' signs too many requests: " + PER_AGENT_MAX + " within two minutes",
          PAUSE);
    }
    if (spent.size() >= ALL_MAX) {
      throw new Refused(ErrorCode.OVERLOADED, "too many signed requests; try again", PAUSE);
    }
  }

  /** Those at the front whose time is over, a few at a time. */
  private List<String> forget() {
    List<String> over = new ArrayList<>();
    long now = time.endingMillis();
    Iterator<Map.Entry<String, Long>> oldest = spent.entrySet().iterator();
    while (oldest.hasNext() && over.size() < FORGOTTEN_AT_ONCE_MAX) {
      Map.Entry<String, Long> entry = oldest.next();
      if (entry.getValue() > now) {
        break;
      }
      over.add(entry.getKey());
      oldest.remove();
      count(entry.getKey(), -1);
    }
    return over;
  }

  private void remember(String key, long until) {
    if (spent.put(key, until) == null) {
      count(key, 1);
    }
  }

  private void count(String key, int change) {
    String agent = key.substring(0, key.indexOf('/'));
    int now = perAgent.merge(agent, change, Integer::sum);
    if (now <= 0) {
      perAgent.remove(agent);
    }
  }

  /** Another hub has used one, or forgotten it. Committer thread, and at the start. */
  private synchronized void onElsewhere(String key, byte @Nullable [] value) {
    if (value != null) {
      remember(key, Long.parseLong(new String(value, StandardCharsets.US_ASCII)));
    } else if (spent.remove(key) != null) {
      count(key, -1);
    }
  }

  synchronized int size() {
    return spent.size();
  }
}
