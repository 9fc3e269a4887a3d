package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;

/** Told who has a stream open here, and so can be reached at once. Any thread. */
interface Company {

  void joined(AgentId agent);

  void left(AgentId agent);
}
