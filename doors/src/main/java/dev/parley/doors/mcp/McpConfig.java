package dev.parley.doors.mcp;

import dev.parley.core.message.MessageLimit;
import dev.parley.doors.http.OwnAddress;
import java.time.Duration;

/**
 * How the MCP door stands.
 *
 * @param version what the server says its version is
 * @param trustAgentIds let a request without a token be whoever its {@code agentId} says, if it
 *     comes from this machine: for trying things out only
 * @param bodyBytesMax the largest body
 * @param bodyPatience how long a client may take to send it
 * @param limit of the messages that are sent
 * @param sessionsMax legacy sessions of one caller; beyond it the one idle for longest ends, unless
 *     all are in use
 * @param sessionIdle after this long without a request or an open stream a session ends
 * @param callsMax calls of one caller in work at once
 * @param listensMax open {@code subscriptions/listen} of one caller
 * @param questionTimeout how long a client may take to answer what it is asked
 * @param keepAlive how often an open stream is sent a comment
 * @param shownAgain after this what was shown and not marked comes again; then after twice as long
 * @param address how the hub is called, for those who are told where to log in
 */
public record McpConfig(
    String version,
    boolean trustAgentIds,
    int bodyBytesMax,
    Duration bodyPatience,
    MessageLimit limit,
    int sessionsMax,
    Duration sessionIdle,
    int callsMax,
    int listensMax,
    Duration questionTimeout,
    Duration keepAlive,
    Duration shownAgain,
    OwnAddress address) {

  public static McpConfig of(String version) {
    return new McpConfig(
        version,
        false,
        4 << 20,
        Duration.ofSeconds(30),
        MessageLimit.DEFAULT,
        64,
        Duration.ofMinutes(30),
        128,
        64,
        Duration.ofMinutes(10),
        Duration.ofSeconds(15),
        Duration.ofMinutes(1),
        OwnAddress.AS_CALLED);
  }

  public McpConfig trustingAgentIds(boolean trust) {
    return new McpConfig(
        version,
        trust,
        bodyBytesMax,
        bodyPatience,
        limit,
        sessionsMax,
        sessionIdle,
        callsMax,
        listensMax,
        questionTimeout,
        keepAlive,
        shownAgain,
        address);
  }

  public McpConfig limitedTo(MessageLimit messages) {
    return new McpConfig(
        version,
        trustAgentIds,
        bodyBytesMax,
        bodyPatience,
        messages,
        sessionsMax,
        sessionIdle,
        callsMax,
        listensMax,
        questionTimeout,
        keepAlive,
        shownAgain,
        address);
  }

  public McpConfig waitingForBodies(Duration patience) {
    return new McpConfig(
        version,
        trustAgentIds,
        bodyBytesMax,
        patience,
        limit,
        sessionsMax,
        sessionIdle,
        callsMax,
        listensMax,
        questionTimeout,
        keepAlive,
        shownAgain,
        address);
  }

  public McpConfig calledAs(OwnAddress own) {
    return new McpConfig(
        version,
        trustAgentIds,
        bodyBytesMax,
        bodyPatience,
        limit,
        sessionsMax,
        sessionIdle,
        callsMax,
        listensMax,
        questionTimeout,
        keepAlive,
        shownAgain,
        own);
  }

  /** What was shown and not marked comes again after this. */
  public McpConfig showingAgainAfter(Duration pause) {
    return new McpConfig(
        version,
        trustAgentIds,
        bodyBytesMax,
        bodyPatience,
        limit,
        sessionsMax,
        sessionIdle,
        callsMax,
        listensMax,
        questionTimeout,
        keepAlive,
        pause,
        address);
  }
}
