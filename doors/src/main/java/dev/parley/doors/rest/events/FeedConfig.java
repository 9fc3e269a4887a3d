package dev.parley.doors.rest.events;

/**
 * How much is kept and how often something is told.
 *
 * @param readersMax connections at once
 * @param readersPerAgentMax the same, of one agent
 * @param queueMax what may have happened and not been told yet
 * @param ringEventsMax events kept for those who come back
 * @param ringBytesMax the same, in bytes
 * @param catchUpMax messages made up for from the store at most
 * @param commentMillis how often a line without meaning keeps a connection alive
 * @param statsMillis how often the numbers are told at most
 * @param lingerMillis how long the feed goes on when nobody is left
 */
public record FeedConfig(
    int readersMax,
    int readersPerAgentMax,
    int queueMax,
    int ringEventsMax,
    long ringBytesMax,
    int catchUpMax,
    long commentMillis,
    long statsMillis,
    long lingerMillis) {
  public static final FeedConfig DEFAULT =
      new FeedConfig(256, 16, 1 << 14, 4_096, 4 << 20, 10_000, 15_000, 1_000, 60_000);

  public FeedConfig withReaders(int max, int perAgentMax) {
    return new FeedConfig(
        max,
        perAgentMax,
        queueMax,
        ringEventsMax,
        ringBytesMax,
        catchUpMax,
        commentMillis,
        statsMillis,
        lingerMillis);
  }
}
