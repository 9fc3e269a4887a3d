package dev.parley.wire.gateway;

/**
 * How a client spells keys. Old ones write {@code bot_id}, newer ones {@code botId}; whoever writes
 * neither in its CONNECT is told everything in both.
 */
public enum Spelling {
  CAMEL,
  SNAKE,
  BOTH;

  public boolean isCamel() {
    return this != SNAKE;
  }

  public boolean isSnake() {
    return this != CAMEL;
  }
}
