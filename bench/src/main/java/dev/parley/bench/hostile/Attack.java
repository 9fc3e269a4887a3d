package dev.parley.bench.hostile;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.bench.ws.ControlClient;
import dev.parley.bench.ws.WsConnection;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongFunction;

/** What an agent with a valid token may try, over and over. */
public enum Attack {
  /** As many messages as the hub takes, to somebody else. */
  FLOOD(2) {
    @Override
    void once(Hub hub) throws IOException {
      hub.pipeline(20_000, i -> send("victim", "x".repeat(300)));
    }
  },
  /** The same to its own inbox, which nobody empties. */
  FULL_INBOX(1) {
    @Override
    void once(Hub hub) throws IOException {
      hub.pipeline(20_000, i -> send("mallory", "x".repeat(300)));
    }
  },
  /** Messages as large as is permitted. */
  BIG(2) {
    @Override
    void once(Hub hub) throws IOException {
      String body = "y".repeat(1_000_000);
      hub.pipeline(50, i -> send("victim", body));
    }
  },
  /** Each is stored for everybody. */
  BROADCASTS(1) {
    @Override
    void once(Hub hub) throws IOException {
      hub.pipeline(5_000, i -> "{\"type\":\"msg.broadcast\",\"content\":\"hear me\"}");
    }
  },
  /** Records, and an answer for each. */
  SUBSCRIPTIONS(2) {
    @Override
    void once(Hub hub) throws IOException {
      hub.pipeline(
          5_000,
          i ->
              "{\"type\":\"msg.sub.add\",\"agentId\":\"mallory\",\"pattern\":\"feed/%d/*\"}"
                  .formatted(ThreadLocalRandom.current().nextInt(1_000_000)));
    }
  },
  /** Copies of everything for each of its sessions. */
  SESSIONS(1) {
    @Override
    void once(Hub hub) throws IOException {
      hub.pipeline(
          2_000,
          i ->
              i % 2 == 0
                  ? "{\"type\":\"session.create\",\"agentId\":\"mallory\",\"sessionId\":\"s%d\"}"
                      .formatted(i / 2)
                  : "{\"type\":\"msg.sub.add\",\"agentId\":\"mallory\",\"sessionId\":\"s%d\",\"pattern\":\"**\"}"
                      .formatted(i / 2));
    }
  },
  /** Each refusal is written down. */
  REFUSALS(2) {
    @Override
    void once(Hub hub) throws IOException {
      hub.pipeline(5_000, i -> "{\"type\":\"msg.receive\",\"agentId\":\"victim\"}");
    }
  },
  /** Reads that are long. */
  HISTORIES(2) {
    @Override
    void once(Hub hub) throws IOException {
      hub.pipeline(
          200,
          i -> "{\"type\":\"msg.history\",\"agentId\":\"mallory\",\"options\":{\"limit\":1000}}");
    }
  },
  /** Requests that nobody answers. */
  WAITING_REQUESTS(1) {
    @Override
    void once(Hub hub) throws IOException {
      try (WsConnection connection = hub.open()) {
        for (int i = 0; i < 20_000; i++) {
          connection
              .out()
              .text("{\"type\":\"msg.request\",\"to\":\"victim\",\"timeoutMs\":600000}");
          connection.flush();
        }
        linger();
      }
    }
  },
  /** Search that looks at much. */
  SEARCHES(4) {
    @Override
    void once(Hub hub) throws IOException {
      hub.http(hub.get("/api/search?limit=100&q=x*%20y*%20hear"));
    }
  },
  /** Logins push out other logins. */
  LOGINS(4) {
    @Override
    void once(Hub hub) throws IOException {
      String body = "{\"token\":\"" + hub.token() + "\"}";
      hub.http(hub.post("/api/login", body.length()) + body);
    }
  },
  /** Tokens that are wrong. */
  GUESSES(4) {
    @Override
    void once(Hub hub) throws IOException {
      hub.http(hub.get("/api/agents").replace(hub.token(), "pk_" + "0".repeat(43)));
    }
  },
  /** Streams that stay open. */
  EVENT_READERS(64) {
    @Override
    void once(Hub hub) throws IOException {
      try (Socket socket = hub.socket()) {
        socket.getOutputStream().write(hub.get("/api/events").getBytes(UTF_8));
        InputStream in = socket.getInputStream();
        byte[] some = new byte[1024];
        while (in.read(some) >= 0) {
          linger(); // It reads slowly, so that the hub has to keep what it wants to say.
        }
      }
    }
  },
  /** Bodies that come at a byte a second. */
  TRICKLED_BODIES(64) {
    @Override
    void once(Hub hub) throws IOException {
      trickle(hub, hub.post("/api/messages", 100_000), "{");
    }
  },
  /** Heads that come at a byte a second. */
  TRICKLED_HEADS(64) {
    @Override
    void once(Hub hub) throws IOException {
      trickle(hub, "GET /api/agents HTTP/1.1\r\nHost: 127.0.0.1\r\nX-", "a");
    }
  },
  /** Connections that authenticate and stay. */
  CONNECTIONS(200) {
    @Override
    void once(Hub hub) throws IOException {
      try (WsConnection connection = hub.open()) {
        connection.out().text("{\"type\":\"msg.listen\",\"ack\":\"manual\"}");
        connection.flush();
        linger();
        linger();
      }
    }
  },
  /** Connections that never say who they are. */
  STRANGERS(200) {
    @Override
    void once(Hub hub) throws IOException {
      try (WsConnection connection = WsConnection.open(hub.port(), 512)) {
        connection.awaitMessage();
      }
    }
  },
  /** MCP sessions that are begun and left. */
  MCP_SESSIONS(2) {
    @Override
    void once(Hub hub) throws IOException {
      String body =
          """
          {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"m","version":"1"}}}\
          """;
      hub.http(
          hub.post("/mcp", body.length())
                  .replace("\r\n\r\n", "\r\nAccept: application/json, text/event-stream\r\n\r\n")
              + body);
    }
  },
  /** Blobs until the disk is full. */
  BLOBS(1) {
    @Override
    void once(Hub hub) throws IOException {
      String bytes = "%016x".formatted(ThreadLocalRandom.current().nextLong()).repeat(65_536);
      hub.http(hub.post("/api/blobs", bytes.length()) + bytes);
    }
  },
  /** Frames that are no request. */
  JUNK(1) {
    @Override
    void once(Hub hub) throws IOException {
      hub.pipeline(1_000, i -> "{\"type\":\"" + "[".repeat((int) (i % 500)));
    }
  };

