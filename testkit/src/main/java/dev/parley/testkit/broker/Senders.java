package dev.parley.testkit.broker;

import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.Sender;

/** Senders for tests of what lies behind the doors, where nobody has authenticated. */
public final class Senders {
  private Senders() {}

  /** The agent of this name. */
  public static Sender agent(String name) {
    return new Sender(name, Sender.Behalf.AGENT, Door.HUB, "");
  }

  /** The agent that a draft says it is from. */
  public static Sender of(Draft draft) {
    return agent(draft.from());
  }

  /** The owner under this name. */
  public static Sender ownerAs(String name) {
    return new Sender(name, Sender.Behalf.OWNER, Door.HUB, "");
  }
}
