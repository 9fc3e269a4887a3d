package dev.parley.core.proposals;

import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A proposal and how it stands.
 *
 * @param proposer who asked
 * @param path where it was asked
 * @param eligible who was asked and so may vote
 * @param quorumAsked how many votes decide it, or 0 where everybody's are needed
 * @param deadline Unix milliseconds, or 0 for none
 * @param votes by voter, in the order they came
 * @param outcome an option, {@link #TIE} or {@link #NO_QUORUM}; null while it is open
 */
public record Tally(
    MessageId id,
    String proposer,
    String path,
    String question,
    List<String> options,
    List<String> eligible,
    int quorumAsked,
    long deadline,
    Map<String, String> votes,
    @Nullable String outcome) {

  public static final String TIE = "tie";
  public static final String NO_QUORUM = "no_quorum";

  public Tally {
    options = List.copyOf(options);
    eligible = List.copyOf(eligible);
    votes = new LinkedHashMap<>(votes);
  }

  /** How many votes decide it. */
  public int quorum() {
    return quorumAsked == 0 ? Math.max(1, eligible.size()) : quorumAsked;
  }

  public boolean decided() {
    return outcome != null;
  }

  /** One vote a voter, and none once it is decided or time is up. */
  boolean takesVoteOf(String voter, long now) {
    return !decided() && !votes.containsKey(voter) && (deadline == 0 || now < deadline);
  }

  /** More have been asked; where everybody's vote was needed, theirs is too. */
  Tally askedToo(List<String> more) {
    Set<String> all = new LinkedHashSet<>(eligible);
    all.addAll(more);
    return asked(List.copyOf(all));
  }

  /**
   * Those who are gone vote no more; what they voted counts. Where everybody's vote was needed,
   * theirs no longer is; where too few are left for the quorum, it is decided.
   */
  Tally without(Predicate<String> gone) {
    List<String> left =
        eligible.stream().filter(voter -> votes.containsKey(voter) || !gone.test(voter)).toList();
    if (left.size() == eligible.size()) {
      return this;
    }
    Tally rest = asked(left);
    return rest.judged(left.size() < rest.quorum());
  }

  private Tally asked(List<String> voters) {
    return new Tally(
        id, proposer, path, question, options, voters, quorumAsked, deadline, votes, outcome);
  }

  Tally with(String voter, String option) {
    Map<String, String> more = new LinkedHashMap<>(votes);
    more.put(voter, option);
    return new Tally(
        id, proposer, path, question, options, eligible, quorumAsked, deadline, more, outcome);
  }

  /**
   * Decided if there are enough votes or, when there will be no more, in any case. Where
   * everybody's vote was needed, those still to come are not waited for once they cannot change
   * anything.
   */
  Tally judged(boolean closing) {
    boolean enough = votes.size() >= quorum() || (quorumAsked == 0 && isSettled());
    boolean over = closing || (!eligible.isEmpty() && unvoted() == 0);
    if (decided() || !(enough || over)) {
      return this;
    }
    String result = enough ? winner() : NO_QUORUM;
    return new Tally(
        id, proposer, path, question, options, eligible, quorumAsked, deadline, votes, result);
  }

  private long unvoted() {
    return eligible.stream().filter(voter -> !votes.containsKey(voter)).count();
  }

  /** Is one option so far ahead that the votes to come cannot even make a tie? */
  private boolean isSettled() {
    List<Long> counts =
        options.stream().map(this::count).sorted(Comparator.reverseOrder()).toList();
    return counts.get(0) - counts.get(1) > unvoted();
  }

  private String winner() {
    long most = options.stream().mapToLong(this::count).max().orElse(0);
    List<String> first = options.stream().filter(option -> count(option) == most).toList();
    return first.size() == 1 ? first.getFirst() : TIE;
  }

  public long count(String option) {
    return votes.values().stream().filter(option::equals).count();
  }

  public void writeTo(JsonBuffer out) {
    out.ascii("{\"messageId\":").id(id);
    out.ascii(",\"proposer\":").string(proposer);
    out.ascii(",\"path\":").string(path);
    out.ascii(",\"question\":").string(question);
    strings(out.ascii(",\"options\":"), options);
    out.ascii(",\"votes\":");
    String before = "{";
    for (String option : options) {
      out.ascii(before).string(option).ascii(":").number(count(option));
      before = ",";
    }
    out.ascii("},\"voters\":{");
    before = "";
    for (Map.Entry<String, String> vote : votes.entrySet()) {
      out.ascii(before).string(vote.getKey()).ascii(":").string(vote.getValue());
      before = ",";
    }
    out.ascii("},\"eligible\":").number(eligible.size());
    out.ascii(",\"quorum\":").number(quorum());
    if (deadline != 0) {
      out.ascii(",\"deadline\":").number(deadline);
    }
    out.ascii(",\"decided\":").bool(decided());
    if (outcome != null) {
      out.ascii(",\"outcome\":").string(outcome);
    }
    out.ascii("}");
  }

  static void strings(JsonBuffer out, List<String> values) {
    out.ascii("[");
    String before = "";
    for (String value : values) {
      out.ascii(before).string(value);
      before = ",";
    }
    out.ascii("]");
  }
}
