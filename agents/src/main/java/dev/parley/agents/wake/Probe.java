package dev.parley.agents.wake;

/**
 * What came of measuring a way.
 *
 * @param toldMillis until the way had told the agent, or had failed
 * @param readMillis until the message was read, or -1
 * @param text why it failed; else empty
 */
public record Probe(String way, long toldMillis, long readMillis, String text) {
  public boolean isRead() {
    return readMillis >= 0;
  }
}
