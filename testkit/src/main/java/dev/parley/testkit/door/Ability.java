package dev.parley.testkit.door;

/** Something that a door may be unable to do, and then says why. */
public enum Ability {
  OWNER("lets the owner in"),
  TOKENS("knows its callers by their tokens"),
  RECEIPT("tells the sender that its message is on disk"),
  OUTCOME("tells the sender whether anybody receives the message"),
  RECIPIENTS("tells the sender who receives the message"),
  UNKNOWN_RECIPIENT("accepts a message to an agent that does not exist, as a dead letter"),
  PATHS("sends to paths, to groups and to everyone"),
  SEVERAL("sends one message to several agents"),
  SELF("lets an agent send to itself"),
  ENVELOPE("takes the fields of an envelope, and stores these and no others"),
  ORIGIN("shows the receiver whether owner, agent or outside speaks"),
  PRIORITY("carries a priority"),
  ANSWERS("carries which message is answered"),
  PAYLOAD("carries a payload, a command and a type"),
  SUBJECT("carries topic, correlation id and conversation id"),
  METADATA("carries metadata"),
  DEADLINE("carries a deadline, and who is told when it passes"),
  TASK("carries the id and the status of a task"),
  ATTACHMENTS("carries attachments"),
  EXTRAS("carries artifacts, errors, actions, platform data, causes, and whose words they are"),
  SOURCE("carries the source of messages from outside"),
  EXPIRY("lets a message expire"),
  OWN_ID("lets the sender choose the id"),
  HUB_WIDE_IDS("takes an id once, whoever sends it and to whom"),
  STRICT_IDS("refuses ids that are no UUIDs"),
  IDEMPOTENCY_KEY("takes an idempotency key"),
  REPLY("addresses a reply by the message it answers"),
  REQUEST("waits for the reply to a request"),
  TELLING("tells a receiver of a new message without being asked again"),
  PEEK("shows what is pending and leaves it pending"),
  ORDER("hands over what is pending by priority, then by age"),
  ACK("marks single messages delivered"),
  READ("marks messages read"),
  HISTORY("shows what was received before"),
  OTHERS_HISTORY("shows a person what its agents received"),
  OUTBOX("shows what was sent"),
  CLEAR("empties an inbox"),
  THREAD("shows the thread of a message"),
  CONVERSATION("shows a conversation by its id"),
  STATUS("shows the sender how far each copy has come"),
  SUBSCRIPTIONS("changes subscriptions"),
  DIRECTORY("shows which agents there are"),
  DETAILS("shows the owner, and an agent of itself, subscriptions and metadata"),
  REGISTRY("creates and deletes agents and renews tokens"),
  SESSION_INBOX("reads the inbox of a session"),
  HANDLED("shows which sessions of an agent got a message too"),
  GROUPS("changes groups"),
  DEAD_LETTERS("shows and replays dead letters"),
  TALLY("shows how a proposal stands"),
  BLOBS("stores files"),
  CODES("names refusals by their code"),
  BAD_JSON("answers what is no JSON at once");

  private final String text;

  Ability(String text) {
    this.text = text;
  }

  /** As the end of a sentence that begins with the door. */
  public String text() {
    return text;
  }
}
