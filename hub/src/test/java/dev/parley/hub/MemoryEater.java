package dev.parley.hub;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A hub that has no memory left as soon as its standard input has a byte. */
final class MemoryEater {
  private MemoryEater() {}

  public static void main(String[] arguments) {
    Thread.ofPlatform().daemon().name("memory-eater").start(MemoryEater::eatWhenTold);
    Main.main(arguments);
  }

  private static void eatWhenTold() {
    try {
      if (System.in.read() < 0) {
        return; // whoever started it is gone
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    List<byte[]> eaten = new ArrayList<>();
    while (true) {
      eaten.add(new byte[1 << 20]);
    }
  }
}
