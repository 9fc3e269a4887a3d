package dev.parley.bench.fake;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.Arrays;

/** One client of the fake hub: its frames in and out. What they mean is {@link FakeRequests}'. */
final class FakeConnection {
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final VarHandle INTS =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

  private static final int IN_BYTES_MAX = 1 << 21;

  private final SocketChannel channel;
  private final SelectionKey key;
  private final FakeRequests requests;
  private byte[] in = new byte[1 << 10];
  private int inStart;
  private int inEnd;
  private byte[] out = new byte[1 << 10];
  private int outStart;
  private int outEnd;
  private boolean upgraded;
  private boolean gone;

  FakeConnection(SocketChannel channel, SelectionKey key, FakeInboxes inboxes) {
    this.channel = channel;
    this.key = key;
    requests = new FakeRequests(this, inboxes);
  }

  void onReadable() {
    try {
      int room = in.length - inEnd;
      int read = channel.read(ByteBuffer.wrap(in, inEnd, room));
      if (read < 0) {
        gone = true;
        return;
      }
      inEnd += read;
      if (upgraded || upgrade()) {
        while (takeFrame()) {}
      }
      compact(read == room);
    } catch (IOException e) {
      gone = true;
    }
  }

  /** The accept key is left out: the one client there is does not check it. */
  private boolean upgrade() {
    String request = new String(in, inStart, inEnd - inStart, ISO_8859_1);
    int end = request.indexOf("\r\n\r\n");
    if (end < 0) {
      return false;
    }
    inStart += end + 4;
    upgraded = true;
    write(
        "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n"
            .getBytes(ISO_8859_1));
    return true;
  }

  private boolean takeFrame() {
    int available = inEnd - inStart;
    if (available < 2) {
      return false;
    }
    int small = in[inStart + 1] & 0x7f;
    int header = small == 126 ? 8 : small == 127 ? 14 : 6;
    if (available < header) {
      return false;
    }
    long length = small;
    if (header > 6) {
      length = 0;
      for (int i = 2; i < header - 4; i++) {
        length = length << 8 | (in[inStart + i] & 0xff);
      }
    }
    if (available < header + length) {
      return false;
    }
    int at = inStart + header;
    unmask(at, (int) length);
    inStart = at + (int) length;
    requests.onMessage(in, at, (int) length);
    return true;
  }

  private void unmask(int at, int length) {
    long key = Integer.toUnsignedLong((int) INTS.get(in, at - 4));
    key |= key << 32;
    int i = 0;
    for (; i + 8 <= length; i += 8) {
      LONGS.set(in, at + i, (long) LONGS.get(in, at + i) ^ key);
    }
    for (; i < length; i++) {
      in[at + i] ^= (byte) (key >>> (56 - 8 * (i & 7)));
    }
  }

  /** Many clients are idle and some send a lot: buffers grow with what comes. */
  private void compact(boolean wasFull) {
    if (wasFull || in.length - inEnd < in.length / 4) {
      byte[] target = wasFull && in.length < IN_BYTES_MAX ? new byte[in.length * 2] : in;
      System.arraycopy(in, inStart, target, 0, inEnd - inStart);
      inEnd -= inStart;
      inStart = 0;
      in = target;
    }
  }

  /** Begins a text frame of which the length is known. */
  void frame(int length) {
    reserve(length + 10);
    out[outEnd++] = (byte) 0x81;
    if (length < 126) {
      out[outEnd++] = (byte) length;
    } else if (length < 1 << 16) {
      out[outEnd++] = 126;
      out[outEnd++] = (byte) (length >> 8);
      out[outEnd++] = (byte) length;
    } else {
      out[outEnd++] = 127;
      LONGS.set(out, outEnd, (long) length);
      outEnd += 8;
    }
  }

  void write(byte[] bytes) {
    write(bytes, 0, bytes.length);
  }

  void write(byte[] bytes, int from, int length) {
    reserve(length);
    System.arraycopy(bytes, from, out, outEnd, length);
    outEnd += length;
  }

  private void reserve(int more) {
    if (outEnd + more > out.length) {
      out = Arrays.copyOf(out, Math.max(out.length * 2, outEnd + more));
    }
  }

  /** False when the client is gone. */
  boolean flush() {
    if (!gone && outStart < outEnd) {
      try {
        outStart += channel.write(ByteBuffer.wrap(out, outStart, outEnd - outStart));
      } catch (IOException e) {
        gone = true;
      }
    }
    if (gone) {
      key.cancel();
      return false;
    }
    if (outStart == outEnd) {
      outStart = 0;
      outEnd = 0;
    }
    int interest =
        outEnd == 0 ? SelectionKey.OP_READ : SelectionKey.OP_READ | SelectionKey.OP_WRITE;
    if (key.interestOps() != interest) {
      key.interestOps(interest);
    }
    return true;
  }
}
