package dev.parley.agents.context;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.address.SessionKey;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** That what was said in {@code main} cannot get into a turn with others is in the types. */
class TiersTest {

  @Test
  void nothingThatACommContextCanHoldCanHoldWhatWasSaidInMain() {
    Set<Class<?>> seen = new HashSet<>();
    Deque<Type> open = new ArrayDeque<>();
    open.add(CommContext.class);
    while (!open.isEmpty()) {
      Type type = open.poll();
      if (type instanceof ParameterizedType generic) {
        open.addAll(Arrays.asList(generic.getActualTypeArguments()));
        open.add(generic.getRawType());
      } else if (type instanceof Class<?> known && seen.add(known)) {
        if (known.getName().startsWith("dev.parley.agents.")) {
          Stream.of(known.getDeclaredFields())
              .filter(field -> !Modifier.isStatic(field.getModifiers()))
              .map(Field::getGenericType)
              .forEach(open::add);
        }
      }
    }
    assertThat(seen)
        .contains(CommHistory.class, CommSession.class, CommPin.class)
        .doesNotContain(
            MainHistory.class, MainContext.class, Pin.class, Object.class, Context.class);
  }

  @Test
  void onlyAHistoryOfItsOwnSessionGetsIn() {
    assertThat(CommContext.class.getDeclaredConstructors())
        .singleElement()
        .satisfies(
            constructor ->
                assertThat(constructor.getGenericParameterTypes())
                    .extracting(Type::getTypeName)
                    .noneMatch(name -> name.contains("Exchange") || name.contains("MainHistory")));
    assertThat(CommHistory.class.getDeclaredConstructors())
        .extracting(Constructor::getModifiers)
        .noneMatch(Modifier::isPublic);
    assertThat(MainHistory.class.getDeclaredConstructors())
        .extracting(Constructor::getModifiers)
        .noneMatch(Modifier::isPublic);
    assertThat(Modifier.isFinal(CommHistory.class.getModifiers())).isTrue();
    assertThat(Modifier.isFinal(CommContext.class.getModifiers())).isTrue();
  }

  @Test
  void whatWasPinnedWithoutSayingSoIsNotPinnedForTurnsWithOthers() {
    assertThatThrownBy(() -> CommPin.of(new Pin("1", "the vault opens with 4711", false, 0)))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(CommPin.of(new Pin("1", "be polite", true, 0)).text()).isEqualTo("be polite");
    assertThat(CommPin.class.getDeclaredConstructors())
        .extracting(Constructor::getModifiers)
        .allMatch(Modifier::isPrivate);
    assertThat(Modifier.isFinal(CommPin.class.getModifiers())).isTrue();
  }

  @Test
  void mainIsNoSessionWithOthers() {
    assertThatThrownBy(() -> new CommSession(SessionKey.parse("ada/main")))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
