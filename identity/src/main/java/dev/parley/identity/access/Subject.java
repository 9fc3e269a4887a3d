package dev.parley.identity.access;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import dev.parley.core.address.InvalidAddress;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;

/**
 * Whom a rule is about. Written {@code owner}, {@code everyone}, {@code agent/ada}, {@code
 * group/reviewers}; a bare word is an agent.
 */
public sealed interface Subject {

  /** How it is written, in one way only. */
  String text();

  /** Whoever comes with the owner's token. */
  record Owner() implements Subject {
    @Override
    public String text() {
      return "owner";
    }
  }

  /** Every agent; the owner is none. */
  record Everyone() implements Subject {
    @Override
    public String text() {
      return "everyone";
    }
  }

  /** One agent. */
  record OfAgent(AgentId agent) implements Subject {
    @Override
    public String text() {
      return AGENT + agent.value();
    }
  }

  /** The agents that are members of a group at the time of asking. */
  record OfGroup(GroupName group) implements Subject {
    @Override
    public String text() {
      return GROUP + group.value();
    }
  }

  String AGENT = "agent/";
  String GROUP = "group/";

  static Subject parse(String text) {
    try {
      if (text.equals("owner")) {
        return new Owner();
      }
      if (text.equals("everyone")) {
        return new Everyone();
      }
      if (text.startsWith(GROUP)) {
        return new OfGroup(new GroupName(text.substring(GROUP.length())));
      }
      return new OfAgent(
          new AgentId(text.startsWith(AGENT) ? text.substring(AGENT.length()) : text));
    } catch (InvalidAddress e) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'subject' must be owner, everyone, agent/ID or group/NAME: " + e.getMessage());
    }
  }
}
