package dev.parley.bench.load;

/** A system under the end-to-end load: publish, confirm, consume, acknowledge. */
public interface Load extends AutoCloseable {
  String name();

  /** How it was set up, for the report. */
  String setting();

  /** Sends this many messages and returns when all are confirmed, consumed and acknowledged. */
  void run(long messages) throws Exception;

  Ledger ledger();

  /** The times from the sending of a message to its delivery. */
  default Latencies latencies() {
    return ledger().latencies();
  }

  @Override
  void close() throws Exception;
}
