package dev.parley.doors.rest;

import dev.parley.agents.programs.Programs;
import dev.parley.core.address.AgentId;
import dev.parley.core.blob.Blobs;
import dev.parley.core.broker.Broker;
import dev.parley.core.search.MessageSearch;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.rest.events.FeedConfig;
import dev.parley.identity.Authenticator;
import dev.parley.identity.Logins;
import dev.parley.identity.audit.AuditLog;
import java.util.function.Consumer;

/**
 * Everything that the door opens on.
 *
 * @param onTokenGone told of an agent whose token is no longer valid, so that doors which keep
 *     connections end them
 */
public record RestHouse(
    DoorConfig config,
    Broker broker,
    Authenticator authenticator,
    Logins logins,
    AuditLog audit,
    Programs programs,
    MessageSearch search,
    Blobs blobs,
    HubFacts facts,
    FeedConfig events,
    Consumer<AgentId> onTokenGone) {}
