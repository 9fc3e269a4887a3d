package dev.parley.client.message;

import java.util.LinkedHashMap;
import java.util.Map;

/** Which messages of a history; start from {@link #NEWEST} and narrow it. */
public final class HistoryQuery {
  public static final HistoryQuery NEWEST = new HistoryQuery(Map.of());

  private final Map<String, Object> options;

  private HistoryQuery(Map<String, Object> options) {
    this.options = options;
  }

  public HistoryQuery limit(int messagesMax) {
    return with("limit", messagesMax);
  }

  public HistoryQuery since(long unixMillis) {
    return with("fromTime", unixMillis);
  }

  public HistoryQuery until(long unixMillis) {
    return with("toTime", unixMillis);
  }

  public HistoryQuery before(long cursor) {
    return with("before", cursor);
  }

  public HistoryQuery after(long cursor) {
    return with("after", cursor);
  }

  public HistoryQuery from(String agentId) {
    return with("from", agentId);
  }

  public HistoryQuery messageType(String type) {
    return with("messageType", type);
  }

  public HistoryQuery conversation(String conversationId) {
    return with("conversationId", conversationId);
  }

  private HistoryQuery with(String name, Object value) {
    var more = new LinkedHashMap<>(options);
    more.put(name, value);
    return new HistoryQuery(more);
  }

  /** As the protocol writes it. */
  public Map<String, Object> toOptions() {
    return options;
  }
}
