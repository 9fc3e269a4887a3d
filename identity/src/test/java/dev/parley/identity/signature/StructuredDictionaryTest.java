package dev.parley.identity.signature;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.Refused;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StructuredDictionaryTest {
  private static final String KEY_STARTS = "abcxyz*";
  private static final String KEY_RESTS = "abcxyz*0189_-.";

  private static SequencedMap<String, Member> parse(String... lines) {
    return StructuredDictionary.parse("test", List.of(lines));
  }

  @Test
  void aDictionaryIsReadWithListsItemsAndParameters() {
    SequencedMap<String, Member> read =
        parse("a=(\"x\" \"y\";q);created=1;s=\"a\\\"b\\\\\", b=:aGk=:;t=tok/en, c", "d=?0");
    assertThat(read.sequencedKeySet()).containsExactly("a", "b", "c", "d");
    assertThat(read.get("a").serialized()).isEqualTo("(\"x\" \"y\";q);created=1;s=\"a\\\"b\\\\\"");
    assertThat(read.get("b").serialized()).isEqualTo(":aGk=:;t=tok/en");
    assertThat(read.get("c").serialized()).isEqualTo("?1");
    assertThat(read.get("d").serialized()).isEqualTo("?0");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "A=1",
        "a=",
        "a=1,",
        "a=1,,b=2",
        "a=1 b=2",
        "a=(1",
        "a=(1(",
        "a=(1;2)",
        "a=\"x",
        "a=\"\\n\"",
        "a=\"\t\"",
        "a=\"é\"",
        "a=:aGk:",
        "a=:aGk=",
        "a=:a-_=:",
        "a=:aGl=:",
        "a=?2",
        "a=1.5",
        "a=-",
        "a=01",
        "a=-0",
        "a=1234567890123456",
        "a=1;b=1;b=2",
        "a=1, a=2",
        "a=(1\t2)",
        "a=@2020",
        "=1"
      })
  void whatIsNoDictionaryIsRefused(String text) {
    assertThatThrownBy(() -> parse(text)).isInstanceOf(Refused.class);
  }

  @Test
  void whatIsTooLongOrTooManyIsRefused() {
    assertThatThrownBy(() -> parse("a=\"" + "x".repeat(9_000) + "\"")).isInstanceOf(Refused.class);
    assertThatThrownBy(() -> parse("a=(" + "1 ".repeat(100) + ")")).isInstanceOf(Refused.class);
    String many =
        new Random(1)
            .ints(0, 1_000_000)
            .distinct()
            .limit(40)
            .mapToObj(i -> "k" + i + "=1")
            .collect(Collectors.joining(", "));
    assertThatThrownBy(() -> parse(many)).isInstanceOf(Refused.class);
  }

  /** What is written from anything that can be read is read as the same again. */
  @ParameterizedTest
  @ValueSource(longs = {1, 7, 42, 1_000})
  void whatWasWrittenIsReadAsItWas(long seed) {
    Random random = new Random(seed);
    for (int i = 0; i < 2_000; i++) {
      SequencedMap<String, Member> members = new LinkedHashMap<>();
      for (int n = random.nextInt(5); n >= 0; n--) {
        members.put(key(random), member(random));
      }
      String text =
          members.entrySet().stream()
              .map(each -> each.getKey() + "=" + each.getValue().serialized())
              .collect(Collectors.joining(random.nextBoolean() ? ", " : ",\t"));
      assertThat(parse(text)).as("seed %d: %s", seed, text).isEqualTo(members);
    }
  }

  /** Any bytes are read or refused, and nothing else happens. */
  @ParameterizedTest
  @ValueSource(longs = {1, 7, 42})
  void noiseIsReadOrRefused(long seed) {
    Random random = new Random(seed);
    String alphabet = "ab01=;,:\"\\()? \t-.*é\u0000";
    int read = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "a=" : "");
      for (int n = random.nextInt(12); n > 0; n--) {
        text.append(alphabet.charAt(random.nextInt(alphabet.length())));
      }
      try {
        SequencedMap<String, Member> once = parse(text.toString());
        String again =
            once.entrySet().stream()
                .map(each -> each.getKey() + "=" + each.getValue().serialized())
                .collect(Collectors.joining(", "));
        assertThat(parse(again)).isEqualTo(once);
        read++;
      } catch (Refused refused) {
        assertThat(refused).hasMessageContaining("'test'");
      }
    }
    assertThat(read).isPositive();
  }

  private static String key(Random random) {
    StringBuilder key =
        new StringBuilder().append(KEY_STARTS.charAt(random.nextInt(KEY_STARTS.length())));
    for (int n = random.nextInt(6); n > 0; n--) {
      key.append(KEY_RESTS.charAt(random.nextInt(KEY_RESTS.length())));
    }
    return key.toString();
  }

  private static Member member(Random random) {
    if (random.nextBoolean()) {
      return item(random);
    }
    List<Member.Item> items = new ArrayList<>();
    for (int n = random.nextInt(4); n > 0; n--) {
      items.add(item(random));
    }
    return new Member.InnerList(items, parameters(random));
  }

  private static Member.Item item(Random random) {
    return new Member.Item(bare(random), parameters(random));
  }

  private static Map<String, Bare> parameters(Random random) {
    Map<String, Bare> parameters = new LinkedHashMap<>();
    for (int n = random.nextInt(3); n > 0; n--) {
      parameters.put(key(random), bare(random));
    }
    return parameters;
  }

  private static Bare bare(Random random) {
    return switch (random.nextInt(5)) {
      case 0 -> new Bare.Whole(random.nextLong(-999_999_999_999_999L, 1_000_000_000_000_000L));
      case 1 -> {
        StringBuilder text = new StringBuilder();
        for (int n = random.nextInt(10); n > 0; n--) {
          text.append((char) random.nextInt(0x20, 0x7f));
        }
        yield new Bare.Text(text.toString());
      }
      case 2 -> new Bare.Token("t" + random.nextInt(100) + "/x:y");
      case 3 -> new Bare.Flag(random.nextBoolean());
      default -> {
        byte[] bytes = new byte[random.nextInt(20)];
        random.nextBytes(bytes);
        yield new Bare.Bytes(bytes);
      }
    };
  }
}
