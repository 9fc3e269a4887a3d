package dev.parley.identity.authority;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.time.SystemTime;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.limits.RateLimits;
import dev.parley.testkit.store.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AccountsTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final Visit OWNER = new Visit(new Principal.Owner(), Door.WS, "10.0.0.1");
  private static final Visit BY_ADA =
      new Visit(new Principal.AgentPrincipal(ADA), Door.REST, "10.0.0.2");

  private final MemoryStore store = new MemoryStore();
  private final SystemTime time = new SystemTime();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final Identity identity = Identity.of(broker, "owner's", RateLimits.none(), time);
  private final Accounts accounts = identity.accounts();
  private final List<String> events = new CopyOnWriteArrayList<>();

  @BeforeEach
  void listen() {
    accounts.onTokenGone(agent -> events.add("closed " + agent));
  }

  @AfterEach
  void close() {
    broker.close();
    time.close();
  }

  private void createAda() {
    accounts.create(OWNER, ADA, null, null, null).join();
  }

  private static ErrorCode refusal(CompletableFuture<?> future) {
    return future.handle((_, failure) -> Refused.of(failure).code()).join();
  }

  /** Behind what is on its way. */
  private List<String> audit() {
    broker.records().put("something else", "x", new byte[0]).join();
    List<String> entries = new ArrayList<>();
    identity
        .audit()
        .page(Long.MAX_VALUE, 100, null, null)
        .forEach(
            entry ->
                entries.add(
                    String.join(
                        " ",
                        entry.who(),
                        entry.action(),
                        entry.subject(),
                        entry.outcome(),
                        entry.door(),
                        entry.address())));
    return entries;
  }

  @Test
  void theTokenOfANewAgentIsGood() {
    Accounts.Issued issued = accounts.create(OWNER, ADA, "Ada", null, null).join();

    assertThat(broker.participants().requireAgent(ADA).tokenHash())
        .isEqualTo(issued.token().hash());
    assertThat(events).isEmpty();
    assertThat(audit()).containsExactly("owner agent.create ada ok ws 10.0.0.1");
  }

  @Test
  void aRenewedTokenVoidsTheOldOneAndItsConnectionsEndAfterTheAnswer() {
    createAda();
    CompletableFuture<String> answered = new CompletableFuture<>();
    accounts.renew(
        BY_ADA,
        ADA,
        (issued, _) -> {
          events.add("answered");
          answered.complete(issued == null ? "" : issued.token().hash());
        });

    String renewed = answered.join();
    assertThat(broker.participants().requireAgent(ADA).tokenHash()).isEqualTo(renewed);
    assertThat(audit())
        .containsExactly(
            "ada agent.token ada ok rest 10.0.0.2", "owner agent.create ada ok ws 10.0.0.1");
    assertThat(events).containsExactly("answered", "closed ada");
  }

  @Test
  void aWithdrawnTokenLeavesNone() {
    createAda();
    accounts.revoke(OWNER, ADA).join();

    assertThat(broker.participants().requireAgent(ADA).tokenHash()).isNull();
    assertThat(events).containsExactly("closed ada");
  }

  @Test
  void anAgentThatIsDeletedLosesItsConnections() {
    createAda();
    accounts.delete(OWNER, ADA).join();

    assertThat(broker.participants().agent(ADA)).isEmpty();
    assertThat(events).containsExactly("closed ada");
  }

  @Test
  void whoeverElseChangesATokenTheConnectionsEnd() {
    createAda();
    broker.participants().setTokenHash(ADA, "another").join();
    broker.participants().updateAgent(ADA, "Ada", null, null).join();

    assertThat(events).containsExactly("closed ada");
  }

  @Test
  void whatAnAgentMayNotIsRefusedWrittenDownAndChangesNothing() {
    createAda();
    String before = broker.participants().requireAgent(ADA).tokenHash();
    AgentId bob = new AgentId("bob");

    assertThat(refusal(accounts.create(BY_ADA, bob, null, null, null)))
        .isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(refusal(accounts.delete(BY_ADA, ADA))).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(refusal(accounts.revoke(BY_ADA, ADA))).isEqualTo(ErrorCode.FORBIDDEN);
    assertThat(refusal(accounts.renew(BY_ADA, bob))).isEqualTo(ErrorCode.FORBIDDEN);

    assertThat(broker.participants().agent(bob)).isEmpty();
    assertThat(broker.participants().requireAgent(ADA).tokenHash()).isEqualTo(before);
    assertThat(events).isEmpty();
    assertThat(audit())
        .containsExactly(
            "ada agent.token bob forbidden rest 10.0.0.2",
            "ada agent.revoke ada forbidden rest 10.0.0.2",
            "ada agent.delete ada forbidden rest 10.0.0.2",
            "ada agent.create bob forbidden rest 10.0.0.2",
            "owner agent.create ada ok ws 10.0.0.1");
  }

  @Test
  void somebodyWhoIsRefusedOverAndOverDoesNotFillTheLog() {
    for (int i = 0; i < 100; i++) {
      assertThat(refusal(accounts.delete(BY_ADA, ADA))).isEqualTo(ErrorCode.FORBIDDEN);
    }

    assertThat(audit()).hasSize(10);
    assertThat(identity.audit().page(Long.MAX_VALUE, 1, null, null).getFirst().reason())
        .endsWith("not listed for a minute");
  }
}
