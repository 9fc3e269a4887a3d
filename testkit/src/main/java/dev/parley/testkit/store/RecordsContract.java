package dev.parley.testkit.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Small values by table and key. */
public interface RecordsContract extends StoreFixture {

  @Test
  default void aRecordIsReadBackUntilItIsReplacedOrDeleted() {
    commit(commit -> commit.put("agents", "ada", utf8("one")));
    assertThat(store().record("agents", "ada")).contains(utf8("one"));

    commit(commit -> commit.put("agents", "ada", utf8("two")));
    assertThat(store().record("agents", "ada")).contains(utf8("two"));

    commit(commit -> commit.delete("agents", "ada"));
    assertThat(store().record("agents", "ada")).isEmpty();
  }

  @Test
  default void theLastChangeInACommitCounts() {
    commit(
        commit -> {
          commit.put("agents", "ada", utf8("one"));
          commit.delete("agents", "ada");
          commit.put("agents", "ada", utf8("two"));
          commit.put("agents", "bob", utf8("one"));
          commit.delete("agents", "bob");
          commit.delete("agents", "never there");
        });

    assertThat(listed("agents")).containsExactly("ada=two");
  }

  @Test
  default void aTableIsListedInTheOrderOfItsKeysUtf8() {
    commit(
        commit -> {
          for (String key : List.of("b", "", "ä", "a/c", "\uFFFD", "🌍", "a", "Z")) {
            commit.put("table", key, utf8("1"));
          }
        });

    assertThat(listed("table"))
        .containsExactly("=1", "Z=1", "a=1", "a/c=1", "b=1", "ä=1", "\uFFFD=1", "🌍=1");
  }

  @Test
  default void tablesDoNotMix() {
    commit(
        commit -> {
          commit.put("agent", "s", utf8("1"));
          commit.put("agents", "", utf8("2"));
          commit.put("agent", "", new byte[0]);
        });

    assertThat(listed("agent")).containsExactly("=", "s=1");
    assertThat(listed("agents")).containsExactly("=2");
    assertThat(listed("other")).isEmpty();
    assertThat(store().record("agents", "s")).isEmpty();
  }

  @Test
  default void theTablesThatHoldSomethingAreListed() {
    assertThat(store().tables()).isEmpty();
    commit(
        commit -> {
          commit.put("b", "1", utf8("1"));
          commit.put("b", "2", utf8("1"));
          commit.put("a", "", utf8("1"));
          commit.put("ab", "", utf8("1"));
          commit.put("gone", "1", utf8("1"));
        });
    commit(commit -> commit.delete("gone", "1"));

    assertThat(store().tables()).containsExactly("a", "ab", "b");
  }

  private List<String> listed(String table) {
    List<String> records = new ArrayList<>();
    store()
        .forEachRecord(
            table,
            (key, value) -> records.add(key + "=" + new String(value, StandardCharsets.UTF_8)));
    return records;
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
