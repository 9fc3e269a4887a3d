package dev.parley.testkit.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.GroupName;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.MessageType;
import dev.parley.core.participants.Agent;
import dev.parley.core.participants.Participants;
import dev.parley.core.sending.Receipt;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Requests that become durable together see each other, in the order they came. */
abstract class OneCommitSuite extends BrokerSuite {
  private final List<CompletableFuture<?>> asked = new ArrayList<>();

  private CompletableFuture<Agent> creating(String id) {
    return broker.participants().createAgent(agent(id), null, null, null, null);
  }

  private Participants participants() {
    return broker.participants();
  }

  private void ask(CompletableFuture<?> request) {
    asked.add(request);
  }

  private void answerAll() {
    asked.forEach(BrokerSuite::result);
  }

  @Test
  @DisplayName("AG-1 of two that make the same agent one succeeds")
  void createTwice() {
    inOneCommit(
        () -> {
          ask(creating("ada"));
          ask(creating("ada"));
          ask(creating("bob"));
        });

    result(asked.get(0));
    assertThat(refusal(asked.get(1)).code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
    result(asked.get(2));
    assertThat(participants().agentCount()).isEqualTo(2);
    assertThat(send("x", "ada", "hello").delivered()).isTrue();
  }

  @Test
  @DisplayName("AG-4 of two look-alikes in one commit one succeeds")
  void lookAlikes() {
    inOneCommit(
        () -> {
          ask(creating("bob"));
          ask(creating("B0B"));
          ask(participants().deleteAgent(agent("bob")));
          ask(creating("Bob"));
        });

    assertThat(refusal(asked.get(1)).code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
    result(asked.get(3));
    assertThat(participants().agents(null, 10)).hasSize(1);
  }

  @Test
  @DisplayName("AG-1 made, deleted and made again is there")
  void createDeleteCreate() {
    inOneCommit(
        () -> {
          ask(creating("ada"));
          ask(participants().subscribe(agent("ada"), Pattern.parse("slack/**")));
          ask(participants().deleteAgent(agent("ada")));
          ask(creating("ada"));
        });

    answerAll();
    assertThat(participants().subscriptions(agent("ada"))).isEmpty();
    assertThat(send("x", "ada", "hello").delivered()).isTrue();
    assertThat(route(draft("x", "slack/x")).delivered()).isFalse();
    restart();
    assertThat(participants().agentCount()).isEqualTo(1);
  }

  @Test
  @DisplayName("AG-1 made and deleted is not there")
  void createDelete() {
    inOneCommit(
        () -> {
          ask(creating("ada"));
          ask(participants().deleteAgent(agent("ada")));
          ask(participants().subscribe(agent("ada"), Pattern.parse("slack/**")));
        });

    assertThat(refusal(asked.getLast()).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(participants().agent(agent("ada"))).isEmpty();
    assertThat(participants().subscriptionCount()).isZero();
  }

  @Test
  @DisplayName("SUB-2 several subscriptions of one agent are all kept")
  void manySubscriptions() {
    create("ada");
    inOneCommit(
        () -> {
          ask(participants().subscribe(agent("ada"), Pattern.parse("a")));
          ask(participants().subscribe(agent("ada"), Pattern.parse("b")));
          ask(participants().unsubscribe(agent("ada"), Pattern.parse("a")));
          ask(participants().subscribe(agent("ada"), Pattern.parse("c")));
        });

    answerAll();
    assertThat(route(draft("x", "a")).delivered()).isFalse();
    assertThat(route(draft("x", "b")).delivered()).isTrue();
    assertThat(route(draft("x", "c")).delivered()).isTrue();
    assertThat(participants().subscriptionCount()).isEqualTo(3);
  }

  @Test
  @DisplayName("AG-1 what an agent gets in the commit that deletes it goes with it")
  void changesBeforeDeletion() {
    create("ada", "bob");
    createSession("ada", "main", "slack/**");
    GroupName group = new GroupName("team");
    inOneCommit(
        () -> {
          ask(participants().createSession(session("ada", "new"), null));
          ask(participants().subscribe(session("ada", "new"), Pattern.parse("email/**")));
          ask(participants().subscribe(session("ada", "main"), Pattern.parse("news/**")));
          ask(participants().putGroup(group, List.of(agent("ada"), agent("bob"))));
          ask(participants().deleteAgent(agent("ada")));
        });

    answerAll();
    assertThat(participants().sessions(agent("ada"))).isEmpty();
    assertThat(participants().group(group).orElseThrow().members()).containsExactly(agent("bob"));
    for (String path : List.of("slack/x", "email/x", "news/x")) {
      assertThat(route(draft("x", path)).delivered()).as(path).isFalse();
    }
    restart();
    assertThat(participants().sessions(agent("ada"))).isEmpty();
    assertThat(participants().subscriptionCount()).isEqualTo(2);
  }

  @Test
  @DisplayName("RT-2 what is sent to an agent that is just being deleted is a dead letter")
  void sentWhileDeleted() {
    create("ada", "bob");
    createSession("bob", "main", "news/**");
    List<CompletableFuture<Receipt>> sent = new ArrayList<>();
    inOneCommit(
        () -> {
          ask(participants().deleteAgent(agent("ada")));
          ask(participants().deleteSession(session("bob", "main")));
          sent.add(routing(draft("x", "agent/ada").content("too late")));
          sent.add(routing(draft("x", "news/x").content("only the agent")));
        });

    answerAll();
    assertThat(result(sent.get(0)).delivered()).isFalse();
    assertThat(deadLetters()).contains("too late");
    assertThat(result(sent.get(1)).sessions()).isEmpty();
    create("ada");
    assertThat(receive("ada")).isEmpty();
  }

  @Test
  @DisplayName("RT-1 a refused request leaves the others of its commit alone")
  void oneRefused() {
    create("ada", "bob");
    MessageId own = MessageId.parse("0198c0de-0000-4000-8000-000000000003");
    route(draft("ada", "agent/bob").id(own));
    inOneCommit(
        () -> {
          ask(routing(draft("ada", "agent/bob").content("one")));
          ask(routing(draft("bob", "agent/ada").id(own)));
          ask(routing(draft("ada", "agent/bob").content("two")));
        });

    result(asked.get(0));
    assertThat(refusal(asked.get(1)).code()).isEqualTo(ErrorCode.CONFLICT);
    result(asked.get(2));
    assertThat(receive("bob")).containsExactly("", "one", "two");
  }

  @Test
  @DisplayName("MSG-2 a message that breaks the hub's own code harms nobody else in its commit")
  void oneBroken() {
    create("ada", "bob");
    MessageId proposal =
        idOf(
            route(
                draft("ada", "agent/bob")
                    .type(MessageType.PROPOSAL)
                    .payload("{\"question\":\"?\",\"options\":[\"a\",\"b\"]}".getBytes(UTF_8))));
    inOneCommit(
        () -> {
          ask(creating("eve"));
          ask(routing(draft("ada", "agent/bob").content("one").idempotencyKey("k")));
          // No door lets this payload through.
          ask(routing(draft("bob", "agent/ada").replyTo(proposal).payload("{]".getBytes(UTF_8))));
          ask(routing(draft("ada", "agent/bob").content("one").idempotencyKey("k")));
          ask(routing(draft("ada", "agent/bob").content("three")));
        });

    result(asked.get(0));
    assertThat(refusal(asked.get(2)).code()).isEqualTo(ErrorCode.INTERNAL);
    assertThat(((Receipt) result(asked.get(3))).duplicate()).isTrue();
    assertThat(receive("bob")).containsExactly("", "one", "three");
    assertThat(participants().agent(agent("eve"))).isPresent();
    assertThat(receive("ada")).isEmpty();
  }
}
