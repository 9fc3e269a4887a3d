package dev.parley.stores.rocksdb;

import java.util.List;

/**
 * What opening found torn at the end of the write-ahead log and cut off: writes that were under way
 * when the process or the machine died, so nobody had been told that they were accepted.
 *
 * @param findings one sentence a log; empty if all were whole
 */
public record RecoveryReport(List<String> findings) {

  public RecoveryReport {
    findings = List.copyOf(findings);
  }

  public boolean isTorn() {
    return !findings.isEmpty();
  }
}
