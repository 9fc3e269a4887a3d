package dev.parley.testkit.door;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Files that messages carry: only those who see a message get them. */
abstract class AttachmentSuite extends DoorSuite {
  private static final String UNKNOWN = "00ff".repeat(16);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static Letter attaching(TestAgent to, String sha256) {
    return Letter.to(to)
        .content("look at this")
        .with("attachments", List.of(Map.of("name", "report.txt", "sha256", sha256)));
  }

  @Test
  @Needs(Ability.ATTACHMENTS)
  void whoIsSentAFileMayHaveIt() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");
    TestAgent eve = agent("eve");
    byte[] file = bytes("a report for " + bob.id());
    String sha256 = door().stored(ada, file, "text/plain");

    as(ada).send(attaching(bob, sha256));

    assertThat(takeOne(bob).field("attachments"))
        .isEqualTo(List.of(Map.of("name", "report.txt", "sha256", sha256)));
    assertThat(door().fetched(bob, sha256)).isEqualTo(file);
    assertThat(door().fetched(eve, sha256)).as("for others").isNull();
  }

  @Test
  @Needs(Ability.ATTACHMENTS)
  void aFileThatTheHubDoesNotHaveCannotBeAttached() {
    TestAgent ada = agent("ada");
    TestAgent bob = agent("bob");

    assertRefused(() -> as(ada).send(attaching(bob, UNKNOWN)), "not_found");

    assertThat(inboxOf(bob)).isEmpty();
  }

  @Test
  @Needs(Ability.ATTACHMENTS)
  void aFileOfOthersCannotBeAttachedByWhoOnlyKnowsItsName() {
    TestAgent ada = agent("ada");
    TestAgent eve = agent("eve");
    String sha256 = door().stored(ada, bytes("a secret of " + ada.id()), "text/plain");

    assertRefused(() -> as(eve).send(attaching(eve, sha256)), "not_found");

    assertThat(inboxOf(eve)).isEmpty();
    assertThat(door().fetched(eve, sha256)).isNull();
  }

  @Test
  @Needs(Ability.BLOBS)
  void aFileOfOthersIsNotFoundByWhoOnlyKnowsItsName() {
    TestAgent ada = agent("ada");
    TestAgent eve = agent("eve");
    String sha256 = as(ada).upload(bytes("another secret of " + ada.id()), "text/plain");

    assertRefused(() -> as(eve).download(sha256), "not_found");
    assertRefused(() -> as(eve).download(UNKNOWN), "not_found");

    house().send(attaching(eve, sha256));
    assertThat(as(eve).download(sha256)).isEqualTo(bytes("another secret of " + ada.id()));
  }
}
