package dev.parley.core.address;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Where a message goes, such as {@code agent/ada} or {@code slack/acme/#general}. It may carry
 * wildcards: then it is a broadcast to every subscription it covers.
 *
 * <p>A final class rather than a record: it keeps the text and the places of its segments, and only
 * the text is anybody's business.
 */
public final class Path extends Segmented {

  /** How many recipients a list may name. */
  public static final int NAMES_MAX = 1_000;

  /** Marks a group in a list of recipients; no id begins with it. */
  private static final String GROUP = "#";

  private static final String AGENT = "agent/";
  private static final int NAME_BYTES_MAX = 130;

  private Path(String text) {
    super("path", text, isLongList(text) ? NAMES_MAX * NAME_BYTES_MAX : BYTES_MAX);
    if (text().length() > BYTES_MAX && named().size() > NAMES_MAX) {
      throw new InvalidAddress(
          "the path names " + named().size() + " recipients; allowed are at most " + NAMES_MAX);
    }
  }

  /** A list of recipients is as long as its names are. */
  private static boolean isLongList(String text) {
    return text.length() > BYTES_MAX
        && text.startsWith(AGENT)
        && text.indexOf('/', AGENT.length()) < 0
        && text.indexOf(',') > 0;
  }

  /** Slashes at the ends and doubled ones are normalised away. */
  public static Path parse(String text) {
    return new Path(text);
  }

  /** The path of direct messages to this agent. */
  public static Path agent(AgentId id) {
    return new Path(AGENT + id.value());
  }

  /** The path of messages to the members of this group. */
  public static Path group(GroupName name) {
    return new Path("group/" + name.value());
  }

  /** One message to several, in the order given: agents, and groups as {@code group/name}. */
  public static Path toSeveral(List<String> names) {
    if (names.size() == 1) {
      return one(names.getFirst());
    }
    StringJoiner list = new StringJoiner(",", AGENT, "");
    for (String name : names) {
      Path each = one(name);
      list.add(each.segmentEquals(0, "group") ? GROUP + each.segment(1) : each.segment(1));
    }
    return new Path(list.toString());
  }

  private static Path one(String name) {
    return name.startsWith("group/")
        ? group(new GroupName(name.substring("group/".length())))
        : agent(new AgentId(name));
  }

  /**
   * {@code agent/a,b} is one message to both, {@code agent/a,#g} to an agent and a group; a comma
   * cannot be part of an id.
   */
  public boolean namesSeveral() {
    return depth() == 2 && text().indexOf(',') > 0 && segmentEquals(0, "agent");
  }

  /**
   * Where a list goes, one by one: to agents, and to groups as {@code group/name}. Otherwise this
   * path alone.
   *
   * @throws InvalidAddress when a name in the list is none
   */
  public List<Path> each() {
    return namesSeveral() ? named().stream().map(Path::ofNamed).toList() : List.of(this);
  }

  private static Path ofNamed(String name) {
    return name.startsWith(GROUP)
        ? group(new GroupName(name.substring(GROUP.length())))
        : agent(new AgentId(name));
  }

  private List<String> named() {
    return List.of(segment(1).split(",", -1));
  }

  /**
   * The agents it is for and that a message has not reached; a sender is not reached by its own
   * list.
   */
  public List<String> unreached(String from, Collection<AgentId> reached) {
    List<String> others = new ArrayList<>();
    if (namesSeveral()) {
      Set<String> all = new LinkedHashSet<>(named());
      all.remove(from);
      reached.forEach(agent -> all.remove(agent.value()));
      all.removeIf(name -> name.startsWith(GROUP)); // whom it had then, nobody knows
      others.addAll(all);
    } else if (reached.isEmpty() && isForOneAgent() && !segmentEquals(1, from)) {
      others.add(segment(1)); // otherwise somebody else may have subscribed to the name
    }
    return others;
  }

  /** Is it for exactly one agent? */
  private boolean isForOneAgent() {
    return depth() == 2 && segmentEquals(0, "agent") && !anyWildcard();
  }

  /** Whether some segment is exactly {@code *} or {@code **}. */
  public boolean hasWildcard() {
    return anyWildcard();
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Path that && text().equals(that.text());
  }

  @Override
  public int hashCode() {
    return segmentsHash();
  }
}
