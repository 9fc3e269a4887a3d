package dev.parley.doors.http;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;

/**
 * What somebody was let in with. A token can be withdrawn while a body is on its way, a call waits
 * or a stream is open: whoever goes on after such a time asks first. Any thread; never blocks.
 */
@FunctionalInterface
public interface Standing {
  boolean holds();

  /**
   * @throws Refused when it no longer holds
   */
  default void require() {
    if (!holds()) {
      throw gone();
    }
  }

  static Refused gone() {
    return new Refused(ErrorCode.UNAUTHORIZED, "this token or login is no longer good");
  }
}
