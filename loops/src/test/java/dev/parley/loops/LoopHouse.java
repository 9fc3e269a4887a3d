package dev.parley.loops;

import static dev.parley.loops.LoopHub.done;
import static dev.parley.loops.LoopHub.id;
import static dev.parley.loops.LoopHub.visit;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.store.MessageStore;
import dev.parley.loops.model.Loop;
import dev.parley.testkit.time.ManualTime;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A loop of two, ada and bob, in a hub, whatever that is stored in. */
abstract class LoopHouse {
  private static final LoopLimits LIMITS = new LoopLimits(3, 3, 3, 2, 5);

  final ManualTime time = new ManualTime(1_800_000_000_000L);
  LoopHub hub;
  Loop loop;
  String general;
  String conversation;

  abstract MessageStore open();

  @BeforeEach
  void start() {
    hub = new LoopHub(open(), time, LIMITS).having("ada", "bob", "eve");
    loop = done(hub.loops.create(visit("ada"), id("ada"), "Acme Corp!", null));
    join("bob");
    general = "loop/acme-corp/#general";
    conversation = loop.channels().getFirst().conversation().toString();
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  void join(String agent) {
    Loop _ = done(hub.loops.join(visit(agent), id(agent), code()));
  }

  String code() {
    return done(hub.loops.invite(visit("ada"), id("ada"), loop.id())).code();
  }

  static void refused(ErrorCode code, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(Refused.class, why -> assertThat(why.code()).isEqualTo(code));
  }

  void restart() {
    hub.close();
    hub = new LoopHub(open(), time, LIMITS);
  }
}
