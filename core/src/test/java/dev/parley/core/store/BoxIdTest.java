package dev.parley.core.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.AgentId;
import dev.parley.core.address.SessionId;
import dev.parley.core.address.SessionKey;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoxIdTest {
  private static final AgentId ADA = new AgentId("ada");
  private static final SessionKey SESSION = new SessionKey(ADA, new SessionId("7"));

  /** What stores have on disk. A change of a line here makes old data unreadable. */
  private static Map<String, BoxId> golden() {
    Map<String, BoxId> golden = new LinkedHashMap<>();
    golden.put("a:ada", BoxId.inbox(ADA));
    golden.put("a:a:b", BoxId.inbox(new AgentId("a:b")));
    golden.put("s:ada/7", BoxId.inbox(SESSION));
    golden.put("o:ada", BoxId.outbox("ada"));
    golden.put("o:a/b c", BoxId.outbox("a/b c"));
    golden.put("t:a/b:c \ud83c\udf0d", BoxId.thread("a/b:c \ud83c\udf0d"));
    golden.put("d:", BoxId.DEAD_LETTERS);
    return golden;
  }

  @Test
  void theStoredFormOfEveryKindIsWhatItAlwaysWas() {
    golden()
        .forEach(
            (text, box) -> {
              assertThat(box.text()).isEqualTo(text);
              assertThat(BoxId.parse(text)).isEqualTo(box).hasSameHashCodeAs(box);
            });
  }

  @Test
  void boxesOfOneNameAndDifferentKindsAreDifferent() {
    assertThat(BoxId.inbox(ADA)).isNotEqualTo(BoxId.outbox("ada"));
    assertThat(BoxId.outbox("ada")).isNotEqualTo(BoxId.thread("ada"));
  }

  @Test
  void anInboxKnowsItsAgentAndASessionsInboxItsSession() {
    assertThat(BoxId.inbox(SESSION).agent()).isEqualTo(ADA);
    assertThat(BoxId.Inbox.named("ada")).isEqualTo(new BoxId.AgentInbox(ADA));
    assertThat(BoxId.Inbox.named("ada/7")).isEqualTo(new BoxId.SessionInbox(SESSION));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a", "ada", "x:ada", "a:", "a:ada/7", "s:ada", "s:ada/", "s:/7"})
  void aTextThatNamesNoBoxIsRefused(String text) {
    assertThatThrownBy(() -> BoxId.parse(text)).isInstanceOf(IllegalArgumentException.class);
  }
}
