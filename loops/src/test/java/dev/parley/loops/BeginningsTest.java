package dev.parley.loops;

import static dev.parley.loops.LoopHub.OWNER;
import static dev.parley.loops.LoopHub.done;
import static dev.parley.loops.LoopHub.id;
import static dev.parley.loops.LoopHub.visit;
import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.loops.model.Channel;
import dev.parley.loops.model.Loop;
import dev.parley.loops.model.Role;
import dev.parley.testkit.store.MemoryStore;
import dev.parley.testkit.time.ManualTime;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where those begin who join a channel in which something has been said. */
class BeginningsTest {
  private static final String GENERAL = "loop/acme/#general";

  private final LoopHub hub =
      new LoopHub(new MemoryStore(), new ManualTime(1_767_225_600_000L), LoopLimits.DEFAULT)
          .having("ada", "bob");
  private Loop loop;
  private UUID general;

  @BeforeEach
  void saySomething() {
    loop = done(hub.loops.create(visit("ada"), id("ada"), "acme", null));
    general = loop.channels().getFirst().conversation();
    hub.say("ada", GENERAL, "one");
    hub.say("ada", GENERAL, "two");
  }

  @AfterEach
  void close() {
    hub.close();
  }

  private Cursors.Position of(String agent, UUID conversation) {
    return hub.loops.cursors().of(id(agent), conversation);
  }

  @Test
  void whoJoinsBeginsBehindWhatWasSaidBeforeInTheCommitOfTheJoin() {
    var joined = hub.loops.add(OWNER, loop.id(), id("bob"), Role.MEMBER);
    hub.say("ada", GENERAL, "three");
    done(joined);

    assertThat(of("bob", general)).isEqualTo(new Cursors.Position(0, false, 2, true, -1));
  }

  @Test
  void whoComesBackGoesOnWhereItWas() {
    done(hub.loops.add(OWNER, loop.id(), id("bob"), Role.MEMBER));
    hub.say("ada", GENERAL, "three");
    done(hub.loops.cursors().ack(id("bob"), general, 3));
    done(hub.loops.leave(visit("bob"), id("bob"), loop.id()));
    hub.say("ada", GENERAL, "four");

    done(hub.loops.add(OWNER, loop.id(), id("bob"), Role.MEMBER));

    assertThat(of("bob", general).acked()).isEqualTo(3);
  }

  @Test
  void whoIsAdmittedToAPrivateChannelBeginsBehindWhatWasSaidThere() {
    Channel secret =
        done(hub.loops.createChannel(visit("ada"), id("ada"), loop.id(), "secret", null, true));
    hub.say("ada", "loop/acme/#secret", "psst");
    done(hub.loops.add(OWNER, loop.id(), id("bob"), Role.MEMBER));
    assertThat(of("bob", secret.conversation())).isEqualTo(Cursors.Position.UNKNOWN);

    done(hub.loops.admit(visit("ada"), id("ada"), loop.id(), secret.id(), id("bob")));

    assertThat(of("bob", secret.conversation()).delivered()).isEqualTo(1);
    assertThat(of("bob", general).delivered()).isEqualTo(2);
  }

  @Test
  void aChannelThatIsNewBeginsAtItsBeginningForAll() {
    done(hub.loops.add(OWNER, loop.id(), id("bob"), Role.MEMBER));

    Channel more =
        done(hub.loops.createChannel(visit("ada"), id("ada"), loop.id(), "more", null, false));

    assertThat(of("bob", more.conversation())).isEqualTo(Cursors.Position.UNKNOWN);
  }
}
