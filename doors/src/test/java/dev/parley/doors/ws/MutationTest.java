package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.Json;
import dev.parley.doors.RawClient;
import dev.parley.doors.TestHub;
import dev.parley.doors.http.DoorConfig;
import dev.parley.wire.Utf8;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frames with something wrong in them, by the thousand, from seeds. */
class MutationTest {
  private static TestHub hub;

  @BeforeAll
  static void start() {
    DoorConfig.Limits usual = DoorConfig.Limits.DEFAULT;
    hub =
        TestHub.start(
            DoorConfig.DEFAULT.withLimits(
                new DoorConfig.Limits(
                    usual.connectionsMax(),
                    DoorConfig.Limits.DEFAULT.strangersMax(),
                    usual.frameBytesMax(),
                    usual.strangerFrameBytesMax(),
                    usual.payloadBytesMax(),
                    usual.unansweredMax(),
                    usual.unansweredBytesMax(),
                    usual.outgoingBytesMax(),
                    1_000_000,
                    Duration.ofSeconds(10))));
    hub.agents("a", "b");
  }

  @AfterAll
  static void stop() {
    hub.close();
  }

  private static RawClient connect() {
    return hub.raw().authenticate(hub.ownerToken());
  }

  /** Good frames to make bad ones of; none of them waits or hangs up. */
  private static final List<String> CORPUS =
      List.of(
          "{'type':'msg.send','requestId':1,'from':'a','to':'b','command':'x','payload':{'k':[1,2.5,true,null,'ä']},'metadata':{'m':{}},'priority':'high'}",
          "{'type':'msg.send','to':['a','b'],'ttlMs':1000,'echo':false,'attachments':[{}],'error':'e'}",
          "{'type':'msg.route','path':'slack/team/#general','source':'slack','externalId':'1'}",
          "{'type':'msg.receive','agentId':'a','options':{'limit':10,'peek':true}}",
          "{'type':'msg.history','agentId':'a','options':{'limit':5,'before':3,'fromTime':1,'from':'a'}}",
          "{'type':'msg.ack','agentId':'a','ids':['0198c0de-0000-7000-8000-000000000001']}",
          "{'type':'msg.sub.add','agentId':'a','pattern':'x/*/**'}",
          "{'type':'agent.update','agentId':'a','name':'A','metadata':{'x':1}}",
          "{'type':'group.put','name':'g','members':['a','b']}",
          "{'type':'msg.status','messageId':'0198c0de-0000-7000-8000-000000000001'}",
          "{'type':'ping','requestId':'r'}");

  @ParameterizedTest
  @ValueSource(longs = {1, 7, 42, 2026})
  void mutatedFramesAreAnsweredAndNeverABug(long seed) {
    Random random = new Random(seed);
    RawClient client = connect();
    for (int i = 0; i < 2_500; i++) {
      byte[] mutated =
          mutate(
              Json.text(CORPUS.get(random.nextInt(CORPUS.size()))).getBytes(StandardCharsets.UTF_8),
              random);
      client.frame(true, RawClient.TEXT, mutated);
      if (!Utf8.isValid(mutated, 0, mutated.length)) {
        assertThat(client.closeCode()).as("seed %d, frame %d", seed, i).isEqualTo(1007);
        client.close();
        client = connect();
        continue;
      }
      assertAnswered(client, seed, i, mutated);
    }
    client.close();
  }

  private static void assertAnswered(RawClient client, long seed, int i, byte[] frame) {
    String sent = new String(frame, StandardCharsets.UTF_8);
    client.text("{\"type\":\"ping\",\"requestId\":\"after " + i + "\"}");
    int answers = 0;
    while (true) {
      var answer = client.read().json();
      assertThat(answer.path("code").asString(""))
          .as("seed %d, frame %d: %s", seed, i, sent)
          .isNotEqualTo("internal");
      if (answer.path("requestId").asString("").equals("after " + i)) {
        break;
      }
      answers++;
    }
    // What is answered from the store may come after the pong, and is read in the next round.
    assertThat(answers).as("seed %d, frame %d: %s", seed, i, sent).isLessThanOrEqualTo(8);
  }

  private static byte[] mutate(byte[] frame, Random random) {
    List<Byte> bytes = new ArrayList<>();
    for (byte b : frame) {
      bytes.add(b);
    }
    int changes = 1 + random.nextInt(3);
    for (int i = 0; i < changes && !bytes.isEmpty(); i++) {
      int at = random.nextInt(bytes.size());
      switch (random.nextInt(6)) {
        case 0 -> bytes.set(at, (byte) random.nextInt(256));
        case 1 -> bytes.remove(at);
        case 2 -> bytes.add(at, (byte) "{}[]\",:0-9e.\\\u0000".charAt(random.nextInt(14)));
        case 3 -> bytes = bytes.subList(0, at);
        case 4 -> bytes.addAll(new ArrayList<>(bytes.subList(at, Math.min(bytes.size(), at + 20))));
        default -> java.util.Collections.swap(bytes, at, random.nextInt(bytes.size()));
      }
      bytes = new ArrayList<>(bytes);
    }
    byte[] mutated = new byte[bytes.size()];
    for (int i = 0; i < mutated.length; i++) {
      mutated[i] = bytes.get(i);
    }
    return mutated;
  }

  @ParameterizedTest
  @ValueSource(longs = {5, 11})
  void randomBytesAreSurvived(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      try (RawClient client = random.nextBoolean() ? connect() : hub.raw()) {
        byte[] noise = new byte[random.nextInt(200)];
        random.nextBytes(noise);
        client.bytes(
            RawClient.frameBytes(
                true, random.nextInt(16), Arrays.copyOf(noise, Math.min(noise.length, 100))));
        client.bytes(noise);
      } catch (UncheckedIOException hungUp) {
        assertThat(hungUp.getCause()).isInstanceOf(java.io.IOException.class);
      }
    }
    try (RawClient client = connect()) {
      client.text("{\"type\":\"ping\"}");
      assertThat(client.read().text()).isEqualTo("{\"type\":\"pong\"}");
    }
  }
}
