package dev.parley.hub;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The order of walls: core knows nobody, rooms know core and what is written beside them here, and
 * only the hub knows them all. Maven's modules hold the coarse half of this; packages that share a
 * module are held apart here. Plain tests, because Surefire runs no {@code @ArchTest} field.
 */
class DependencyDirectionTest {

  private static final String[] ROOMS = {
    "core",
    "stores",
    "identity",
    "search",
    "doors",
    "loops",
    "agents",
    "apps",
    "bridges",
    "client",
    "hub",
    "testkit",
    "bench"
  };

  private static final JavaClasses PARLEY =
      new ClassFileImporter()
          .withImportOption(new DoNotIncludeTests())
          .importPackages("dev.parley");

  @Test
  void coreKnowsNoOtherRoom() {
    knowsOnly("core");
  }

  @Test
  void storesKnowOnlyCore() {
    knowsOnly("stores", "core");
  }

  @Test
  void searchKnowsOnlyCore() {
    knowsOnly("search", "core");
  }

  @Test
  void identityKnowsOnlyCore() {
    knowsOnly("identity", "core");
  }

  @Test
  void clientKnowsOnlyCore() {
    knowsOnly("client", "core");
  }

  @Test
  void bridgesKnowOnlyCore() {
    knowsOnly("bridges", "core");
  }

  @Test
  void loopsKnowCoreAndIdentity() {
    knowsOnly("loops", "core", "identity");
  }

  @Test
  void agentsKnowCoreAndIdentity() {
    knowsOnly("agents", "core", "identity");
  }

  @Test
  void appsKnowCoreIdentityAndAgents() {
    knowsOnly("apps", "core", "identity", "agents");
  }

  @Test
  void doorsKnowCoreAndTheServices() {
    knowsOnly("doors", "core", "identity", "loops", "agents", "apps");
  }

  @Test
  void nobodyKnowsTheHub() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.parley..")
            .and()
            .resideOutsideOfPackages("dev.parley.hub..", "dev.parley.bench..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.parley.hub.."));
  }

  @Test
  void doorsAreStrangersToEachOther() {
    check(
        slices()
            .matching("dev.parley.doors.(*)..")
            .should()
            .notDependOnEachOther()
            .ignoreDependency(alwaysTrue(), resideInAPackage("dev.parley.doors.http.."))
            .ignoreDependency(alwaysTrue(), resideInAPackage("dev.parley.doors.json..")));
  }

  @Test
  void storesAreStrangersToEachOther() {
    check(slices().matching("dev.parley.stores.(*)..").should().notDependOnEachOther());
  }

  private static void knowsOnly(String room, String... neighbours) {
    String[] forbidden =
        Stream.of(ROOMS)
            .filter(other -> !other.equals(room) && !Arrays.asList(neighbours).contains(other))
            .map(other -> "dev.parley." + other + "..")
            .toArray(String[]::new);
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.parley." + room + "..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(forbidden));
  }

  /** A room that is still empty breaks no rule. */
  private static void check(ArchRule rule) {
    rule.allowEmptyShould(true).check(PARLEY);
  }
}
