package dev.parley.identity.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.broker.Broker;
import dev.parley.core.broker.BrokerConfig;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.time.SystemTime;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import dev.parley.testkit.store.MemoryStore;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AccessRulesTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final AgentId BOB = new AgentId("bob");
  private static final Principal OWNER = new Owner();

  private final MemoryStore store = new MemoryStore();
  private final SystemTime time = new SystemTime();
  private final Broker broker = new Broker(store, time, BrokerConfig.DEFAULT).start();
  private final AccessRules rules = open();

  /** Ada is in the groups finance and staff, Bob in staff. */
  private AccessRules open() {
    return new AccessRules(
        broker.records(),
        time,
        (group, agent) ->
            switch (group.value()) {
              case "finance" -> agent.equals(ADA);
              case "staff" -> Set.of(ADA, BOB).contains(agent);
              default -> false;
            });
  }

  @AfterEach
  void close() {
    broker.close();
    time.close();
  }

  private void rule(String text) {
    String[] parts = text.split(" ");
    rules
        .put(
            Effect.parse(parts[0]),
            Subject.parse(parts[1]),
            Action.parse(parts[2]),
            Pattern.parse(parts[3]))
        .join();
  }

  private boolean maySend(String who, String path) {
    return rules.send(principal(who), Path.parse(path)).allowed();
  }

  private static Principal principal(String who) {
    return who.equals("owner") ? OWNER : new AgentPrincipal(new AgentId(who));
  }

  // ---- defaults

  @Test
  void withoutRulesAnybodySendsToAnybodyAndSeesEverybody() {
    assertThat(rules.isAbout(Action.SEND)).isFalse();
    assertThat(maySend("ada", "agent/bob")).isTrue();
    assertThat(maySend("ada", "agent/**")).isTrue();
    assertThat(rules.see(principal("ada"), BOB).allowed()).isTrue();
  }

  @Test
  void withoutRulesAnAgentReadsItsOwnBoxesAndTheOwnerAll() {
    assertThat(rules.read(principal("ada"), ADA).allowed()).isTrue();
    assertThat(rules.read(principal("ada"), BOB).allowed()).isFalse();
    assertThat(rules.read(OWNER, BOB).allowed()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "slack/**, true",
    "group/*, true",
    "agent/ada, true",
    "agent/ada/**, true",
    "agent/bob, false",
    "agent/bob/session/s, false",
    "agent/*, false",
    "agent/**, false",
    "*/bob, false",
    "**, false",
    "**/x, false",
    "agent, true"
  })
  void withoutRulesAnAgentSubscribesToWhatCopiesNoMailOfOthers(String pattern, boolean allowed) {
    assertThat(rules.subscribe(principal("ada"), Pattern.parse(pattern)).allowed())
        .isEqualTo(allowed);
    assertThat(rules.subscribe(OWNER, Pattern.parse(pattern)).allowed()).isTrue();
  }

  // ---- which rule decides

  @Test
  void aRuleAboutTheAgentComesBeforeItsGroupsAndThoseBeforeEveryone() {
    rule("deny everyone send agent/payroll");
    assertThat(maySend("ada", "agent/payroll")).isFalse();
    assertThat(maySend("eve", "agent/payroll")).isFalse();

    rule("allow group/finance send agent/payroll");
    assertThat(maySend("ada", "agent/payroll")).isTrue();
    assertThat(maySend("bob", "agent/payroll")).isFalse();

    rule("deny ada send agent/**");
    assertThat(maySend("ada", "agent/payroll")).isFalse();
    assertThat(maySend("ada", "slack/team")).isTrue();
  }

  @Test
  void theMoreSpecificPatternDecidesAndAtTheSameRankDeny() {
    rule("deny ada send agent/**");
    rule("allow ada send agent/bob");
    assertThat(maySend("ada", "agent/bob")).isTrue();
    assertThat(maySend("ada", "agent/eve")).isFalse();

    rule("allow group/finance send team/*");
    rule("deny group/staff send */red");
    assertThat(maySend("ada", "team/red")).isFalse();
    assertThat(maySend("ada", "team/blue")).isTrue();
  }

  @Test
  void aBroadcastThatTouchesWhatIsDeniedIsDenied() {
    rule("deny ada send agent/bob");

    assertThat(maySend("ada", "agent/**")).isFalse();
    assertThat(maySend("ada", "*/bob")).isFalse();
    assertThat(maySend("ada", "group/*")).isTrue();
  }

  @Test
  void aPermissionCoversOnlyWhatItWhollyCovers() {
    rule("allow ada subscribe agent/*");

    assertThat(rules.subscribe(principal("ada"), Pattern.parse("agent/bob")).allowed()).isTrue();
    assertThat(rules.subscribe(principal("ada"), Pattern.parse("agent/**")).allowed()).isFalse();
  }

  @Test
  void everyoneMeansAgentsSoThatNobodyLocksTheOwnerOut() {
    rule("deny everyone send **");
    assertThat(maySend("owner", "agent/bob")).isTrue();

    rule("deny owner send agent/bob");
    assertThat(maySend("owner", "agent/bob")).isFalse();
  }

  @Test
  void aVerdictNamesItsRuleOrTheDefault() {
    rule("deny ada send agent/bob");

    Verdict denied = rules.why(principal("ada"), Action.SEND, "agent/bob");
    assertThat(denied.allowed()).isFalse();
    assertThat(denied.reason()).isEqualTo("rule: deny agent/ada send agent/bob");
    assertThat(rules.why(principal("bob"), Action.SEND, "agent/ada").reason())
        .isEqualTo("default: anybody may send to anybody");
    assertThatThrownBy(() -> rules.why(OWNER, Action.READ, "slack/x"))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.BAD_REQUEST));
  }

  // ---- keeping them

  @Test
  void thereIsOneRuleForASubjectAnActionAndAPattern() {
    rule("deny ada send agent/bob");
    rule("allow agent/ada send /agent//bob");

    assertThat(rules.all())
        .extracting(Rule::text)
        .containsExactly("allow agent/ada send agent/bob");
  }

  @Test
  void rulesOutliveARestartAndAreRemovedForGood() {
    rule("deny ada send agent/bob");
    rule("allow group/staff see agent/*");
    rules.remove(Subject.parse("group/staff"), Action.SEE, Pattern.parse("agent/*")).join();

    assertThat(open().all())
        .extracting(Rule::text)
        .containsExactly("deny agent/ada send agent/bob");
    assertThatThrownBy(
            () -> rules.remove(Subject.parse("bob"), Action.SEE, Pattern.parse("agent/*")))
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code()).isEqualTo(ErrorCode.NOT_FOUND));
  }

  @ParameterizedTest
  @CsvSource({"group/, subject", "a b, subject", "'', subject"})
  void aSubjectThatIsNoneIsRefusedByName(String text, String field) {
    assertThatThrownBy(() -> Subject.parse(text))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("'" + field + "'");
  }
}
