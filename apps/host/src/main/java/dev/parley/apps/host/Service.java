package dev.parley.apps.host;

import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.proto.ChannelServiceGrpc;
import dev.parley.apps.proto.CommServiceGrpc;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.GatewayServiceGrpc;
import dev.parley.apps.proto.HealthCheckRequest;
import dev.parley.apps.proto.HealthCheckResponse;
import dev.parley.apps.proto.HookServiceGrpc;
import dev.parley.apps.proto.ScheduleServiceGrpc;
import dev.parley.apps.proto.SettingsMap;
import dev.parley.apps.proto.ToolServiceGrpc;
import dev.parley.apps.proto.UIServiceGrpc;
import io.grpc.MethodDescriptor;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A service that apps may have. All of one app share its health and its settings.
 *
 * @param configure null when it has no such call
 * @param kinds what it is behind
 */
record Service(
    MethodDescriptor<HealthCheckRequest, HealthCheckResponse> health,
    @Nullable MethodDescriptor<SettingsMap, Empty> configure,
    Set<Capability.Kind> kinds) {
  private static final Service GATEWAY =
      new Service(
          GatewayServiceGrpc.getHealthCheckMethod(),
          GatewayServiceGrpc.getConfigureMethod(),
          Set.of(Capability.Kind.GATEWAY));
  private static final Service TOOL =
      new Service(
          ToolServiceGrpc.getHealthCheckMethod(),
          ToolServiceGrpc.getConfigureMethod(),
          Set.of(Capability.Kind.TOOL, Capability.Kind.VISION, Capability.Kind.BROWSER));
  private static final Service CHANNEL =
      new Service(
          ChannelServiceGrpc.getHealthCheckMethod(),
          ChannelServiceGrpc.getConfigureMethod(),
          Set.of(Capability.Kind.CHANNEL));
  private static final Service COMM =
      new Service(
          CommServiceGrpc.getHealthCheckMethod(),
          CommServiceGrpc.getConfigureMethod(),
          Set.of(Capability.Kind.COMM));
  private static final Service UI =
      new Service(
          UIServiceGrpc.getHealthCheckMethod(),
          UIServiceGrpc.getConfigureMethod(),
          Set.of(Capability.Kind.UI));
  private static final Service SCHEDULE =
      new Service(
          ScheduleServiceGrpc.getHealthCheckMethod(),
          ScheduleServiceGrpc.getConfigureMethod(),
          Set.of(Capability.Kind.SCHEDULE));
  private static final Service HOOKS =
      new Service(
          HookServiceGrpc.getHealthCheckMethod(),
          /* configure= */ null,
          Set.of(Capability.Kind.HOOKS));

  private static final List<Service> ASKED =
      List.of(GATEWAY, TOOL, CHANNEL, COMM, UI, SCHEDULE, HOOKS);
  private static final List<Service> TOLD = List.of(GATEWAY, TOOL, COMM, CHANNEL, UI, SCHEDULE);

  Service {
    kinds = Set.copyOf(kinds);
  }

  private boolean isOf(Manifest manifest) {
    return kinds.stream().anyMatch(manifest::provides);
  }

  /** How such an app is asked whether it is well: by the first service it has, in a fixed order. */
  static MethodDescriptor<HealthCheckRequest, HealthCheckResponse> health(Manifest manifest) {
    return ASKED.stream().filter(each -> each.isOf(manifest)).findFirst().orElseThrow().health;
  }

  /** How it is told its settings: once, since its services share them; hooks are told none. */
  static Optional<MethodDescriptor<SettingsMap, Empty>> configure(Manifest manifest) {
    return TOLD.stream()
        .filter(each -> each.isOf(manifest))
        .findFirst()
        .map(each -> each.configure);
  }
}
