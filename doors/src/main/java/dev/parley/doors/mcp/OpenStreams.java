package dev.parley.doors.mcp;

import dev.parley.core.address.AgentId;

/** Told which agents have a stream open here, and so can be reached at once. Any thread. */
interface OpenStreams {

  void opened(AgentId agent);

  void closed(AgentId agent);
}
