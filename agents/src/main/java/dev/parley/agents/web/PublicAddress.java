package dev.parley.agents.web;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;

/** Which addresses are somebody's on the Internet, rather than of this machine or its network. */
public final class PublicAddress {

  /**
   * What is not, by RFC 6890 and its successors; an address of version 4 inside one of 6 as well.
   */
  private static final List<Block> NOT_PUBLIC =
      List.of(
          new Block(8, 0),
          new Block(8, 10),
          new Block(10, 100, 64),
          new Block(8, 127),
          new Block(16, 169, 254),
          new Block(12, 172, 16),
          new Block(24, 192, 0, 0),
          new Block(24, 192, 0, 2),
          new Block(24, 192, 88, 99),
          new Block(16, 192, 168),
          new Block(15, 198, 18),
          new Block(24, 198, 51, 100),
          new Block(24, 203, 0, 113),
          new Block(3, 224));

  /** Of version 6 only this is handed out; of it, not what tunnels version 4 or is for books. */
  private static final Block GLOBAL = new Block(3, 0x20);

  private static final List<Block> NOT_GLOBAL =
      List.of(
          new Block(23, 0x20, 0x01, 0x00, 0x00),
          new Block(32, 0x20, 0x01, 0x0d, 0xb8),
          new Block(16, 0x20, 0x02),
          new Block(20, 0x3f, 0xff));

  private record Block(int bits, List<Integer> first) {
    Block(int bits, Integer... first) {
      this(bits, List.of(first));
    }

    boolean holds(byte[] address) {
      for (int bit = 0; bit < bits; bit++) {
        int wanted = bit / 8 < first.size() ? first.get(bit / 8) : 0;
        int mask = 0x80 >> bit % 8;
        if ((address[bit / 8] & mask) != (wanted & mask)) {
          return false;
        }
      }
      return true;
    }
  }

  private PublicAddress() {}

  public static boolean is(InetAddress address) {
    byte[] bytes = address.getAddress();
    return address instanceof Inet4Address
        ? NOT_PUBLIC.stream().noneMatch(block -> block.holds(bytes))
        : GLOBAL.holds(bytes) && NOT_GLOBAL.stream().noneMatch(block -> block.holds(bytes));
  }
}
