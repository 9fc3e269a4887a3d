package dev.parley.doors.mcp;

import dev.parley.agents.approvals.Approvals;
import dev.parley.agents.programs.Programs;
import dev.parley.agents.tasks.Tasks;
import dev.parley.core.broker.Broker;
import dev.parley.core.search.MessageSearch;
import dev.parley.identity.authority.BlobAccess;
import dev.parley.identity.authority.Identity;
import java.util.function.LongSupplier;

/**
 * Everything that the door opens on.
 *
 * @param millis the time
 */
public record McpServices(
    McpConfig config,
    Broker broker,
    MessageSearch search,
    Programs programs,
    BlobAccess blobs,
    Identity identity,
    Tasks tasks,
    Approvals approvals,
    LongSupplier millis) {}
