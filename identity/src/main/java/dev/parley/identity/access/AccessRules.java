package dev.parley.identity.access;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.Path;
import dev.parley.core.address.Pattern;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.ledger.Records;
import dev.parley.core.time.Timekeeper;
import dev.parley.identity.Principal;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * The rules, durable and the same at every hub, and what holds where there is none. Decisions are
 * made on any thread without a lock; changes complete when they are on disk.
 */
public final class AccessRules {
  static final int RULES_MAX = 1_000;
  private static final String TABLE = "access";
  private static final String AGENT = "agent";
  private static final Pattern DIRECT_MAIL = Pattern.parse("agent/*/**");

  private final Records records;
  private final Timekeeper time;
  private final BiPredicate<GroupName, AgentId> isMember;
  private final Map<String, Rule> rules = new HashMap<>();
  private final List<RuleHook> hooks = new CopyOnWriteArrayList<>();
  private volatile RuleSet current = RuleSet.EMPTY;

  /**
   * @param isMember whether an agent is in a group now
   */
  public AccessRules(Records records, Timekeeper time, BiPredicate<GroupName, AgentId> isMember) {
    this.records = records;
    this.time = time;
    this.isMember = isMember;
    records.follow(TABLE, this::onChange);
    records.forEach(TABLE, (key, value) -> rules.put(key, Rule.of(key, value)));
    current = new RuleSet(rules.values());
  }

  // ---- the rules

  public List<Rule> all() {
    return current.all();
  }

  /** Makes a rule, in place of the one there was for the same subject, action and pattern. */
  public CompletableFuture<Rule> put(Effect effect, Subject subject, Action action, Pattern on) {
    Rule rule = new Rule(effect, subject, action, on, time.millis());
    synchronized (this) {
      if (rules.size() >= RULES_MAX && !rules.containsKey(rule.key())) {
        throw new Refused(
            ErrorCode.CONFLICT, "there are " + RULES_MAX + " rules already; remove some first");
      }
    }
    byte[] value = rule.toBytes();
    return records
        .put(TABLE, rule.key(), value)
        .thenApply(
            _ -> {
              onChange(rule.key(), value);
              return rule;
            });
  }

  /**
   * @throws Refused when there is no such rule
   */
  public CompletableFuture<Rule> remove(Subject subject, Action action, Pattern on) {
    String key = Rule.key(subject, action, on);
    Rule rule;
    synchronized (this) {
      rule = rules.get(key);
    }
    if (rule == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no rule for '" + key + "'");
    }
    return records
        .delete(TABLE, List.of(key))
        .thenApply(
            _ -> {
              onChange(key, null);
              return rule;
            });
  }

  private synchronized void onChange(String key, byte @Nullable [] value) {
    Rule now = value == null ? null : Rule.of(key, value);
    Rule was = now == null ? rules.remove(key) : rules.put(key, now);
    current = new RuleSet(rules.values());
    Rule changed = now == null ? was : now;
    if (changed != null) {
      hooks.forEach(hook -> hook.onRule(changed));
    }
  }

  public void onRule(RuleHook hook) {
    hooks.add(hook);
  }

  public void removeHook(RuleHook hook) {
    hooks.remove(hook);
  }

  // ---- deciding

  /** Is there any rule about this? When not, {@link #send} and {@link #see} allow everything. */
  public boolean isAbout(Action action) {
    return current.isAbout(action);
  }

  public Verdict send(Principal who, Path to) {
    Rule rule = current.deciding(who, Action.SEND, candidate -> candidate.decides(to), isMember);
    return rule != null ? Verdict.by(rule) : Verdict.byDefault(true, "anybody may send to anybody");
  }

  /** The owner may subscribe anybody to anything: that is how it is granted. */
  public Verdict subscribe(Principal who, Pattern pattern) {
    Rule rule =
        current.deciding(who, Action.SUBSCRIBE, candidate -> candidate.decides(pattern), isMember);
    if (rule != null) {
      return Verdict.by(rule);
    }
    return switch (who) {
      case Principal.Owner _ -> Verdict.byDefault(true, "the owner may subscribe any agent");
      case Principal.AgentPrincipal(AgentId self) ->
          copiesMailOfOthers(self, pattern)
              ? Verdict.byDefault(
                  false,
                  "'" + pattern + "' would copy mail of other agents; the owner may allow it")
              : Verdict.byDefault(true, "it copies no mail of other agents");
    };
  }

  private static boolean copiesMailOfOthers(AgentId self, Pattern pattern) {
    boolean own =
        pattern.depth() >= 2
            && pattern.segmentEquals(0, AGENT)
            && pattern.segmentEquals(1, self.value());
    return !own && pattern.overlaps(DIRECT_MAIL);
  }

  public Verdict read(Principal who, AgentId whose) {
    return about(who, Action.READ, whose, "an agent reads its own boxes only");
  }

  public Verdict see(Principal who, AgentId whom) {
    return about(who, Action.SEE, whom, "");
  }

  /**
   * The rules by which others may subscribe to this agent's mail or read its boxes: of each subject
   * and action the one that decides, if it allows.
   */
  public List<Rule> lettingListenIn(AgentId whose) {
    Path path = Path.agent(whose);
    Pattern pattern = Pattern.parse(path.text());
    Map<String, Rule> deciding = new LinkedHashMap<>();
    for (Rule rule : current.all()) {
      boolean decides =
          switch (rule.action()) {
            case SUBSCRIBE -> rule.decides(pattern);
            case READ -> rule.decides(path);
            case SEND, SEE -> false;
          };
      if (decides) {
        deciding.putIfAbsent(rule.subject().text() + " " + rule.action().wireName(), rule);
      }
    }
    return deciding.values().stream()
        .filter(rule -> rule.effect() == Effect.ALLOW)
        .filter(rule -> !(rule.subject() instanceof Subject.Owner))
        .filter(rule -> !rule.subject().equals(new Subject.OfAgent(whose)))
        .toList();
  }

  private Verdict about(Principal who, Action action, AgentId agent, String refusal) {
    Path path = Path.agent(agent);
    Rule rule = current.deciding(who, action, candidate -> candidate.decides(path), isMember);
    if (rule != null) {
      return Verdict.by(rule);
    }
    if (action == Action.SEE) {
      return Verdict.byDefault(true, "everybody sees every agent");
    }
    return who.mayActFor(agent)
        ? Verdict.byDefault(
            true, who.isOwner() ? "the owner reads every box" : "these boxes are its own")
        : Verdict.byDefault(false, refusal);
  }

  /**
   * What would be decided, for people who want to know.
   *
   * @param on a path to send to, a pattern to subscribe to, or the path of an agent
   */
  public Verdict why(Principal who, Action action, String on) {
    return switch (action) {
      case SEND -> send(who, Path.parse(on));
      case SUBSCRIBE -> subscribe(who, Pattern.parse(on));
      case READ -> read(who, agentOf(on));
      case SEE -> see(who, agentOf(on));
    };
  }

  private static AgentId agentOf(String on) {
    Path path = Path.parse(on);
    if (path.depth() != 2 || !path.segmentEquals(0, AGENT)) {
      throw new Refused(ErrorCode.BAD_REQUEST, "'path' must be agent/ID here, not '" + on + "'");
    }
    return new AgentId(path.segment(1));
  }
}
