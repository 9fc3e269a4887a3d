package dev.parley.agents.turns;

import dev.parley.agents.brain.Outcome;
import dev.parley.core.address.AgentId;
import dev.parley.core.ledger.Tx;
import dev.parley.core.message.Message;
import org.jspecify.annotations.Nullable;

/** What turns have to tell those who keep tasks, and to ask them. */
public interface TaskDesk {

  /** Where nobody keeps tasks. */
  TaskDesk NONE =
      new TaskDesk() {
        @Override
        public @Nullable String openTask(Message message) {
          return null;
        }

        @Override
        public boolean isOver(Message message) {
          return false;
        }

        @Override
        public void begun(Tx tx, Message message, AgentId worker) {}

        @Override
        public void ended(Tx tx, Message message, AgentId worker, Outcome outcome) {}
      };

  /** The id of the task that a message has begun, while it goes on. Committer thread. */
  @Nullable String openTask(Message message);

  /** Has the task that a message began come to its end? Any thread. */
  boolean isOver(Message message);

  /** An agent begins to think about a task, perhaps not for the first time. */
  void begun(Tx tx, Message message, AgentId worker);

  /** The turn is over, and nothing that the agent said has ended the task. */
  void ended(Tx tx, Message message, AgentId worker, Outcome outcome);
}
