package dev.parley.doors.ws.json;

import dev.parley.core.address.Pattern;
import dev.parley.core.broker.Broker;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.participants.Session;
import dev.parley.core.participants.Subscription;
import dev.parley.doors.json.Access;
import dev.parley.doors.json.Field;
import dev.parley.doors.json.Shapes;
import dev.parley.identity.authority.Authority;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** What an agent or a session asks for: {@code msg.sub.*} and {@code msg.session.sub.*}. */
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
        call ->
            add(
                call,
                (to, p) ->
                    participants.subscribe(to.subject(), p).thenApply(Agent::subscriptions)));
    requests.add(
        "msg.sub.remove",
        Access.SELF,
        call ->
            change(
                call,
                (to, p) ->
                    participants.unsubscribe(to.subject(), p).thenApply(Agent::subscriptions)));
    requests.add(
        "msg.sub.list",
        Access.SELF,
        call -> list(call, participants.requireAgent(call.subject()).subscriptions()));
    requests.add(
        "msg.session.sub.add",
        Access.SELF,
        call ->
            add(
                call,
                (to, p) ->
                    participants.subscribe(to.session(), p).thenApply(Session::subscriptions)));
    requests.add(
        "msg.session.sub.remove",
        Access.SELF,
        call ->
            change(
                call,
                (to, p) ->
                    participants.unsubscribe(to.session(), p).thenApply(Session::subscriptions)));
    requests.add(
        "msg.session.sub.list",
        Access.SELF,
        call -> list(call, participants.requireSession(call.session()).subscriptions()));
  }

  private void add(
      Call call, BiFunction<Call, Pattern, CompletableFuture<List<Subscription>>> change) {
    authority.maySubscribe(
        call.visit(), call.subject(), call.address(Field.PATTERN, Pattern::parse));
    change(call, change);
  }

  private static void change(
      Call call, BiFunction<Call, Pattern, CompletableFuture<List<Subscription>>> change) {
    Pattern pattern = call.address(Field.PATTERN, Pattern::parse);
    call.answerWith(change.apply(call, pattern), new Subscribed(call, pattern));
  }

  private static void list(Call call, List<Subscription> subscriptions) {
    call.reply(subscriptions, new Subscribed(call, null));
  }

  private static final class Subscribed implements Shape<List<Subscription>> {
    private final ReceiveRequests.Whose whose;
    private final @Nullable Pattern pattern;

    Subscribed(Call call, @Nullable Pattern pattern) {
      this.whose = new ReceiveRequests.Whose(call);
      this.pattern = pattern;
    }

    @Override
    public int weight(List<Subscription> subscriptions) {
      return 256 + 96 * subscriptions.size();
    }

    @Override
    public void write(JsonBuffer out, List<Subscription> subscriptions) {
      whose.write(out);
      if (pattern != null) {
        out.ascii(",\"pattern\":").string(pattern.text());
      }
      Shapes.subscriptions(out, subscriptions);
    }
  }
}
