package dev.parley.comm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.message.MessageType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class CommPluginsTest {
  private final List<String> events = new ArrayList<>();
  private final CommPlugins plugins = new CommPlugins();

  private final class Noting implements CommPlugin {
    private final String name;
    private boolean connected;

    Noting(String name) {
      this.name = name;
      plugins.register(this);
    }

    @Override
    public String name() {
      return name;
    }

    @Override
    public String version() {
      return "1";
    }

    @Override
    public void connect(Map<String, String> config) {
      if (config.containsKey("bad")) {
        throw new Refused(ErrorCode.BAD_REQUEST, "bad");
      }
      events.add("connect " + name);
      connected = true;
    }

    @Override
    public void disconnect() {
      events.add("disconnect " + name);
      connected = false;
    }

    @Override
    public boolean isConnected() {
      return connected;
    }

    @Override
    public CompletableFuture<Void> send(CommMessage message) {
      events.add("send " + name);
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void subscribe(String topic) {}

    @Override
    public void unsubscribe(String topic) {}

    @Override
    public void register(String agentId, byte[] card) {}

    @Override
    public void deregister() {}

    @Override
    public void setMessageHandler(MessageHandler handler) {}
  }

  private final CommPlugin one = new Noting("one");
  private final CommPlugin two = new Noting("two");

  private static CommMessage message() {
    return new CommMessage("1", "ada", "t", null, MessageType.MESSAGE, "hi", null, null, null);
  }

  @Test
  void theOneBeforeIsDisconnectedFirst() {
    plugins.setActive("one", Map.of());

    plugins.setActive("two", Map.of());

    assertThat(events).containsExactly("connect one", "disconnect one", "connect two");
    assertThat(plugins.active()).contains(two);
  }

  @Test
  void messagesGoThroughTheActiveOneAlone() {
    plugins.setActive("one", Map.of());
    plugins.setActive("two", Map.of());

    plugins.send(message()).join();

    assertThat(events).contains("send two").doesNotContain("send one");
  }

  @Test
  void whileNoneIsActiveAMessageIsRefusedAndMayBeSentAgain() {
    assertThatThrownBy(() -> plugins.send(message()).join())
        .cause()
        .isInstanceOfSatisfying(
            Refused.class, refused -> assertThat(refused.code().retryable()).isTrue());
  }

  @Test
  void onesThatCannotConnectLeaveNoneActive() {
    plugins.setActive("one", Map.of());

    assertThatThrownBy(() -> plugins.setActive("two", Map.of("bad", "yes")))
        .isInstanceOf(Refused.class);

    assertThat(plugins.active()).isEmpty();
    assertThat(one.isConnected()).isFalse();
  }

  @Test
  void anUnknownOneChangesNothing() {
    plugins.setActive("one", Map.of());

    assertThatThrownBy(() -> plugins.setActive("three", Map.of()))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("[one, two]");

    assertThat(plugins.active()).contains(one);
  }

  @Test
  void closingDisconnectsAllOfThem() {
    plugins.setActive("one", Map.of());

    plugins.close();

    assertThat(events).contains("disconnect one", "disconnect two");
  }
}
