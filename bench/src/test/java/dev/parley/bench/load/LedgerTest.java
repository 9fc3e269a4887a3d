package dev.parley.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LedgerTest {
  private static final Workload WORKLOAD = new Workload(2, 3, 16, 100, 4);

  private final Ledger ledger = new Ledger(WORKLOAD);

  @Test
  void everythingInOrderIsFine() {
    for (long sequence = 0; sequence < 30; sequence++) {
      deliver(0, sequence);
      deliver(1, sequence);
    }

    assertThat(ledger.faults()).isZero();
  }

  @Test
  void whatIsMissingIsLost() {
    deliver(0, 0);
    deliver(0, 6);

    assertThat(ledger).hasToString("lost or overtaken 1, doubled or late 0, misrouted 0");
  }

  @Test
  void whatComesTwiceIsDoubled() {
    deliver(0, 0);
    deliver(0, 0);

    assertThat(ledger).hasToString("lost or overtaken 0, doubled or late 1, misrouted 0");
  }

  @Test
  void whatIsOvertakenIsNoticed() {
    deliver(0, 3);
    deliver(0, 0);

    assertThat(ledger.faults()).isEqualTo(2);
  }

  @Test
  void whatComesOutOfAnotherInboxIsMisrouted() {
    byte[] body = Body.fill(Body.bytes(0, 100), 0, 0);

    ledger.onDelivered(1, body, 0);

    assertThat(ledger).hasToString("lost or overtaken 0, doubled or late 0, misrouted 1");
  }

  private void deliver(int sender, long sequence) {
    int inbox = WORKLOAD.inbox(sender, sequence);
    byte[] body = Body.fill(Body.bytes(sender, WORKLOAD.bodyBytes()), inbox, sequence);
    assertThat(body).hasSize(WORKLOAD.bodyBytes());
    ledger.onDelivered(inbox, body, 0);
  }
}
