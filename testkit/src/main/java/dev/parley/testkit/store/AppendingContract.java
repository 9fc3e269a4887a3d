package dev.parley.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.parley.core.address.AgentId;
import dev.parley.core.message.MessageId;
import dev.parley.core.message.Priority;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Copy;
import dev.parley.core.store.CopyRef;
import dev.parley.core.store.Placement;
import dev.parley.core.store.State;
import dev.parley.core.store.StoredMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** How messages get into boxes, and how they are found again by their ids. */
public interface AppendingContract extends StoreFixture {

  @Test
  default void anEmptyStoreStartsAtNumberOne() {
    assertThat(store().nextNumber()).isEqualTo(1);
  }

  @Test
  default void theNextNumberIsAboveEveryOneStored() {
    deliver(ADA, Messages.numbered(41), Messages.numbered(12));

    assertThat(store().nextNumber()).isEqualTo(42);
  }

  @Test
  default void positionsStartAtZeroInEveryBoxAndGrowByOne() {
    Placement first = accepted(ADA);
    Placement second = accepted(ADA);
    Placement other = accepted(BOB);
    commit(
        commit -> {
          commit.append(Messages.numbered(1), List.of(first));
          commit.append(Messages.numbered(2), List.of(second, other));
        });

    assertThat(List.of(first.position(), second.position(), other.position()))
        .containsExactly(0L, 1L, 0L);
  }

  @Test
  default void copiesStandInTheOrderTheyWereAppendedWhateverTheirNumbers() {
    deliver(ADA, Messages.numbered(7), Messages.numbered(3), Messages.numbered(5));

    assertThat(StoreFixture.numbers(store().readForward(ADA, 0, 10))).containsExactly(7L, 3L, 5L);
  }

  @Test
  default void everythingOfAMessageComesBack() {
    byte[] json = Messages.json("こんにちは 🌍 \\u0000");
    StoredMessage sent =
        new StoredMessage(9, Messages.idOf(9), 1_234_567_890_123L, Priority.LOW, 55, json);
    deliver(ADA, sent);

    StoredMessage found = store().find(sent.id()).orElseThrow();
    assertThat(found.number()).isEqualTo(9);
    assertThat(found.id()).isEqualTo(sent.id());
    assertThat(found.timestamp()).isEqualTo(1_234_567_890_123L);
    assertThat(found.priority()).isEqualTo(Priority.LOW);
    assertThat(found.expiresAt()).isEqualTo(55);
    assertThat(found.json()).isEqualTo(json);
  }

  @Test
  default void aBodyOfOneMebibyteComesBack() {
    byte[] json = new byte[1 << 20];
    Arrays.fill(json, (byte) 'x');
    deliver(
        ADA,
        new StoredMessage(1, Messages.idOf(1), 1, Priority.NORMAL, 0, json),
        new StoredMessage(2, Messages.idOf(2), 2, Priority.NORMAL, 0, new byte[0]));

    assertThat(store().readForward(ADA, 0, 2))
        .extracting(copy -> copy.message().json())
        .containsExactly(json, new byte[0]);
  }

  @Test
  default void aMessageIsFoundByTheIdItsSenderChose() {
    MessageId chosen = MessageId.parse("00000000-0000-4000-8000-00000000abcd");
    deliver(ADA, Messages.withId(1, chosen));

    assertThat(store().find(chosen)).contains(Messages.withId(1, chosen));
  }

  @Test
  default void aChosenIdThatEndsInAnotherMessagesNumberFindsItsOwnMessage() {
    MessageId chosen = new MessageId(0x1234, 0x8000_0000_0000_0001L);
    deliver(ADA, Messages.numbered(1), Messages.withId(2, chosen));

    assertThat(store().find(chosen).orElseThrow().number()).isEqualTo(2);
    assertThat(store().find(Messages.idOf(1)).orElseThrow().number()).isEqualTo(1);
    assertThat(store().find(new MessageId(0x9999, chosen.low()))).isEmpty();
  }

