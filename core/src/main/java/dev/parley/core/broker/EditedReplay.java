package dev.parley.core.broker;

import dev.parley.core.commit.Job;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageId;
import dev.parley.core.store.BoxId;
import dev.parley.core.store.Commit;
import dev.parley.core.store.State;
import java.util.concurrent.CompletableFuture;

/**
 * A dead letter that is sent anew as another message. Both happen or neither: what was mended once
 * must not be mended twice, nor be lost in between.
 */
final class EditedReplay implements Job {
  private final MessageId letter;
  private final RouteJob anew;

  EditedReplay(MessageId letter, RouteJob anew) {
    this.letter = letter;
    this.anew = anew;
  }

  CompletableFuture<Receipt> future() {
    return anew.future();
  }

  @Override
  public int bytes() {
    return anew.bytes();
  }

  @Override
  public void apply(Commit commit) {
    long position = commit.positionOf(BoxId.DEAD_LETTERS, letter);
    State state = position < 0 ? null : commit.stateOf(BoxId.DEAD_LETTERS, position);
    if (state == null || !state.isPending()) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no dead letter " + letter);
    }
    anew.apply(commit);
    commit.advance(BoxId.DEAD_LETTERS, position, State.DELIVERED, -1);
  }

  @Override
  public void durable() {
    anew.durable();
  }

  @Override
  public void failed(Refused why) {
    anew.failed(why);
  }
}
