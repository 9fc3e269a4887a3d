package dev.parley.processes.sandbox;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A filter of system calls, as the kernel's classic BPF: what no program of an agent needs, and
 * what is not kept apart by namespaces, fails as not permitted. Above all the keys that the kernel
 * keeps for a user, which all programs of that user share.
 */
final class SystemCalls {
  private static final int LOAD = 0x20;
  private static final int JUMP_IF_EQUAL = 0x15;
  private static final int JUMP_IF_AT_LEAST = 0x35;
  private static final int RETURN = 0x06;

  /** Where in what the kernel shows of a call they stand. */
  private static final int NUMBER = 0;

  private static final int ARCHITECTURE = 4;

  private static final int ALLOW = 0x7fff0000;
  private static final int NOT_PERMITTED = 0x00050000 | 1;
  private static final int NOT_KNOWN = 0x00050000 | 38;

  /** Numbers from here on are the same calls once more, for a way of calling nobody uses. */
  private static final int X32 = 0x40000000;

  private record Machine(int architecture, List<Integer> denied) {}

  /**
   * add_key, request_key, keyctl, bpf, perf_event_open, userfaultfd, io_uring_setup,
   * io_uring_enter, io_uring_register, kexec_load, kexec_file_load, open_by_handle_at, syslog,
   * acct, quotactl, lookup_dcookie; on x86 modify_ldt and uselib, too.
   */
  private static final Map<String, Machine> MACHINES =
      Map.of(
          "amd64",
          new Machine(
              0xc000003e,
              List.of(
                  248, 249, 250, 321, 298, 323, 425, 426, 427, 246, 320, 304, 103, 163, 179, 212,
                  154, 134)),
          "aarch64",
          new Machine(
              0xc00000b7,
              List.of(
                  217, 218, 219, 280, 241, 282, 425, 426, 427, 104, 294, 265, 116, 89, 60, 18)));

  private SystemCalls() {}

  /** Nothing for a machine whose numbers are not known here. */
  static Optional<byte[]> filter(String machine) {
    return Optional.ofNullable(MACHINES.get(machine.toLowerCase(Locale.ROOT)))
        .map(SystemCalls::program);
  }

  private static byte[] program(Machine machine) {
    List<Integer> denied = machine.denied;
    ByteBuffer code = ByteBuffer.allocate(8 * (denied.size() + 7)).order(ByteOrder.LITTLE_ENDIAN);
    put(code, LOAD, 0, 0, ARCHITECTURE);
    put(code, JUMP_IF_EQUAL, 1, 0, machine.architecture);
    put(code, RETURN, 0, 0, NOT_KNOWN);
    put(code, LOAD, 0, 0, NUMBER);
    put(code, JUMP_IF_AT_LEAST, denied.size() + 1, 0, X32);
    for (int i = 0; i < denied.size(); i++) {
      put(code, JUMP_IF_EQUAL, denied.size() - i, 0, denied.get(i));
    }
    put(code, RETURN, 0, 0, ALLOW);
    put(code, RETURN, 0, 0, NOT_PERMITTED);
    return code.array();
  }

  /** How many instructions are passed over when the comparison holds, and when it does not. */
  private static void put(ByteBuffer code, int operation, int holds, int fails, int operand) {
    code.putShort((short) operation).put((byte) holds).put((byte) fails).putInt(operand);
  }
}
