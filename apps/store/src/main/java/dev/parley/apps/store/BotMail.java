package dev.parley.apps.store;

import dev.parley.core.address.AgentId;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;

/** How bots are told what happened to what they have installed. */
@FunctionalInterface
public interface BotMail {

  /**
   * Returns when the message is durable. Blocks.
   *
   * @param id the same for the same news: what is told again is told once
   * @param content a JSON object, as the stream {@code installs} has it
   * @throws Refused when it cannot be sent
   */
  void tell(AgentId bot, MessageId id, byte[] content);
}
