package dev.parley.hub;

import static com.tngtech.archunit.base.DescribedPredicate.alwaysTrue;
import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.lang.ArchRule;
import dev.parley.core.message.Sender;
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
    "processes",
    "doors",
    "loops",
    "agents",
    "brains",
    "memory",
    "traces",
    "apps",
    "bridges",
    "client",
    "comm",
    "wire",
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
  void tracesKnowOnlyCore() {
    knowsOnly("traces", "core");
  }

  @Test
  void theIndexOfMemoriesKnowsAgentsAndCore() {
    knowsOnly("memory", "agents", "core");
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
  void wireKnowsOnlyCore() {
    knowsOnly("wire", "core");
  }

  @Test
  void commKnowsCoreIdentityAndWhatItSpeaksWith() {
    knowsOnly("comm", "core", "identity", "wire", "client");
  }

  @Test
  void processesKnowOnlyCore() {
    knowsOnly("processes", "core");
  }

  @Test
  void loopsKnowCoreAndIdentity() {
    knowsOnly("loops", "core", "identity");
  }

  @Test
  void agentsKnowCoreIdentityAndProcesses() {
    knowsOnly("agents", "core", "identity", "processes");
  }

  @Test
  void brainsKnowAgentsAndWhatTheseKnow() {
    knowsOnly("brains", "agents", "core", "identity", "processes");
  }

  @Test
  void appsKnowAgentsCommAndWhatTheseKnow() {
    knowsOnly("apps", "core", "identity", "processes", "agents", "comm");
  }

  @Test
  void doorsKnowCoreAndTheServices() {
    knowsOnly("doors", "core", "wire", "identity", "loops", "agents", "apps", "processes", "comm");
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
            .ignoreDependency(
                alwaysTrue(),
                resideInAnyPackage(
                    "dev.parley.doors.http..",
                    "dev.parley.doors.json..",
                    "dev.parley.doors.rpc..",
                    // The transport of dialects, not the JSON dialect.
                    "dev.parley.doors.ws",
                    "dev.parley.doors.error..")));
  }

  /** So that nobody can speak in a name that has not been checked. */
  @Test
  void onlyIdentityAndCoreMakeSenders() {
    check(
        noClasses()
            .that()
            .resideOutsideOfPackages(
                "dev.parley.core..", "dev.parley.identity..", "dev.parley.testkit..")
            .should()
            .callConstructorWhere(target(owner(type(Sender.class)))));
  }

  @Test
  void theWebSocketTransportKnowsNoDialect() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.parley.doors.ws")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.parley.doors.ws.*.."));
  }

  @Test
  void theRoomsOfTheCoreKnowEachOtherInNoCircle() {
    check(slices().matching("dev.parley.core.(*)..").should().beFreeOfCycles());
  }

  @Test
  void noDoorReachesIntoTheStore() {
    check(
        noClasses()
            .that()
            .resideInAPackage("dev.parley.doors..")
            .should()
            .dependOnClassesThat()
            .haveFullyQualifiedName("dev.parley.core.store.MessageStore"));
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

  /** A rule that sees no class fails: a room that comes adds its own. */
  private static void check(ArchRule rule) {
    rule.check(PARLEY);
  }
}
