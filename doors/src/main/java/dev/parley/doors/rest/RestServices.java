package dev.parley.doors.rest;

import dev.parley.agents.approvals.Approvals;
import dev.parley.agents.context.Instructions;
import dev.parley.agents.governor.Governor;
import dev.parley.agents.programs.Programs;
import dev.parley.agents.tasks.Tasks;
import dev.parley.agents.turns.Turns;
import dev.parley.agents.usage.Usage;
import dev.parley.apps.store.Store;
import dev.parley.comm.service.CommService;
import dev.parley.core.broker.Broker;
import dev.parley.core.search.MessageSearch;
import dev.parley.doors.http.DoorConfig;
import dev.parley.doors.rest.apps.AppRooms;
import dev.parley.doors.rest.events.FeedConfig;
import dev.parley.identity.Logins;
import dev.parley.identity.authority.BlobAccess;
import dev.parley.identity.authority.Identity;
import dev.parley.loops.Loops;
import java.util.Optional;

/**
 * Everything that the door opens on.
 *
 * @param apps empty in a hub that runs none
 */
public record RestServices(
    DoorConfig config,
    Broker broker,
    Identity identity,
    Logins logins,
    Programs programs,
    Turns turns,
    Usage usage,
    Governor governor,
    Instructions instructions,
    Approvals approvals,
    Tasks tasks,
    Loops loops,
    CommService comm,
    MessageSearch search,
    BlobAccess blobs,
    HubFacts facts,
    FeedConfig events,
    AgentRooms rooms,
    Store store,
    Optional<AppRooms> apps) {}
