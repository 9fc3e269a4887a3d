package dev.parley.bench.load;

/** How JetStream's durable consumers are cut. */
public enum NatsConsumers {
  /** One a connection, for all inboxes it reads: two to three times as fast as the other. */
  CONNECTION {
    @Override
    int count(Workload workload) {
      return workload.connections();
    }

    @Override
    int reader(int consumer, Workload workload) {
      return consumer;
    }

    @Override
    String filter(int consumer, Workload workload) {
      return "inbox." + consumer + ".*";
    }

    @Override
    int consumer(int inbox, Workload workload) {
      return workload.reader(inbox);
    }
  },
  /** One an inbox, as the hub keeps a place in each. */
  INBOX {
    @Override
    int count(Workload workload) {
      return workload.inboxes();
    }

    @Override
    int reader(int consumer, Workload workload) {
      return workload.reader(consumer);
    }

    @Override
    String filter(int consumer, Workload workload) {
      return subject(consumer, workload);
    }

    @Override
    int consumer(int inbox, Workload workload) {
      return inbox;
    }
  };

  static String subject(int inbox, Workload workload) {
    return "inbox.%d.%03d".formatted(workload.reader(inbox), inbox);
  }

  static String deliverSubject(int consumer) {
    return "deliver." + consumer;
  }

  abstract int count(Workload workload);

  /** The connection that a consumer delivers to. */
  abstract int reader(int consumer, Workload workload);

  abstract String filter(int consumer, Workload workload);

  abstract int consumer(int inbox, Workload workload);
}
