package dev.parley.doors.gateway;

import dev.parley.core.broker.Broker;
import dev.parley.identity.authority.Identity;
import dev.parley.identity.limits.Shares;
import dev.parley.loops.BotIds;
import dev.parley.loops.Conversations;
import dev.parley.loops.Cursors;
import dev.parley.loops.Owners;

/**
 * What the gateway stands on.
 *
 * @param connections of those who have authenticated, at every door that has connections
 */
public record GatewayServices(
    Broker broker,
    Identity identity,
    Conversations conversations,
    Cursors cursors,
    BotIds botIds,
    Owners owners,
    GatewayLogin login,
    Seats seats,
    Shares connections,
    GatewayLimits limits) {}