  /** Requests of one connection that are on their way; the hub stops reading above 4,096. */
  private static final int WINDOW = 256;

  private static final int ANSWER_BYTES_MAX = 64 << 10;

  private final int abreast;

  Attack(int abreast) {
    this.abreast = abreast;
  }

  /** So many do it at once. */
  int abreast() {
    return abreast;
  }

  /** One try; an exception says that the hub refused the connection or ended it. */
  abstract void once(Hub hub) throws IOException;

  private static String send(String to, String content) {
    return "{\"type\":\"msg.send\",\"to\":\"%s\",\"echo\":false,\"content\":\"%s\"}"
        .formatted(to, content);
  }

  private static void trickle(Hub hub, String head, String rest) throws IOException {
    try (Socket socket = hub.socket()) {
      socket.getOutputStream().write(head.getBytes(UTF_8));
      while (true) {
        linger();
        socket.getOutputStream().write(rest.getBytes(UTF_8));
      }
    }
  }

  private static void linger() throws IOException {
    try {
      TimeUnit.SECONDS.sleep(1);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** The hub that is attacked, and the token that opens it. */
  record Hub(int port, String token) {
    WsConnection open() throws IOException {
      WsConnection connection = WsConnection.open(port, 1 << 12);
      connection.out().text(ControlClient.auth("mallory", token));
      connection.flush();
      connection.awaitMessage();
      return connection;
    }

    /** Sends this many requests without waiting for each answer, whatever the answers are. */
    void pipeline(int count, LongFunction<String> request) throws IOException {
      try (WsConnection connection = open()) {
        for (int sent = 0; sent < count; sent += WINDOW) {
          for (int i = sent; i < sent + WINDOW; i++) {
            connection.out().text(request.apply(i));
            connection.flush();
          }
          for (int i = 0; i < WINDOW; i++) {
            connection.awaitMessage();
          }
        }
      }
    }

    Socket socket() throws IOException {
      return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    String get(String path) {
      return "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\n\r\n"
          .formatted(path, port, token);
    }

    String post(String path, int bytes) {
      return "POST %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nAuthorization: Bearer %s\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
          .formatted(path, port, token, bytes);
    }

    /** One request; what is answered does not matter, as long as something is. */
    void http(String request) throws IOException {
      try (Socket socket = socket()) {
        socket.getOutputStream().write(request.getBytes(UTF_8));
        if (socket.getInputStream().read(new byte[ANSWER_BYTES_MAX]) < 0) {
          throw new IOException("cut");
        }
      }
    }
  }
}
