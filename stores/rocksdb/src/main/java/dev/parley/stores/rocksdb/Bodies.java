package dev.parley.stores.rocksdb;

import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.Placement;
import dev.parley.core.store.StoredMessage;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The messages as the open commit sees them. Bodies it has written are in its batch already and are
 * read from there when it asks for them again. Committer thread only.
 */
final class Bodies {
  private static final int CAPACITY = 1_024;
  private static final byte[] NOTHING = {};

  private final Engine engine;
  private final HubIds hubIds;
  private final OpenBoxes boxes;
  private final Batch batch;
  private final Output header = new Output(CAPACITY);
  private int[] boxNumbers = new int[8];
  private long[] positions = new long[8];

  /** Where in the batch the bodies of this commit are. */
  private final NumberMap written = new NumberMap();

  private final OpenIds givenIds;
  private long nextNumber;

  Bodies(Engine engine, HubIds hubIds, OpenBoxes boxes, Batch batch) {
    this.engine = engine;
    this.hubIds = hubIds;
    this.boxes = boxes;
    this.batch = batch;
    this.givenIds = new OpenIds(engine, batch);
  }

  /** Forgets the commit's bodies; the next message gets at least this number. */
  void startOver(long number) {
    written.clear();
    givenIds.startOver();
    nextNumber = number;
  }

  long nextNumber() {
    return nextNumber;
  }

  /** Puts into the batch what belongs to the commit as a whole. */
  void finish() {
    givenIds.writePages();
  }

  void append(StoredMessage message, List<Placement> placements) {
    if (message.number() < 0 || message.number() > MessageId.NUMBER_MAX) {
      throw new IllegalArgumentException("message number " + message.number());
    }
    nextNumber = Math.max(nextNumber, message.number() + 1);
    file(message, placements, 0);
    if (hubIds.numberOf(message.id()) != message.number()) {
      givenIds.add(message.id(), message.number(), message.timestamp());
    }
    write(message, placements.size());
    if (placements.isEmpty()) {
      batch.put(Family.BOXES, Keys.orphan(message.number()), NOTHING);
    }
  }

  boolean place(MessageId id, List<Placement> placements) {
    long number = numberOf(id);
    Input in = number < 0 ? null : value(number);
    if (in == null) {
      return false;
    }
    Body body = Body.read(in);
    int before = body.boxes().length;
    room(before + placements.size());
    System.arraycopy(body.boxes(), 0, boxNumbers, 0, before);
    System.arraycopy(body.positions(), 0, positions, 0, before);
    StoredMessage message = body.withJson(number, in);
    file(message, placements, before);
    int after = before + placements.size();
    write(message, after);
    header.clear();
    Refiled.write(number, boxNumbers, positions, before, after, header);
    batch.put(Family.BOXES, Keys.refiled(nextNumber++), header);
    return true;
  }

  @Nullable StoredMessage find(MessageId id) {
    long number = numberOf(id);
    Input in = number < 0 ? null : value(number);
    return in == null ? null : Body.message(number, in);
  }

  /** Puts a copy into every box and notes where, after the {@code before} copies there are. */
  private void file(StoredMessage message, List<Placement> placements, int before) {
    room(before + placements.size());
    Priority priority = message.priority();
    for (int i = 0; i < placements.size(); i++) {
      Placement placement = placements.get(i);
      OpenBox box = boxes.findOrCreate(placement.box());
      String annotation = placement.annotation();
      long position =
          box.append(
              message.number(),
              message.timestamp(),
              placement.state(),
              priority,
              annotation == null ? null : annotation.getBytes(StandardCharsets.UTF_8));
      placement.placedAt(position);
      boxNumbers[before + i] = box.number();
      positions[before + i] = position;
    }
  }

  private void write(StoredMessage message, int copies) {
    header.clear();
    Body.writeHeader(message, boxNumbers, positions, copies, header);
    written.put(message.number(), batch.putBody(message.number(), header, message.json()));
  }

  private void room(int copies) {
    if (copies > boxNumbers.length) {
      int capacity = Math.max(copies, boxNumbers.length * 2);
      boxNumbers = Arrays.copyOf(boxNumbers, capacity);
      positions = Arrays.copyOf(positions, capacity);
    }
  }

  /** The position of the message's newest copy in that box, or -1; it may be trimmed. */
  long positionOf(OpenBox box, MessageId id) {
    long number = numberOf(id);
    if (number < 0) {
      return -1;
    }
    // A broadcast's list of copies is long; most questions are about the box's last page.
    long inTail = box.positionInTail(number);
    if (inTail >= 0) {
      return inTail;
    }
    Input in = value(number);
    return in == null ? -1 : Body.read(in).positionIn(box.number());
  }

  private long numberOf(MessageId id) {
    long made = hubIds.numberOf(id);
    Input fresh = inBatch(made);
    if (fresh != null && Body.idIn(fresh).equals(id)) {
      return made;
    }
    Long given = givenIds.numberInCommit(id);
    if (given != null) {
      return given;
    }
    return made < nextNumber && Body.isNumberOf(engine, engine.latest(), made, id)
        ? made
        : givenIds.numberOf(id);
  }

  private @Nullable Input value(long number) {
    Input fresh = inBatch(number);
    if (fresh != null) {
      return fresh;
    }
    byte[] value = engine.get(Family.MESSAGES, Keys.number(number));
    return value == null ? null : new Input(value);
  }

  private @Nullable Input inBatch(long number) {
    int start = written.get(number);
    return start == NumberMap.NONE ? null : batch.bodyAt(start);
  }
}
