package dev.parley.testkit.door;

import java.lang.reflect.Method;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.InvocationInterceptor;
import org.junit.jupiter.api.extension.ReflectiveInvocationContext;
import org.junit.jupiter.api.function.Executable;

/**
 * Holds a door to what it says about itself. A behaviour that needs nothing the door lacks has to
 * be shown. One that does is run as well, and has to end where the driver says that it cannot: a
 * door that has learned something must be taken off the list.
 */
final class BehaviourCheck implements InvocationInterceptor {

  @Override
  public void interceptTestMethod(
      Invocation<@Nullable Void> invocation,
      ReflectiveInvocationContext<Method> method,
      ExtensionContext context)
      throws Throwable {
    TestDoor door =
        context.getRequiredTestInstances().findInstance(DoorContract.class).orElseThrow().door();
    check(
        needs(method.getTargetClass(), method.getExecutable()), door.lacks(), invocation::proceed);
  }

  /**
   * Runs a behaviour.
   *
   * @throws AssertionError when the door does what it says it cannot, or the other way round
   */
  static void check(Set<Ability> needs, Map<Ability, String> lacks, Executable behaviour)
      throws Throwable {
    try {
      behaviour.execute();
    } catch (Cannot e) {
      Ability missing = e.ability();
      if (!needs.contains(missing)) {
        throw new AssertionError("the behaviour does not say that it needs " + missing, e);
      }
      if (!lacks.containsKey(missing)) {
        throw new AssertionError("the door does not say that, and why, it lacks " + missing, e);
      }
      return;
    }
    for (Ability ability : needs) {
      if (lacks.containsKey(ability)) {
        throw new AssertionError("the door says that it lacks " + ability + ", but it can do this");
      }
    }
  }

  /** What a behaviour needs, by itself and by the suite it is in. */
  static Set<Ability> needs(Class<?> suite, Method behaviour) {
    Set<Ability> needs = EnumSet.noneOf(Ability.class);
    for (Class<?> each = suite; each != null; each = each.getSuperclass()) {
      add(needs, each.getDeclaredAnnotation(Needs.class));
    }
    add(needs, behaviour.getAnnotation(Needs.class));
    return needs;
  }

  private static void add(Set<Ability> needs, @Nullable Needs more) {
    if (more != null) {
      needs.addAll(List.of(more.value()));
    }
  }
}
