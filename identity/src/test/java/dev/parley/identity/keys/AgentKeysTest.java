package dev.parley.identity.keys;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.parley.core.address.AgentId;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.identity.Principal;
import dev.parley.identity.Visit;
import dev.parley.identity.audit.AuditEntry;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.RateLimits;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class AgentKeysTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");
  private static final AgentId ANN = new AgentId("ann");
  private static final AgentId ANNS = new AgentId("anns");
  private static final Visit OWNER = new Visit(new Principal.Owner(), Door.REST, "10.0.0.1");

  private final MemoryStore store = new MemoryStore();
  private final ManualTime time = new ManualTime(1_700_000_000_000L);
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private Identity identity = Identity.of(broker, "owner's", RateLimits.none(), time);
  private AgentKeys keys = identity.keys();
  private final List<AgentId> gone = new CopyOnWriteArrayList<>();

  @BeforeEach
  void agents() {
    keys.onGone(gone::add);
    broker.participants().createAgent(ADA, null, null, null, null).join();
    broker.participants().createAgent(BOB, null, null, null, null).join();
    broker.participants().createAgentOf(ANN, ANN, null, null, null, null).join();
    broker.participants().createAgentOf(ANN, ANNS, null, null, null, null).join();
  }

  @AfterEach
  void close() {
    identity.close();
    broker.close();
    store.close();
  }

  private static Visit by(AgentId agent) {
    return new Visit(new Principal.AgentPrincipal(agent), Door.REST, "10.0.0.2");
  }

  private static void assertRefused(ErrorCode code, Supplier<CompletableFuture<?>> attempt) {
    assertThatThrownBy(() -> attempt.get().join())
        .satisfies(failure -> assertThat(Refused.of(failure).code()).isEqualTo(code));
  }

  private List<String> ids(Visit by, AgentId agent) {
    return keys.list(by, agent).stream().map(AgentKey::id).toList();
  }

  @Test
  void aKeyIsCalledByItsThumbprintUnlessItIsGivenAnId() {
    KeyHolder holder = KeyHolder.ed25519();
    AgentKey key = keys.add(by(ADA), ADA, holder.offer(null)).join();
    assertThat(key.id()).isEqualTo(holder.material().thumbprint());
    assertThat(keys.live(ADA, key.id())).contains(key);
  }

  @Test
  void theAgentItsPersonAndTheHubsOwnerManageItsKeys() {
    keys.add(by(ANNS), ANNS, KeyHolder.ed25519().offer("own")).join();
    keys.add(by(ANN), ANNS, KeyHolder.ed25519().offer("person")).join();
    keys.add(OWNER, ANNS, KeyHolder.ed25519().offer("owner")).join();
    assertThat(ids(OWNER, ANNS)).containsExactly("own", "person", "owner");
  }

  @Test
  void nobodyElseDoesWhetherTheAgentIsThereOrNot() {
    keys.add(by(ANNS), ANNS, KeyHolder.ed25519().offer("own")).join();
    for (AgentId other : List.of(ANNS, new AgentId("nobody"))) {
      assertRefused(
          ErrorCode.FORBIDDEN, () -> keys.add(by(ADA), other, KeyHolder.ed25519().offer("mine")));
      assertRefused(ErrorCode.FORBIDDEN, () -> keys.remove(by(ADA), other, "own"));
      assertRefused(
          ErrorCode.FORBIDDEN,
          () -> keys.rotate(by(ADA), other, "own", KeyHolder.ed25519().offer("mine")));
    }
    assertThat(ids(OWNER, ANNS)).containsExactly("own");
  }

  @Test
  void anAgentDoesNotManageThePersonWhoseItIs() {
    assertRefused(
        ErrorCode.FORBIDDEN, () -> keys.add(by(ANNS), ANN, KeyHolder.ed25519().offer("mine")));
  }

  @Test
  void theSameKeyOrIdIsNotTakenTwice() {
    KeyHolder holder = KeyHolder.ed25519();
    keys.add(by(ADA), ADA, holder.offer("laptop")).join();
    assertRefused(ErrorCode.ALREADY_EXISTS, () -> keys.add(by(ADA), ADA, holder.offer("phone")));
    assertRefused(
        ErrorCode.ALREADY_EXISTS,
        () -> keys.add(by(ADA), ADA, KeyHolder.ed25519().offer("laptop")));
  }

  @Test
  void aWithdrawnKeyIsNotTakenAgain() {
    KeyHolder holder = KeyHolder.ed25519();
    keys.add(by(ADA), ADA, holder.offer("laptop")).join();
    keys.remove(by(ADA), ADA, "laptop").join();
    assertThat(keys.live(ADA, "laptop")).isEmpty();
    assertRefused(ErrorCode.ALREADY_EXISTS, () -> keys.add(by(ADA), ADA, holder.offer("again")));
    assertRefused(ErrorCode.NOT_FOUND, () -> keys.remove(by(ADA), ADA, "laptop"));
  }

  @Test
  void anotherAgentMayHaveTheSameKeyBecauseWhatIsSignedNamesTheAgent() {
    KeyHolder holder = KeyHolder.ed25519();
    keys.add(by(ADA), ADA, holder.offer("laptop")).join();
    keys.add(by(BOB), BOB, holder.offer("laptop")).join();
    assertThat(keys.live(BOB, "laptop")).isPresent();
  }

  @Test
  void anAgentHasTenKeysAtMost() {
    for (int i = 0; i < KeyRing.LIVE_MAX; i++) {
      keys.add(by(ADA), ADA, KeyHolder.ed25519().offer("k" + i)).join();
    }
    assertRefused(
        ErrorCode.CONFLICT, () -> keys.add(by(ADA), ADA, KeyHolder.ed25519().offer("more")));
    keys.rotate(by(ADA), ADA, "k0", KeyHolder.ed25519().offer("more")).join();
    assertThat(keys.live(ADA, "more")).isPresent();
    assertThat(keys.live(ADA, "k0")).isEmpty();
  }

  @Test
  void aRotationThatCannotAddTheNewKeyKeepsTheOld() {
    KeyHolder old = KeyHolder.ed25519();
    keys.add(by(ADA), ADA, old.offer("old")).join();
    assertRefused(
        ErrorCode.ALREADY_EXISTS, () -> keys.rotate(by(ADA), ADA, "old", old.offer("new")));
    assertThat(keys.live(ADA, "old")).isPresent();
    assertThat(gone).isEmpty();
  }

  @Test
  void ofWithdrawnKeysOnlyWhoeverManagesThemHears() {
    keys.add(by(ADA), ADA, KeyHolder.ed25519().offer("old")).join();
    keys.rotate(by(ADA), ADA, "old", KeyHolder.ed25519().offer("new")).join();
    assertThat(ids(by(BOB), ADA)).containsExactly("new");
    assertThat(ids(by(ADA), ADA)).containsExactly("old", "new");
    assertThat(gone).containsExactly(ADA);
  }

  @Test
  void withdrawnKeysAreForgottenWhenThereAreManyNewerOnes() {
    for (int i = 0; i <= KeyRing.REVOKED_KEPT_MAX; i++) {
      keys.add(by(ADA), ADA, KeyHolder.ed25519().offer("k" + i)).join();
      keys.remove(by(ADA), ADA, "k" + i).join();
      time.advance(Duration.ofMillis(1));
    }
    assertThat(ids(by(ADA), ADA)).hasSize(KeyRing.REVOKED_KEPT_MAX).doesNotContain("k0");
  }

  @Test
  void keysGoWithTheirAgentAndTheNextOfItsNameHasNone() {
    keys.add(by(ADA), ADA, KeyHolder.ed25519().offer("laptop")).join();
    KeyLogin login = keys.login(ADA, "laptop").orElseThrow();
    broker.participants().deleteAgent(ADA).join();
    time.advance(Duration.ofMillis(1));
    broker.participants().createAgent(ADA, null, null, null, null).join();
    assertThat(gone).contains(ADA);
    assertThat(keys.live(ADA, "laptop")).isEmpty();
    assertThat(keys.list(OWNER, ADA)).isEmpty();
    keys.add(by(ADA), ADA, KeyHolder.ed25519().offer("laptop")).join();
    assertThat(keys.live(ADA, "laptop")).isPresent();
    assertThat(keys.isGood(login)).as("what the one before had opened").isFalse();
  }

  @Test
  void anAgentWhoseTokenIsWithdrawnHasNoKeysLeft() {
    keys.add(by(ADA), ADA, KeyHolder.ed25519().offer("laptop")).join();
    identity.accounts().revoke(OWNER, ADA).join();
    assertThat(keys.live(ADA, "laptop")).isEmpty();
    assertThat(gone).containsExactly(ADA);
  }

  @Test
  void keysAreThereAfterTheHubWasStartedAgain() {
    KeyHolder rsa = KeyHolder.rsa();
    keys.add(by(ADA), ADA, new AgentKeys.Offer("laptop", "Ada's laptop", rsa.material())).join();
    identity.close();
    identity = Identity.of(broker, "owner's", RateLimits.none(), time);
    AgentKey found = identity.keys().live(ADA, "laptop").orElseThrow();
    assertThat(found.name()).isEqualTo("Ada's laptop");
    assertThat(found.material()).isEqualTo(rsa.material());
  }

  @Test
  void changesAndRefusalsAreInTheAuditLog() {
    keys.add(by(ADA), ADA, KeyHolder.ed25519().offer("old")).join();
    keys.rotate(by(ADA), ADA, "old", KeyHolder.ed25519().offer("new")).join();
    assertRefused(ErrorCode.FORBIDDEN, () -> keys.remove(by(BOB), ADA, "new"));
    broker.records().put("something else", "x", new byte[0]).join();
    assertThat(identity.audit().page(Long.MAX_VALUE, 10, null, null))
        .extracting(AuditEntry::who, AuditEntry::action, AuditEntry::subject, AuditEntry::outcome)
        .contains(
            tuple("ada", "agent.key.add", "ada/old", "ok"),
            tuple("ada", "agent.key.rotate", "ada/old to new", "ok"),
            tuple("bob", "agent.key.remove", "ada/new", "forbidden"));
  }

  @Test
  void idsAndNamesThatWouldNotFitAHeaderOrATerminalAreRefused() {
    VerifyingKey key = KeyHolder.ed25519().material();
    assertThatThrownBy(() -> new AgentKeys.Offer("a/b", null, key)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> new AgentKeys.Offer("", null, key)).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> new AgentKeys.Offer(null, "a\u001bb", key))
        .isInstanceOf(Refused.class);
  }
}
