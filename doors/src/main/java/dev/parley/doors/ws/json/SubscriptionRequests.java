package dev.parley.doors.ws.json;

import dev.parley.core.address.Pattern;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Subscription;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.authority.Authority;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;

/**
 * What an agent or a session asks for: {@code msg.sub.*} and {@code msg.session.sub.*}. The answer
 * to a change tells what was changed; all there are is told to those who ask for the list.
 */
final class SubscriptionRequests {
  private final Participants participants;
  private final Authority authority;

  SubscriptionRequests(Broker broker, Authority authority) {
    this.participants = broker.participants();
    this.authority = authority;
  }

  void register(Requests requests) {
    requests.add(
        "msg.sub.add",
        Access.SELF,
        call -> add(call, (to, p) -> participants.subscribe(to.subject(), p)));
    requests.add(
        "msg.sub.remove",
        Access.SELF,
        call -> remove(call, (to, p) -> participants.unsubscribe(to.subject(), p)));
    requests.add(
        "msg.sub.list",
        Access.SELF,
        call -> {
          participants.requireAgent(call.subject());
          list(call, participants.subscriptions(call.subject()));
        });
    requests.add(
        "msg.session.sub.add",
        Access.SELF,
        call ->
            add(call, (to, p) -> participants.subscribe(to.session(), p).thenApply(Optional::of)));
    requests.add(
        "msg.session.sub.remove",
        Access.SELF,
        call -> remove(call, (to, p) -> participants.unsubscribe(to.session(), p)));
    requests.add(
        "msg.session.sub.list",
        Access.SELF,
        call -> {
          participants.requireSession(call.session());
          list(call, participants.subscriptions(call.session()));
        });
  }

  private void add(
      Call call, BiFunction<Call, Pattern, CompletableFuture<Optional<Subscription>>> change) {
    Pattern pattern = pattern(call);
    authority.maySubscribe(call.visit(), call.subject(), pattern);
    var whose = new ReceiveRequests.Whose(call);
    call.answerWith(
        change.apply(call, pattern),
        (out, added) -> {
          whose.write(out);
          out.ascii(",\"pattern\":").string(pattern.text());
          Shapes.subscriptions(out, added.stream().toList());
        });
  }

  private static void remove(
      Call call, BiFunction<Call, Pattern, CompletableFuture<Subscription>> change) {
    Pattern pattern = pattern(call);
    var whose = new ReceiveRequests.Whose(call);
    call.answerWith(
        change.apply(call, pattern),
        (out, _) -> {
          whose.write(out);
          out.ascii(",\"pattern\":").string(pattern.text());
        });
  }

  private static Pattern pattern(Call call) {
    return call.address(Field.PATTERN, Pattern::parse);
  }

  private static void list(Call call, List<Subscription> subscriptions) {
    call.reply(subscriptions, new Listed(new ReceiveRequests.Whose(call), bytes(subscriptions)));
  }

  private static int bytes(List<Subscription> subscriptions) {
    int bytes = 256;
    for (Subscription each : subscriptions) {
      bytes += 64 + each.pattern().text().length();
    }
    return bytes;
  }

  /** A list waits to be written, so it counts for what it is until then. */
  private record Listed(ReceiveRequests.Whose whose, int bytes)
      implements Shape<List<Subscription>> {
    @Override
    public int reserved() {
      return bytes;
    }

    @Override
    public int weight(List<Subscription> subscriptions) {
      return bytes;
    }

    @Override
    public void write(JsonBuffer out, List<Subscription> subscriptions) {
      whose.write(out);
      Shapes.subscriptions(out, subscriptions);
    }
  }
}
