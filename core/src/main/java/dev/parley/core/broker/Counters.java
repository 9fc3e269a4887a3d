package dev.parley.core.broker;

import java.util.concurrent.atomic.LongAdder;

/** What the broker counts since the start. */
final class Counters {
  final LongAdder accepted = new LongAdder();
  final LongAdder copies = new LongAdder();
  final LongAdder unmatched = new LongAdder();
  final LongAdder duplicates = new LongAdder();
  final LongAdder refused = new LongAdder();
  final LongAdder expired = new LongAdder();
  final LongAdder received = new LongAdder();
}
