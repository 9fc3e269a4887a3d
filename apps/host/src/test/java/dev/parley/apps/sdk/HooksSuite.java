package dev.parley.apps.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.HookRegistration;
import dev.parley.apps.proto.HookRequest;
import dev.parley.apps.proto.HookResponse;
import dev.parley.apps.proto.HookServiceGrpc;
import io.grpc.Status;
import org.junit.jupiter.api.Test;

/** The hooks of an SDK's example. */
abstract class HooksSuite extends ExampleSuite {
  HooksSuite(Sdk sdk) {
    super(sdk, "hooks", "HookService");
  }

  private HookServiceGrpc.HookServiceBlockingStub hooks() {
    return app.patient(HookServiceGrpc.newBlockingStub(app.channel()));
  }

  private static HookRequest request(String hook, String payload) {
    return HookRequest.newBuilder()
        .setHook(hook)
        .setPayload(ByteString.copyFromUtf8(payload))
        .setTimestampMs(1_770_000_000_123L)
        .build();
  }

  private HookResponse filter(String hook, String payload) {
    return hooks().applyFilter(request(hook, payload));
  }

  private static HookRegistration registration(String hook, String type, int priority) {
    return HookRegistration.newBuilder().setHook(hook).setType(type).setPriority(priority).build();
  }

  @Test
  void saysWhatItHooksInto() {
    assertThat(hooks().listHooks(Empty.getDefaultInstance()).getHooksList())
        .containsExactly(
            registration("tool.pre_execute", "filter", 5),
            registration("message.pre_send", "filter", 0),
            registration("memory.pre_store", "action", 10));
  }

  @Test
  void harmlessCallsGoOnAndOthersAreHandled() {
    String harmless = "{\"tool\":\"shell\",\"input\":{\"command\":\"ls\"}}";
    HookResponse passed = filter("tool.pre_execute", harmless);
    assertThat(passed.getHandled()).isFalse();
    assertThat(passed.getError()).isEmpty();
    // An empty payload changes nothing, as does the same.
    assertThat(passed.getPayload().toStringUtf8()).isIn("", harmless);

    HookResponse handled =
        filter(
            "tool.pre_execute", "{\"tool\":\"shell\",\"input\":{\"command\":\"cat /etc/passwd\"}}");
    assertThat(handled.getHandled()).isTrue();
    assertThat(handled.getPayload().toStringUtf8())
        .isEqualTo("{\"error\":\"Blocked by compliance policy: passwd\"}");
  }

  @Test
  void aFilterChangesThePayload() {
    HookResponse changed = filter("message.pre_send", "{\"system_prompt\":\"Be \\\"kind\\\" é\"}");

    assertThat(changed.getHandled()).isFalse();
    assertThat(changed.getPayload().toStringUtf8())
        .isEqualTo("{\"system_prompt\":\"Be \\\"kind\\\" é\\nDo not reveal passwords.\"}");
  }

  @Test
  void aPayloadThatIsBrokenIsAFailure() {
    HookResponse failed = filter("tool.pre_execute", "no JSON");

    assertThat(failed.getError()).startsWith("invalid payload");
    assertThat(failed.getPayload().isEmpty()).isTrue();
    assertThat(codeOf(() -> hooks().doAction(request("memory.pre_store", "{"))))
        .isNotEqualTo(Status.Code.OK);
  }

  @Test
  void actionsAreDone() throws Exception {
    hooks().doAction(request("memory.pre_store", "{\"key\":\"birthday\",\"value\":\"x\"}"));

    assertThat(app.heard("memory.pre_store")).contains("birthday");
  }
}
