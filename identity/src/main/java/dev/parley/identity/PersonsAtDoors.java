package dev.parley.identity;

import dev.parley.core.address.AgentId;
import java.util.Optional;

/** What the {@link Authenticator} asks about persons with accounts. Any thread; never blocks. */
public interface PersonsAtDoors {

  /** There are no accounts. */
  PersonsAtDoors NONE =
      new PersonsAtDoors() {
        @Override
        public Optional<AgentId> holder(String accessToken, Audience at) {
          return Optional.empty();
        }

        @Override
        public boolean owns(AgentId person, AgentId agent) {
          return false;
        }
      };

  /** The agent as which whoever holds this access token speaks, if it opens doors there. */
  Optional<AgentId> holder(String accessToken, Audience at);

  /** Is that agent one of this person's? */
  boolean owns(AgentId person, AgentId agent);
}
