package dev.parley.agents.context;

import dev.parley.core.message.Message;
import java.util.List;

/** What a brain knows in a turn. */
public sealed interface Context permits MainContext, PersonContext, CommContext {

  /** What its owner has told the agent to be; empty when nothing was said. */
  String instructions();

  /** What is curated to be known everywhere. */
  List<Knowledge.Piece> knowledge();

  /** What somebody has pinned for this tier. */
  List<String> pinned();

  /** What was said before the earlier turns, in fewer words; empty when there is nothing. */
  String summary();

  /** The earlier turns that belong here, the oldest first. */
  List<Exchange> earlier();

  /** What has come, the oldest first. */
  List<Message> arrived();
}
