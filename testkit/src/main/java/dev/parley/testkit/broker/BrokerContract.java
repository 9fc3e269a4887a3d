package dev.parley.testkit.broker;

import dev.parley.core.store.MessageStore;
import org.junit.jupiter.api.Nested;

/**
 * Everything a broker must do, on the store of whoever extends this. A test gets an instance of its
 * own.
 */
public abstract class BrokerContract {

  /** Opens this test's store: empty at first, and after it was closed with what it held. */
  protected abstract MessageStore open();

  @Nested
  class Routing extends RoutingSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Owner extends OwnerSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Cascade extends CascadeSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class DeadLetter extends DeadLetterSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Idempotency extends IdempotencySuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Receive extends ReceiveSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class History extends HistorySuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Archive extends ArchiveSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Listen extends ListenSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class ManualAck extends ManualAckSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class SlowListener extends SlowListenerSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class RandomListening extends RandomListeningSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Expiry extends ExpirySuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Retention extends RetentionSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Request extends RequestSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Group extends GroupSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Proposal extends ProposalSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class ProposalDurability extends ProposalDurabilitySuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Escalation extends EscalationSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Threads extends ThreadSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Receipt extends ReceiptSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Participant extends ParticipantSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class OneCommit extends OneCommitSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Sending extends SenderSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Adopt extends AdoptSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class StoreFailure extends StoreFailureSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Shutdown extends ShutdownSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Journal extends JournalSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Transaction extends TransactionSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Ledger extends LedgerSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class OldSubscriptions extends OldSubscriptionSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Share extends ShareSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Namesake extends NamesakeSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class Attachment extends AttachmentSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }

  @Nested
  class InboxLimit extends InboxLimitSuite {
    @Override
    MessageStore open() {
      return BrokerContract.this.open();
    }
  }
}
