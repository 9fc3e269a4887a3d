package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.parley.testkit.envelope.EnvelopeVector;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The contract notices doors that do less than they say, and doors that do more. */
class BehaviourCheckTest {
  private static final Map<Ability, String> WHOLE = Map.of();
  private static final Map<Ability, String> WITHOUT_BLOBS =
      Map.of(Ability.BLOBS, "Files go elsewhere.");
  private static final Set<Ability> NOTHING = Set.of();
  private static final Set<Ability> BLOBS = Set.of(Ability.BLOBS);

  private static final Executable SHOWN = () -> {};
  private static final Executable IMPOSSIBLE =
      () -> {
        throw new Cannot(Ability.BLOBS);
      };

  private static void passes(Set<Ability> needs, Map<Ability, String> lacks, Executable behaviour) {
    assertThatCode(() -> BehaviourCheck.check(needs, lacks, behaviour)).doesNotThrowAnyException();
  }

  private static void fails(
      Set<Ability> needs, Map<Ability, String> lacks, Executable behaviour, String why) {
    assertThatExceptionOfType(AssertionError.class)
        .isThrownBy(() -> BehaviourCheck.check(needs, lacks, behaviour))
        .withMessageContaining(why);
  }

  @Test
  void aBehaviourIsShownOrTheReasonIsKnown() {
    passes(NOTHING, WHOLE, SHOWN);
    passes(BLOBS, WHOLE, SHOWN);
    passes(NOTHING, WITHOUT_BLOBS, SHOWN);
    passes(BLOBS, WITHOUT_BLOBS, IMPOSSIBLE);
  }

  @Test
  void aDoorThatCannotDoSomethingHasToSayWhy() {
    fails(BLOBS, WHOLE, IMPOSSIBLE, "the door does not say");
  }

  @Test
  void aBehaviourHasToSayWhatItNeeds() {
    fails(NOTHING, WITHOUT_BLOBS, IMPOSSIBLE, "the behaviour does not say");
  }

  @Test
  void aDoorThatHasLearnedSomethingIsTakenOffTheList() {
    fails(BLOBS, WITHOUT_BLOBS, SHOWN, "but it can do this");
  }

  @Test
  void whatFailsIsNotTakenForALack() {
    fails(
        BLOBS,
        WITHOUT_BLOBS,
        () -> {
          throw new AssertionError("something else");
        },
        "something else");
  }

  @Test
  void theTableKnowsEverySuiteOfTheContract() {
    assertThat(DoorContract.SUITES)
        .containsExactlyInAnyOrderElementsOf(
            Arrays.stream(DoorContract.class.getDeclaredClasses())
                .filter(each -> each.isAnnotationPresent(Nested.class))
                .<Class<? extends DoorSuite>>map(each -> each.asSubclass(DoorSuite.class))
                .toList());
  }

  @Test
  void everyAbilityIsNeededByABehaviourOrAVector() {
    Set<Ability> needed = EnumSet.noneOf(Ability.class);
    EnvelopeVector.good().forEach(vector -> needed.addAll(VectorSuite.needs(vector)));
    for (Class<?> suite : DoorContract.SUITES) {
      DoorTable.behaviours(suite)
          .forEach(behaviour -> needed.addAll(BehaviourCheck.needs(suite, behaviour)));
    }

    assertThat(needed).containsExactlyInAnyOrder(Ability.values());
  }
}
