package dev.parley.doors.mcp.tools;

/** What the hub's resources are called. */
final class Uris {
  static final String INBOX = "parley://inbox/";
  static final String THREAD = "parley://thread/";
  static final String MESSAGE = "parley://message/";
  static final String AGENT = "parley://agent/";
  static final String ATTACHMENT = "parley://attachment/";

  private Uris() {}

  static String inbox(String agent) {
    return INBOX + agent;
  }

  static String thread(String key) {
    return THREAD + key;
  }

  static String message(String id) {
    return MESSAGE + id;
  }

  static String agent(String agent) {
    return AGENT + agent;
  }
}
