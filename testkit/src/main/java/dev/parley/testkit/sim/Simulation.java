package dev.parley.testkit.sim;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.Path;
import dev.parley.core.delivery.AckMode;
import dev.parley.core.delivery.ListenOptions;
import dev.parley.core.delivery.Listener;
import dev.parley.core.delivery.Listening;
import dev.parley.core.error.Refused;
import dev.parley.core.message.Door;
import dev.parley.core.message.Draft;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Sender;
import dev.parley.core.sending.Receipt;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Hubs, their log, cut links, crashes, lost answers and clocks that differ, in one thread. {@link
 * #run} does as many random things as asked for; {@link #faults} says what is wrong afterwards.
 */
public final class Simulation {
  private static final int AGENTS = 5;
  private static final long START = 1_700_000_000_000L;
  private static final ListenOptions MANUAL =
      new ListenOptions(AckMode.MANUAL, ListenOptions.PENDING, 3, Duration.ofSeconds(5), 100);

  private final Random random;
  private final SimLog log = new SimLog();
  private final Set<String> running = new HashSet<>();
  private final List<SimHub> hubs = new ArrayList<>();
  private final List<Sent> sent = new ArrayList<>();
  private final List<List<MessageId>> taken = new ArrayList<>();
  private final List<Held> listeners = new ArrayList<>();
  private final List<String> faults = new ArrayList<>();
  private int names;
  private long overtakings;

  /** A message somebody has sent, perhaps more than once because an answer was missing. */
  private record Sent(Draft draft, List<CompletableFuture<Receipt>> attempts) {
    boolean isAccepted() {
      return attempts.stream().anyMatch(each -> each.isDone() && !each.isCompletedExceptionally());
    }

    /** Was the sender told each time that nothing was accepted? */
    boolean isSurelyRefused() {
      return attempts.stream().allMatch(Sent::saysNothingWasAccepted);
    }

    private static boolean saysNothingWasAccepted(CompletableFuture<Receipt> attempt) {
      return attempt.isCompletedExceptionally()
          && attempt
              .handle((_, failure) -> String.valueOf(Refused.of(failure).getMessage()))
              .join()
              .contains("nothing was accepted");
    }
  }

  /** Somebody who listens at a hub and acknowledges when it pleases. */
  private static final class Held implements Listener {
    final int agent;
    final SimHub hub;
    final List<Copy> unacknowledged = new ArrayList<>();
    @Nullable Listening listening;
    boolean over;

    Held(int agent, SimHub hub) {
      this.agent = agent;
      this.hub = hub;
    }

    @Override
    public boolean hasRoom() {
      return true;
    }

    @Override
    public void push(Copy copy) {
      unacknowledged.add(copy);
    }

    @Override
    public void lagging(long cursor) {}

    @Override
    public void caughtUp() {}

    @Override
    public void ended(Refused why) {
      over = true;
    }
  }

  public Simulation(long seed, int hubCount) {
    this.random = new Random(seed);
    log.beforeAppend(this::comeInBetween);
    for (int i = 0; i < hubCount; i++) {
      long skew = random.nextInt(60_000) - 30_000L;
      hubs.add(new SimHub(log, running, newName(i), START + skew));
    }
    for (int i = 0; i < AGENTS; i++) {
      SimHub hub = anyHub();
      CompletableFuture<?> made =
          hub.broker().participants().createAgent(agent(i), null, null, null, null);
      hub.step();
      made.join();
      taken.add(new ArrayList<>());
    }
    settle();
  }

  private String newName(int hub) {
    return "hub" + hub + "#" + names++;
  }

  private static AgentId agent(int i) {
    return new AgentId("agent" + i);
  }

  private SimHub anyHub() {
    return hubs.get(random.nextInt(hubs.size()));
  }

  /** Another hub commits while one is about to: the one is overtaken. */
  private void comeInBetween() {
    if (!hubs.isEmpty() && random.nextInt(3) == 0) {
      SimHub other = anyHub();
      if (!other.isStepping()) {
        overtakings++;
        other.step();
      }
    }
  }

  public void run(int steps) {
    for (int i = 0; i < steps && faults.isEmpty(); i++) {
      act();
    }
    settle();
    check();
  }

  private void act() {
    switch (random.nextInt(20)) {
      case 0, 1, 2, 3, 4, 5 -> send();
      case 6, 7, 8, 9, 10, 11 -> anyHub().step();
      case 12 -> receive();
      case 13 -> listen();
      case 14, 15 -> acknowledge();
      case 16 -> anyHub().time().advance(Duration.ofMillis(random.nextInt(20_000)));
      case 17 -> anyHub().store().link(anyLink());
      case 18 -> retry();
      default -> crashPerhaps();
    }
    SimHub looked = anyHub();
    String wrong = looked.readOn();
    if (wrong != null) {
      faults.add(wrong);
    }
  }

  private SimStore.Link anyLink() {
    int dice = random.nextInt(10);
    return dice < 5
        ? SimStore.Link.UP
        : dice < 7 ? SimStore.Link.CUT : SimStore.Link.LOSES_THE_NEXT_ANSWER;
  }

  // ---- what agents do

  private void send() {
    int from = random.nextInt(AGENTS);
    int to = random.nextInt(AGENTS);
    Draft.Builder draft =
        Draft.from(agent(from).value())
            .to(Path.parse("agent/" + agent(to).value()))
            .id(new MessageId(random.nextLong(), random.nextLong()))
            .content("m" + sent.size());
    if (random.nextInt(4) == 0) {
      draft.idempotencyKey("key" + sent.size());
    }
    if (random.nextInt(3) == 0 && !sent.isEmpty()) {
      MessageId earlier = sent.get(random.nextInt(sent.size())).draft().id();
      draft.replyTo(earlier);
    }
    if (random.nextInt(8) == 0) {
      draft.ttlMillis(1 + random.nextInt(10_000));
    }
    Sent message = new Sent(draft.build(), new ArrayList<>());
    sent.add(message);
    sendAt(anyHub(), message);
  }

  private static void sendAt(SimHub hub, Sent message) {
    Sender from = new Sender(message.draft().from(), Sender.Behalf.AGENT, Door.HUB, "");
    message.attempts().add(hub.broker().route(message.draft(), from));
  }

  /** Somebody who got no answer, or was refused, sends the same again, perhaps elsewhere. */
  private void retry() {
    if (sent.isEmpty()) {
      return;
    }
    Sent message = sent.get(random.nextInt(sent.size()));
    if (!message.isAccepted() || random.nextInt(4) == 0) {
      sendAt(anyHub(), message);
    }
  }

  private void receive() {
    int who = random.nextInt(AGENTS);
    SimHub hub = anyHub();
    CompletableFuture<List<Copy>> received =
        hub.broker().receive(BoxId.inbox(agent(who)), 1 + random.nextInt(5));
    hub.step();
    if (received.isDone() && !received.isCompletedExceptionally()) {
      received.join().forEach(copy -> taken.get(who).add(copy.message().id()));
    }
  }

  private void listen() {
    Held held = new Held(random.nextInt(AGENTS), anyHub());
    CompletableFuture<Listening> listening =
        held.hub.broker().listen(BoxId.inbox(agent(held.agent)), MANUAL, held);
    held.hub.step();
    if (listening.isDone() && !listening.isCompletedExceptionally()) {
      held.listening = listening.join();
      listeners.add(held);
    }
  }

  private void acknowledge() {
    if (listeners.isEmpty()) {
      return;
    }
    Held held = listeners.get(random.nextInt(listeners.size()));
    Listening listening = held.listening;
    if (listening == null || held.over) {
      return;
    }
    if (random.nextInt(4) == 0) {
      listening.close();
      listeners.remove(held);
      return;
    }
    if (!held.unacknowledged.isEmpty()) {
      Copy copy = held.unacknowledged.removeFirst();
      CompletableFuture<Integer> moved = listening.ack(List.of(copy.message().id()));
      held.hub.step();
      if (moved.isDone() && !moved.isCompletedExceptionally() && moved.join() == 1) {
        taken.get(held.agent).add(copy.message().id());
      }
    }
  }

  private void crashPerhaps() {
    if (random.nextInt(3) != 0) {
      return;
    }
    int which = random.nextInt(hubs.size());
    SimHub hub = hubs.get(which);
    if (hub.store().link() == SimStore.Link.CUT) {
      return; // it would wait for the log before it serves
    }
    listeners.removeIf(held -> held.hub == hub);
    hub.crash(newName(which), random.nextBoolean());
  }

  // ---- what must hold

  private void settle() {
    for (SimHub hub : hubs) {
      hub.store().link(SimStore.Link.UP);
    }
    for (int round = 0; round < 20; round++) {
      hubs.forEach(SimHub::step);
    }
  }

  private void check() {
    SimHub first = hubs.getFirst();
    String expected = Pictures.of(first.store());
    for (SimHub hub : hubs) {
      String wrong = hub.readOn();
      if (wrong != null) {
        faults.add(wrong);
      }
      if (!Pictures.of(hub.store()).equals(expected)) {
        faults.add(hub.store().node() + " has come to something else than " + first.store().node());
      }
    }
    for (Sent message : sent) {
      checkSent(first, message);
    }
    for (int who = 0; who < AGENTS; who++) {
      List<MessageId> got = taken.get(who);
      if (new HashSet<>(got).size() != got.size()) {
        faults.add(agent(who) + " took a message twice: " + got);
      }
    }
  }

  private void checkSent(SimHub hub, Sent message) {
    MessageId id = message.draft().id();
    if (id == null) {
      return;
    }
    long copies = hub.store().copiesOf(id).stream().filter(copy -> copy.box().isInbox()).count();
    if (message.isAccepted() && copies != 1) {
      faults.add("accepted, and in " + copies + " inboxes: " + message.draft().content());
    }
    if (message.isSurelyRefused() && copies != 0) {
      faults.add("refused, and in " + copies + " inboxes: " + message.draft().content());
    }
    if (copies > 1) {
      faults.add("in " + copies + " inboxes: " + message.draft().content());
    }
  }

  /** What has gone wrong; empty when nothing has. */
  public List<String> faults() {
    return List.copyOf(faults);
  }

  /** How many messages were accepted: a simulation in which nothing happens proves nothing. */
  public long accepted() {
    return sent.stream().filter(Sent::isAccepted).count();
  }

  /** How often a hub acted while another was about to commit. */
  public long overtakings() {
    return overtakings;
  }

  /** How many copies were taken by agents. */
  public long taken() {
    return taken.stream().mapToLong(List::size).sum();
  }
}
