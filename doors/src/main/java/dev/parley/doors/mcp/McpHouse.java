package dev.parley.doors.mcp;

import dev.parley.agents.programs.Programs;
import dev.parley.core.broker.Broker;
import dev.parley.core.search.MessageSearch;
import dev.parley.doors.http.Callers;
import dev.parley.identity.audit.AuditLog;
import java.util.function.LongSupplier;

/**
 * Everything that the door opens on.
 *
 * @param millis the time
 */
public record McpHouse(
    McpConfig config,
    Broker broker,
    MessageSearch search,
    Programs programs,
    AuditLog audit,
    Callers callers,
    LongSupplier millis) {}
