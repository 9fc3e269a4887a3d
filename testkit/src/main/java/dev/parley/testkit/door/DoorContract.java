package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Everything that doors do alike, through the door of whoever extends this. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@ExtendWith(BehaviourCheck.class)
@Timeout(60)
public abstract class DoorContract {
  /** In the order of the documentation. */
  static final List<Class<? extends DoorSuite>> SUITES =
      List.of(
          Sending.class,
          Routing.class,
          Receiving.class,
          History.class,
          Request.class,
          DeadLetter.class,
          Group.class,
          Proposal.class,
          Repeat.class,
          Refusal.class,
          Identity.class,
          Directory.class,
          Owner.class,
          Session.class,
          Content.class,
          Attachment.class,
          Vector.class);

  private @Nullable TestDoor door;

  /** Starts a hub with its data in this folder, and stands before its door. */
  protected abstract TestDoor open(Path folder) throws Exception;

  @BeforeAll
  final void openDoor(@TempDir Path folder) throws Exception {
    door = open(folder);
  }

  @AfterAll
  final void closeDoor() {
    if (door != null) {
      door.close();
    }
  }

  final TestDoor door() {
    if (door == null) {
      throw new IllegalStateException("the door has not been opened");
    }
    return door;
  }

  @Test
  void whatADoorSaysItLacksIsMissing() throws Exception {
    for (Ability ability : door().lacks().keySet()) {
      door().requireMissing(ability);
    }
  }

  @Test
  void everyReasonIsASentence() {
    assertThat(door().lacks().values()).allMatch(reason -> reason.matches("[A-Z].+ .+\\."));
  }

  @Nested
  class Sending extends SendingSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Routing extends RoutingSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Receiving extends ReceivingSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class History extends HistorySuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Request extends RequestSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class DeadLetter extends DeadLetterSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Group extends GroupSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Proposal extends ProposalSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Repeat extends RepeatSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Refusal extends RefusalSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Identity extends IdentitySuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Directory extends DirectorySuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Owner extends OwnerSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Session extends SessionSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Vector extends VectorSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Attachment extends AttachmentSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }

  @Nested
  class Content extends ContentSuite {
    @Override
    TestDoor door() {
      return DoorContract.this.door();
    }
  }
}
