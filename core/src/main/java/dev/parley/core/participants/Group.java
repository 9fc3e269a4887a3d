package dev.parley.core.participants;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.GroupName;
import java.util.List;

/** A named set of agents; what is sent to {@code group/{name}} reaches them. */
public record Group(GroupName name, List<AgentId> members, long createdAt) {
  public Group {
    members = List.copyOf(members);
  }
}
