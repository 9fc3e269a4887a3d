package dev.parley.core.sending;

import dev.parley.core.delivery.Waiters;
import dev.parley.core.message.MessageId;
import java.util.List;

/** What a transaction has sent and moved, to be told when it is durable. Committer thread. */
public record Aftermath(List<RouteJob> routed, List<MessageId> climbed, Waiters waiters) {
  public static final Aftermath NOTHING = new Aftermath(List.of(), List.of(), new Waiters());

  public void tell() {
    routed.forEach(RouteJob::durable);
    climbed.forEach(waiters::climbed);
  }
}
