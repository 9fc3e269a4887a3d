package dev.parley.stores.nats;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A reader that keeps what it is told. */
final class Heard implements LogReader {
  record Entry(long sequence, String text) {}

  final List<Entry> entries = new CopyOnWriteArrayList<>();
  final List<Long> gone = new CopyOnWriteArrayList<>();
  final List<Boolean> connections = new CopyOnWriteArrayList<>();
  volatile long position;

  List<String> texts() {
    return entries.stream().map(Entry::text).toList();
  }

  @Override
  public void entry(long sequence, byte[] bytes) {
    entries.add(new Entry(sequence, new String(bytes, UTF_8)));
    position = sequence;
  }

  @Override
  public void passed(long sequence) {
    position = sequence;
  }

  @Override
  public void gone(long first) {
    gone.add(first);
  }

  @Override
  public void failed(RuntimeException why) {
    throw new AssertionError(why);
  }

  @Override
  public void connected(boolean is) {
    connections.add(is);
  }
}
