package dev.parley.bench.load;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;

/** One connection of Redis' load, with a thread of its own. */
final class RedisSender {
  private static final byte[] ANY_ID = ascii("*");
  private static final byte[] FIELD = ascii("b");
  private static final byte[] GROUP = ascii(RedisLoad.GROUP);
  private static final int STALL_MILLIS = 30_000;

  private final int number;
  private final Connection connection;
  private final Workload workload;
  private final Ledger ledger;
  private final byte[] body;
  private final byte[][] streams;
  private final byte[][] read;
  private final byte[][] readOrWait;
  private final List<List<byte[]>> unacknowledged = new ArrayList<>();

  private long next;
  private int expectedReplies;

  RedisSender(int number, Connection connection, Workload workload, Ledger ledger) {
    this.number = number;
    this.connection = connection;
    this.workload = workload;
    this.ledger = ledger;
    body = Body.bytes(number, workload.bodyBytes());
    streams = new byte[workload.inboxes()][];
    for (int inbox = 0; inbox < streams.length; inbox++) {
      streams[inbox] = ascii(stream(inbox));
      unacknowledged.add(new ArrayList<>());
    }
    read = readArguments(false);
    readOrWait = readArguments(true);
    connection.setSoTimeout(STALL_MILLIS);
  }

  static String stream(int inbox) {
    return "inbox:%03d".formatted(inbox);
  }

  private byte[][] readArguments(boolean wait) {
    var arguments = new ArrayList<byte[]>();
    String count = String.valueOf(workload.unacknowledgedMax());
    List<String> head = List.of("GROUP", RedisLoad.GROUP, "reader", "COUNT", count);
    head.forEach(word -> arguments.add(ascii(word)));
    if (wait) {
      arguments.add(ascii("BLOCK"));
      arguments.add(ascii("2"));
    }
    arguments.add(ascii("STREAMS"));
    int own = 0;
    for (int inbox = number; inbox < streams.length; inbox += workload.connections()) {
      arguments.add(streams[inbox]);
      own++;
    }
    for (int i = 0; i < own; i++) {
      arguments.add(ascii(">"));
    }
    return arguments.toArray(byte[][]::new);
  }

  void run(long messages, Progress progress) {
    long limit = next + messages;
    while (!progress.isDone()) {
      int acks = sendAcknowledgements();
      int adds = sendMessages(limit);
      send(Command.XREADGROUP, adds + acks == 0 ? readOrWait : read);
      List<Object> replies = connection.getMany(expectedReplies);
      expectedReplies = 0;
      for (Object reply : replies) {
        if (reply instanceof JedisDataException error) {
          throw error;
        }
      }
      long acknowledged = 0;
      for (int i = 0; i < acks; i++) {
        acknowledged += (Long) replies.get(i);
      }
      progress.onAcknowledged(acknowledged);
      progress.onConfirmed(adds);
      onRead(replies.getLast());
    }
  }

  private int sendAcknowledgements() {
    int commands = 0;
    for (int inbox = number; inbox < streams.length; inbox += workload.connections()) {
      List<byte[]> ids = unacknowledged.get(inbox);
      if (!ids.isEmpty()) {
        ids.addFirst(GROUP);
        ids.addFirst(streams[inbox]);
        send(Command.XACK, ids.toArray(byte[][]::new));
        ids.clear();
        commands++;
      }
    }
    return commands;
  }

  private int sendMessages(long limit) {
    int count = (int) Math.min(workload.window(), limit - next);
    for (int i = 0; i < count; i++, next++) {
      int inbox = workload.inbox(number, next);
      ledger.onSent(number, next);
      send(Command.XADD, streams[inbox], ANY_ID, FIELD, Body.fill(body, inbox, next));
    }
    return count;
  }

  private void send(ProtocolCommand command, byte[]... arguments) {
    connection.sendCommand(command, arguments);
    expectedReplies++;
  }

  /** A read's reply: [[stream, [[id, [field, value]], …]], …], or null when there was nothing. */
  @SuppressWarnings("unchecked")
  private void onRead(Object reply) {
    if (reply == null) {
      return;
    }
    for (Object entry : (List<Object>) reply) {
      var streamAndEntries = (List<Object>) entry;
      byte[] stream = (byte[]) streamAndEntries.getFirst();
      int inbox = (stream[6] - '0') * 100 + (stream[7] - '0') * 10 + (stream[8] - '0');
      for (Object message : (List<Object>) streamAndEntries.getLast()) {
        var idAndFields = (List<Object>) message;
        var fields = (List<Object>) idAndFields.getLast();
        ledger.onDelivered(inbox, (byte[]) fields.getLast(), 0);
        unacknowledged.get(inbox).add((byte[]) idAndFields.getFirst());
      }
    }
  }

  void close() {
    connection.close();
  }

  private static byte[] ascii(String text) {
    return text.getBytes(US_ASCII);
  }
}
