package dev.parley.identity.persons;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.ledger.Tx;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Token;
import dev.parley.identity.Visit;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Codes with which the owner lets persons make an account: random, good once and for a week, kept
 * as hashes. Redeemed in the transaction that makes the account, so that one code never makes two.
 * Making one reads the few there are, and so blocks shortly.
 */
final class Invitations {
  static final Duration LIFETIME = Duration.ofDays(7);
  static final int MAX = 1_000;
  private static final String TABLE = "invitations";

  private final Records records;
  private final Timekeeper time;

  Invitations(Records records, Timekeeper time) {
    this.records = records;
    this.time = time;
  }

  /** A code, to be shown once; only the owner may have one made. */
  CompletableFuture<Token> invite(Visit by) {
    by.requireOwner();
    long now = time.endingMillis();
    List<String> over = new ArrayList<>();
    int[] open = {0};
    records.forEach(
        TABLE,
        (hash, value) -> {
          if (expiresAt(value) <= now) {
            over.add(hash);
          } else {
            open[0]++;
          }
        });
    if (open[0] >= MAX) {
      throw new Refused(ErrorCode.OVERLOADED, "there are " + MAX + " open invitations");
    }
    Token code = Token.generate();
    byte[] expiresAt =
        Long.toString(time.millis() + LIFETIME.toMillis()).getBytes(StandardCharsets.US_ASCII);
    CompletableFuture<Boolean> cleared =
        over.isEmpty() ? CompletableFuture.completedFuture(true) : records.delete(TABLE, over);
    return cleared
        .thenCompose(_ -> records.put(TABLE, code.hash(), expiresAt))
        .thenApply(_ -> code);
  }

  /** Asked before anything is computed for whoever brings a code; redeeming decides. */
  void requireGood(String code) {
    require(records.get(TABLE, Token.hash(code)).filter(this::isGood).isPresent());
  }

  /** Committer thread. */
  void redeem(Tx tx, String code) {
    String hash = Token.hash(code);
    byte[] kept = tx.get(TABLE, hash);
    require(kept != null && isGood(kept));
    tx.delete(TABLE, hash);
  }

  private boolean isGood(byte[] kept) {
    return expiresAt(kept) > time.endingMillis();
  }

  private static long expiresAt(byte[] kept) {
    return Long.parseLong(new String(kept, StandardCharsets.US_ASCII));
  }

  private static void require(boolean good) {
    if (!good) {
      throw new Refused(ErrorCode.UNAUTHORIZED, "this invitation is not good (any more)");
    }
  }
}
