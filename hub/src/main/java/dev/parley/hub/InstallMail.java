package dev.parley.hub;

import dev.parley.apps.store.BotMail;
import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.broker.Broker;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Draft;
import dev.parley.core.message.JsonBuffer;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.loops.Conversations;
import dev.parley.loops.Loops;
import dev.parley.loops.Owners;
import dev.parley.loops.model.Conversation;
import java.util.concurrent.CompletionException;

/** Tells bots what happens to their apps, on the stream {@code installs} of each. */
final class InstallMail implements BotMail {
  private static final String STREAM = "installs";

  private final Broker broker;
  private final Conversations conversations;
  private final Owners owners;

  InstallMail(Broker broker, Loops loops) {
    this.broker = broker;
    this.conversations = loops.conversations();
    this.owners = Owners.of(broker);
  }

  @Override
  public void tell(AgentId bot, MessageId id, byte[] content) {
    // Only to a bot that there is: a conversation is of agents.
    var _ = broker.participants().requireAgent(bot);
    try {
      Conversation stream = conversations.stream(owners.ownerOf(bot), bot, STREAM).join();
      JsonBuffer payload = new JsonBuffer(content.length + 64);
      payload.ascii("{\"stream\":\"" + STREAM + "\",\"content\":").raw(content).ascii("}");
      // In the conversation of the bot and its owner, in the name of neither.
      Draft draft =
          Draft.from(Sender.HUB.name())
              .to(Path.agent(bot))
              .conversationId(stream.id().toString())
              .payload(payload.toBytes())
              .id(id)
              .build();
      var _ = broker.route(draft, Sender.HUB).join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }
}
