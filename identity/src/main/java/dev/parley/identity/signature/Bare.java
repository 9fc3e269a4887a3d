package dev.parley.identity.signature;

import java.util.Arrays;
import java.util.Base64;

/** A bare item of a structured field (RFC 8941); decimals are not used where these come. */
sealed interface Bare {

  record Whole(long value) implements Bare {
    @Override
    public String serialized() {
      return Long.toString(value);
    }
  }

  record Text(String value) implements Bare {
    @Override
    public String serialized() {
      return '"' + value.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
  }

  record Token(String value) implements Bare {
    @Override
    public String serialized() {
      return value;
    }
  }

  record Flag(boolean value) implements Bare {
    @Override
    public String serialized() {
      return value ? "?1" : "?0";
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // compared below
  record Bytes(byte[] value) implements Bare {
    @Override
    public String serialized() {
      return ':' + Base64.getEncoder().encodeToString(value) + ':';
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Bytes that && Arrays.equals(value, that.value);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(value);
    }
  }

  String serialized();
}
