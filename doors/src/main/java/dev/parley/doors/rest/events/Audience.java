package dev.parley.doors.rest.events;

import dev.parley.core.address.AgentId;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import java.util.function.Predicate;

/** Whom an event is told. Asked on the feed's thread for every reader and event, so it is quick. */
@FunctionalInterface
interface Audience {
  Audience EVERYBODY = _ -> true;
  Audience OWNER = Principal::isOwner;

  boolean includes(Principal who);

  static Audience ownerAnd(Predicate<String> agents) {
    return who ->
        switch (who) {
          case Owner _ -> true;
          case AgentPrincipal(AgentId id) -> agents.test(id.value());
        };
  }
}
