package dev.parley.agents.turns;

import dev.parley.core.broker.Broker;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Tx;
import dev.parley.core.store.StoreException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a hub does with its turns when it is stopped. It has not died in them: whoever makes one
 * next makes it as if this hub had never begun. The broker must still be open. Blocks.
 */
final class Leaving {
  private static final Logger LOG = LoggerFactory.getLogger(Leaving.class);

  private final Broker broker;
  private final String self;

  Leaving(Broker broker, String self) {
    this.broker = broker;
    this.self = self;
  }

  void giveBack(Duration patience) throws InterruptedException {
    try {
      // What was claimed before this is in the records then.
      boolean _ = settled(broker.transactions().run(_ -> true), patience);
      Map<String, Claim> left = new HashMap<>();
      broker
          .records()
          .forEach(
              TurnMaker.CLAIMS,
              (session, json) -> {
                Claim claim = Rows.claim(json);
                if (claim.hub().equals(self)) {
                  left.put(session, claim);
                }
              });
      if (!left.isEmpty()) {
        boolean _ = settled(broker.transactions().run(tx -> giveBack(tx, left)), patience);
      }
    } catch (Refused | StoreException e) {
      LOG.warn("the turns that this hub leaves count as tried: {}", e.getMessage());
    }
  }

  private static boolean giveBack(Tx tx, Map<String, Claim> left) {
    left.forEach(
        (session, claim) -> {
          byte[] there = tx.get(TurnMaker.CLAIMS, session);
          if (there != null && Rows.claim(there).equals(claim)) {
            tx.put(TurnMaker.CLAIMS, session, Rows.write(claim.givenBack()));
          }
        });
    return true;
  }

  private static boolean settled(CompletableFuture<Boolean> future, Duration patience)
      throws InterruptedException {
    try {
      return future.get(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException e) {
      throw Refused.of(e);
    } catch (TimeoutException e) {
      throw new Refused(ErrorCode.OVERLOADED, "the store takes too long");
    }
  }
}
