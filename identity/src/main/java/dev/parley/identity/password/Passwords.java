package dev.parley.identity.password;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.text.Normalizer;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Makes and compares hashes of passwords. Each costs memory and a core for tens of milliseconds, so
 * they are computed on a few threads of their own, which end when nobody logs in; who comes when
 * too many wait is refused at once. Any thread; never blocks.
 */
public final class Passwords implements AutoCloseable {
  public static final int LENGTH_MIN = 10;
  public static final int LENGTH_MAX = 256;

  /**
   * @param threads hashes computed at the same time, which bounds their memory
   * @param waiting hashes that wait for a thread
   */
  public record Room(int threads, int waiting) {
    public static final Room DEFAULT = new Room(2, 64);
  }

  private static final Duration IDLE = Duration.ofSeconds(10);

  private final HashCost cost;
  private final ThreadPoolExecutor threads;

  /** Compared with when there is no such person, so that this takes as long as a wrong password. */
  private final String nobody;

  public Passwords(HashCost cost, Room room) {
    this.cost = cost;
    this.threads =
        new ThreadPoolExecutor(
            room.threads(),
            room.threads(),
            IDLE.toMillis(),
            TimeUnit.MILLISECONDS,
            new ArrayBlockingQueue<>(room.waiting()),
            Thread.ofPlatform().name("passwords-", 0).daemon().factory());
    threads.allowCoreThreadTimeOut(true);
    this.nobody = new PasswordHash(cost, new byte[16], new byte[32]).text();
  }

  /**
   * @throws Refused when nobody should have such a password
   */
  public static void requireGood(String password) {
    int length = password.codePointCount(0, password.length());
    if (length < LENGTH_MIN || length > LENGTH_MAX) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "a password has " + LENGTH_MIN + " to " + LENGTH_MAX + " characters");
    }
  }

  /** The hash to keep of a new password. */
  public CompletableFuture<String> hash(String password) {
    requireGood(password);
    return compute(() -> PasswordHash.of(normal(password), cost).text());
  }

  /**
   * Is this the password?
   *
   * @param hash null when there is no such person, which takes as long and is never the case
   */
  public CompletableFuture<Boolean> matches(String password, @Nullable String hash) {
    // Longer than any password: it is compared all the same, cut, so that it costs what others do.
    String tried =
        password.length() > 4 * LENGTH_MAX ? password.substring(0, LENGTH_MAX) : password;
    boolean possible = hash != null && tried.length() == password.length();
    return compute(
        () -> PasswordHash.parse(hash == null ? nobody : hash).matches(normal(tried)) && possible);
  }

  /** Was this made with another cost than new ones are? */
  public boolean isOutdated(String hash) {
    return !PasswordHash.parse(hash).cost().equals(cost);
  }

  /** The same letters are the same password, however a keyboard composes them. */
  private static String normal(String password) {
    return Normalizer.normalize(password, Normalizer.Form.NFC);
  }

  private <T> CompletableFuture<T> compute(Supplier<T> hashing) {
    try {
      return CompletableFuture.supplyAsync(hashing, threads);
    } catch (RejectedExecutionException e) {
      return CompletableFuture.failedFuture(
          threads.isShutdown()
              ? new Refused(ErrorCode.SHUTTING_DOWN, "the hub is going down")
              : new Refused(
                  ErrorCode.OVERLOADED, "too many log in at the same time", Duration.ofSeconds(1)));
    }
  }

  /** What is being computed is finished; what waits is not answered any more. */
  @Override
  public void close() {
    threads.shutdownNow();
  }
}
