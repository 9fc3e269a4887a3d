package dev.parley.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.core.address.SessionKey;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Drives a store and the model side by side, one seed one story. */
final class RandomWalk {
  private static final List<BoxId> BOXES =
      List.of(
          StoreFixture.ADA,
          StoreFixture.BOB,
          StoreFixture.OUTBOX,
          BoxId.inbox(SessionKey.parse("ada/1")),
          BoxId.thread("t"));
  private static final State[] STATES = State.values();
  private static final Priority[] PRIORITIES = Priority.values();

  private final StoreFixture fixture;
  private final Random random;
  private final long seed;
  private Model model = new Model();

  RandomWalk(StoreFixture fixture, long seed) {
    this.fixture = fixture;
    this.seed = seed;
    this.random = new Random(seed);
  }

  void run(int commits) {
    for (int step = 0; step < commits; step++) {
      String story = "seed " + seed + ", step " + step;
      commitSomething(story);
      if (random.nextInt(10) == 0) {
        assertThat(sweepAll()).as(story).isEqualTo(model.sweep());
      }
      if (fixture.keepsItsContents() && random.nextInt(15) == 0) {
        fixture.reopen();
      }
      new Comparison(fixture.store(), model, random, story).compare(allBoxes());
    }
  }

  private static List<BoxId> allBoxes() {
    List<BoxId> all = new ArrayList<>(BOXES);
    all.add(BoxId.DEAD_LETTERS);
    return all;
  }

  private long sweepAll() {
    long all = 0;
    for (long some = 1; some > 0; all += some) {
      some = fixture.store().sweep(10_000);
    }
    return all;
  }

  private void commitSomething(String story) {
    Model after = model.copy();
    try (Commit commit = fixture.store().begin()) {
      for (int left = 1 + random.nextInt(12); left > 0; left--) {
        change(commit, after, story);
      }
      if (random.nextInt(6) > 0) {
        commit.commit();
        model = after;
      }
    }
  }

  private void change(Commit commit, Model after, String story) {
    BoxId box = BOXES.get(random.nextInt(BOXES.size()));
    switch (random.nextInt(12)) {
      case 0, 1, 2, 3 -> append(commit, after);
      case 4, 5 -> receive(commit, after, box, story);
      case 6, 7 -> advance(commit, after, box, story);
      case 8 -> place(commit, after, story);
      case 9 -> trim(commit, after, box);
      case 10 -> record(commit, after);
      default -> look(commit, after, box, story);
    }
  }

  private void append(Commit commit, Model after) {
    for (int left = 1 + random.nextInt(60); left > 0; left--) {
      long number = after.nextNumber();
      MessageId id =
          random.nextInt(8) == 0
              ? new MessageId(random.nextLong(), random.nextLong())
              : Messages.idOf(number);
      StoredMessage message =
          new StoredMessage(
              number,
              id,
              Messages.timestampOf(number),
              PRIORITIES[random.nextInt(PRIORITIES.length)],
              random.nextInt(1_000),
              Messages.json("x".repeat(random.nextInt(30))));
      List<Placement> placements = new ArrayList<>();
      for (int copies = random.nextInt(4); copies > 0; copies--) {
        State state = random.nextInt(3) == 0 ? anyState() : State.ACCEPTED;
        String annotation = random.nextInt(5) == 0 ? "\"n\":" + number : null;
        placements.add(new Placement(BOXES.get(random.nextInt(BOXES.size())), state, annotation));
      }
      commit.append(message, placements);
      after.append(message, placements);
    }
  }

  private void receive(Commit commit, Model after, BoxId box, String story) {
    int limit = random.nextInt(80);
    List<CopyRef> received = commit.pending(box, limit);
    assertThat(received)
        .as(story)
        .isEqualTo(after.pending(box).stream().limit(limit).map(RandomWalk::ref).toList());
    for (CopyRef copy : received) {
      commit.advance(box, copy.position(), State.DELIVERED, -1);
      after.advance(box, copy.position(), State.DELIVERED, -1);
    }
  }

  private static CopyRef ref(Copy copy) {
    return new CopyRef(copy.box(), copy.position(), copy.state(), copy.attempts());
  }

  private void advance(Commit commit, Model after, BoxId box, String story) {
    for (int left = 1 + random.nextInt(40); left > 0; left--) {
      long position = anyPosition(after, box);
      State next = anyState();
      int attempts = random.nextInt(4) - 1;
      assertThat(commit.advance(box, position, next, attempts))
          .as(story)
          .isEqualTo(after.advance(box, position, next, attempts));
    }
  }

  /** Only into the dead letters: there, and only there, copies are not in the order of time. */
  private void place(Commit commit, Model after, String story) {
    List<MessageId> ids = after.ids();
    MessageId id = ids.isEmpty() ? Messages.idOf(1) : ids.get(random.nextInt(ids.size()));
    List<Placement> placements =
        List.of(new Placement(BoxId.DEAD_LETTERS, State.READ, "\"why\":1"));
    assertThat(commit.place(id, placements)).as(story).isEqualTo(after.place(id, placements));
  }

  private void trim(Commit commit, Model after, BoxId box) {
    long before = random.nextInt(4) == 0 ? Long.MAX_VALUE : anyPosition(after, box);
    commit.trim(box, before);
    after.trim(box, before);
    if (random.nextInt(3) == 0) {
      commit.trim(BoxId.DEAD_LETTERS, Long.MAX_VALUE);
      after.trim(BoxId.DEAD_LETTERS, Long.MAX_VALUE);
    }
  }

  private void record(Commit commit, Model after) {
    String key = "key" + random.nextInt(10);
    if (random.nextBoolean()) {
      byte[] value = new byte[random.nextInt(20)];
      random.nextBytes(value);
      commit.put(Comparison.TABLE, key, value);
      after.records.put(key, value);
    } else {
      commit.delete(Comparison.TABLE, key);
      after.records.remove(key);
    }
  }

  private void look(Commit commit, Model after, BoxId box, String story) {
    assertThat(commit.stats(box)).as(story).isEqualTo(after.stats(box));
    assertThat(commit.firstPending(box)).as(story).isEqualTo(after.firstPending(box));
    long position = anyPosition(after, box);
    Copy copy = after.at(box, position);
    assertThat(commit.stateOf(box, position))
        .as(story)
        .isEqualTo(copy == null ? null : copy.state());
    for (MessageId id : after.ids().stream().limit(20).toList()) {
      assertThat(commit.positionOf(box, id)).as(story).isEqualTo(after.positionOf(box, id));
    }
  }

  private long anyPosition(Model in, BoxId box) {
    return random.nextLong(in.stats(box).next() + 2) - 1;
  }

  private State anyState() {
    return STATES[random.nextInt(STATES.length)];
  }
}
