package dev.parley.core.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.SynchronousQueue;
import org.junit.jupiter.api.Test;

/** Those who wait for what other hubs have acknowledged. */
class CatchUpTest {

  /** Answers to the question where the log ends; whoever asks waits for one. */
  private final SynchronousQueue<Long> ends = new SynchronousQueue<>();

  /** What is to be done on the committer thread, which is the test's. */
  private final BlockingQueue<Runnable> committer = new LinkedBlockingQueue<>();

  private long position;
  private final CatchUp catchUp = new CatchUp(this::end, () -> position, committer::add);

  private long end() {
    try {
      long end = ends.take();
      if (end < 0) {
        throw new StoreException(StoreException.Reason.FAILED, "nobody answers");
      }
      return end;
    } catch (InterruptedException e) {
      throw new StoreException(StoreException.Reason.FAILED, "interrupted");
    }
  }

  private void comeTo(long now) {
    position = now;
    catchUp.onTaken();
  }

  @Test
  void itHasCaughtUpWhenItHasComeToWhereTheLogEnded() throws Exception {
    position = 3;
    CompletableFuture<Void> caughtUp = catchUp.ask();
    ends.put(5L);
    committer.take().run();

    comeTo(4);
    assertThat(caughtUp).isNotDone();
    comeTo(5);

    caughtUp.get();
  }

  @Test
  void whereItIsAtTheEndAlreadyNothingIsWaitedFor() throws Exception {
    position = 5;
    CompletableFuture<Void> caughtUp = catchUp.ask();
    ends.put(5L);

    committer.take().run();

    caughtUp.get();
  }

  @Test
  void allWhoAskWhileAQuestionIsUnderWayShareTheNextOne() throws Exception {
    CompletableFuture<Void> first = catchUp.ask();
    ends.put(1L); // the question of the first one is under way, and the pause behind it
    List<CompletableFuture<Void>> others = new ArrayList<>();
    for (int i = 0; i < 1_000; i++) {
      others.add(catchUp.ask());
    }
    committer.take().run();
    comeTo(1);
    first.get();
    assertThat(others).noneMatch(CompletableFuture::isDone);

    ends.put(2L);
    committer.take().run();
    comeTo(2);

    CompletableFuture.allOf(others.toArray(CompletableFuture[]::new)).get();
    assertThat(committer).isEmpty();
  }

  @Test
  void whereNobodySaysWhereTheLogEndsThatIsSaid() throws Exception {
    CompletableFuture<Void> caughtUp = catchUp.ask();

    ends.put(-1L);

    assertThat(Refused.of(catchThrowable(caughtUp::get)).code())
        .isEqualTo(ErrorCode.STORE_UNAVAILABLE);
  }

  @Test
  void whoIsNotCaughtUpInTimeIsToldSo() throws Exception {
    CompletableFuture<Void> caughtUp = catchUp.ask();
    ends.put(1L);
    committer.take().run();

    assertThat(Refused.of(catchThrowable(caughtUp::get)).code())
        .isEqualTo(ErrorCode.STORE_UNAVAILABLE);

    comeTo(1); // and those who gave up are not kept
    assertThat(catchUp.ask()).isNotDone();
  }
}