  @Test
  default void anUnknownIdFindsNothing() {
    assertThat(store().find(Messages.idOf(1))).isEmpty();
    assertThat(store().copiesOf(Messages.idOf(1))).isEmpty();
  }

  @Test
  default void anAnnotationBelongsToOneCopyAlone() {
    commit(
        commit ->
            commit.append(
                Messages.numbered(1),
                List.of(
                    new Placement(ADA, State.ACCEPTED, "\"handled\":\"ja, größer 🌍\""),
                    accepted(BOB))));

    assertThat(store().readForward(ADA, 0, 1))
        .extracting(Copy::annotation)
        .containsExactly("\"handled\":\"ja, größer 🌍\"");
    assertThat(store().readForward(BOB, 0, 1)).extracting(Copy::annotation).containsOnlyNulls();
  }

  @Test
  default void aMessageForNoBoxIsFoundAllTheSame() {
    commit(commit -> commit.append(Messages.numbered(1), List.of()));

    assertThat(store().find(Messages.idOf(1))).isPresent();
  }

  @Test
  default void copiesOfAMessageAreListedInTheOrderTheyWerePlaced() {
    commit(
        commit ->
            commit.append(
                Messages.numbered(1),
                List.of(accepted(BOB), new Placement(OUTBOX, State.READ, null), accepted(ADA))));
    advance(ADA, 0, State.PUSHED);

    assertThat(store().copiesOf(Messages.idOf(1)))
        .containsExactly(
            new CopyRef(BOB, 0, State.ACCEPTED, 0),
            new CopyRef(OUTBOX, 0, State.READ, 0),
            new CopyRef(ADA, 0, State.PUSHED, 0));
  }

  @Test
  default void aMessageMayHaveThousandsOfCopies() {
    List<BoxId> boxes =
        LongStream.range(0, 3_000)
            .<BoxId>mapToObj(i -> BoxId.inbox(new AgentId("agent-" + i)))
            .toList();
    List<Placement> placements = new ArrayList<>();
    boxes.forEach(box -> placements.add(accepted(box)));
    commit(commit -> commit.append(Messages.numbered(1), placements));

    assertThat(store().copiesOf(Messages.idOf(1)))
        .isEqualTo(boxes.stream().map(box -> new CopyRef(box, 0, State.ACCEPTED, 0)).toList());
  }

  @Test
  default void aStoredMessageIsPlacedAgainAfterItsEarlierCopies() {
    deliver(ADA, Messages.numbered(1), Messages.numbered(2));
    Placement again = new Placement(BOB, State.READ, "\"why\":\"expired\"");
    commit(commit -> assertThat(commit.place(Messages.idOf(1), List.of(again))).isTrue());

    assertThat(again.position()).isZero();
    assertThat(store().copiesOf(Messages.idOf(1)))
        .containsExactly(
            new CopyRef(ADA, 0, State.ACCEPTED, 0), new CopyRef(BOB, 0, State.READ, 0));
    Copy copy = store().readForward(BOB, 0, 1).getFirst();
    assertThat(copy.annotation()).isEqualTo("\"why\":\"expired\"");
    assertThat(copy.message().json()).isEqualTo(Messages.numbered(1).json());
  }

  @Test
  default void aMessageIsPlacedAgainByTheCommitThatAppendedIt() {
    MessageId chosen = MessageId.parse("00000000-0000-4000-8000-00000000abcd");
    commit(
        commit -> {
          commit.append(Messages.withId(1, chosen), List.of(accepted(ADA)));
          commit.place(chosen, List.of(accepted(BOB)));
          commit.place(chosen, List.of(accepted(ADA)));
        });

    assertThat(store().copiesOf(chosen))
        .extracting(CopyRef::box, CopyRef::position)
        .containsExactly(tuple(ADA, 0L), tuple(BOB, 0L), tuple(ADA, 1L));
  }

  @Test
  default void anUnknownMessageCannotBePlaced() {
    commit(commit -> assertThat(commit.place(Messages.idOf(1), List.of(accepted(ADA)))).isFalse());

    assertThat(store().stats(ADA).next()).isZero();
  }
}
