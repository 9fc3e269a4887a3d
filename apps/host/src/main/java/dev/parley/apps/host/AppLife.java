package dev.parley.apps.host;

import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.proto.HealthCheckRequest;
import dev.parley.apps.proto.SettingsMap;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.processes.Ending;
import dev.parley.processes.SupervisedProcess;
import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ManagedChannel;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ClientCalls;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An app from its first answer to its end. Changed by one thread at a time. */
final class AppLife implements RunningApp {
  private static final Logger LOG = LoggerFactory.getLogger(AppLife.class);

  private final Launcher.Cleared cleared;
  private final SupervisedProcess process;
  private final Sockets.Place place;
  private final ManagedChannel channel;
  private final Supplier<Map<String, String>> settings;
  private final Launcher launcher;

  /** Changed by one thread, asked by any. */
  private final List<Adapter.Attachment> attachments = new CopyOnWriteArrayList<>();

  private final List<String> warnings;
  private final long pid;

  AppLife(
      Launcher.Cleared cleared,
      SupervisedProcess process,
      Sockets.Place place,
      ManagedChannel channel,
      Supplier<Map<String, String>> settings,
      Launcher launcher) {
    this.cleared = cleared;
    this.process = process;
    this.place = place;
    this.channel = channel;
    this.settings = settings;
    this.launcher = launcher;
    this.warnings = new ArrayList<>(cleared.warnings());
    this.pid = ownPid();
  }

  /** That of the app itself: neither of what locks it in nor of what it has started. */
  private long ownPid() {
    return ProcessHandle.of(process.pid()).stream()
        .flatMap(head -> Stream.concat(Stream.of(head), head.descendants()))
        .filter(this::isApp)
        .filter(each -> each.parent().filter(this::isApp).isEmpty())
        .mapToLong(ProcessHandle::pid)
        .findFirst()
        .orElse(process.pid());
  }

  private boolean isApp(ProcessHandle process) {
    return AppFolder.isRunBy(process, cleared.binary());
  }

  static boolean isPermitted(Manifest manifest, Capability.Kind kind) {
    return kind.permissionPrefix().isEmpty() || manifest.permitsAny(kind.permissionPrefix());
  }

  @Override
  public Manifest manifest() {
    return cleared.manifest();
  }

  @Override
  public Channel channel() {
    return channel;
  }

  @Override
  public boolean offers(Capability.Kind kind) {
    return manifest().provides(kind) && isPermitted(manifest(), kind);
  }

  @Override
  public Map<String, String> settings() {
    return settings.get();
  }

  List<String> warnings() {
    return warnings;
  }

  /** What of it does not work at the moment, and why. */
  List<String> problems() {
    return attachments.stream()
        .map(Adapter.Attachment::problem)
        .filter(problem -> !problem.isEmpty())
        .toList();
  }

  long pid() {
    return pid;
  }

  String processName() {
    return process.name();
  }

  boolean isAlive() {
    return process.isLive();
  }

  CompletableFuture<?> ended() {
    return process.ended();
  }

  void writePid() throws IOException {
    cleared.folder().writePid(pid);
  }

  /**
   * @throws Refused when it is not well, or does not say so in time
   */
  void requireHealth() {
    if (!process.isLive()) {
      throw new Refused(ErrorCode.CONFLICT, "its process has ended");
    }
    boolean healthy;
    try {
      healthy =
          call(Service.health(manifest()), HealthCheckRequest.getDefaultInstance()).getHealthy();
    } catch (StatusRuntimeException e) {
      throw new Refused(ErrorCode.CONFLICT, "its health check failed: " + words(e.getStatus()));
    }
    if (!healthy) {
      throw new Refused(ErrorCode.CONFLICT, "it says that it is not healthy");
    }
  }

  private <Q, A> A call(MethodDescriptor<Q, A> method, Q request) {
    return ClientCalls.blockingUnaryCall(
        channel, method, CallOptions.DEFAULT.withDeadlineAfter(launcher.patience()), request);
  }

  /** Short: a description may hold anything that an app has sent. */
  private static String words(Status status) {
    String said = String.valueOf(status.getDescription()).replaceAll("\\p{Cntrl}", "?");
    return status.getCode() + ", " + said.substring(0, Math.min(said.length(), 200));
  }

  /** Lets the hub use what it provides, as far as each adapter can. */
  void attach(List<Adapter> adapters) throws InterruptedException {
    for (Adapter adapter : adapters) {
      try {
        attachments.add(adapter.attach(this));
      } catch (Refused refused) {
        LOG.warn("app {}: {}", id(), refused.getMessage());
        warnings.add(refused.getMessage());
      } catch (RuntimeException e) {
        LOG.error("app {} could not be attached", id(), e);
        warnings.add("a part of it could not be used; the hub's log says why");
      }
    }
  }

  /**
   * Tells it all its settings.
   *
   * @throws Refused when it does not take them
   */
  void configure() {
    var method = Service.configure(manifest());
    if (method.isEmpty()) {
      return;
    }
    try {
      var _ = call(method.get(), SettingsMap.newBuilder().putAllValues(settings()).build());
    } catch (StatusRuntimeException e) {
      throw new Refused(
          ErrorCode.CONFLICT, "it did not take its settings: " + words(e.getStatus()));
    }
  }

  void configured() {
    each("was configured", Adapter.Attachment::configured);
  }

  void settingsChanged() {
    each("has other settings", Adapter.Attachment::settingsChanged);
  }

  /** Takes what it provides away from the hub; what was taken away stays so. */
  void detach() {
    List<Adapter.Attachment> all = List.copyOf(attachments).reversed();
    each(all, "is detached", Adapter.Attachment::close);
    attachments.clear();
  }

  private void each(String what, Consumer<Adapter.Attachment> told) {
    each(attachments, what, told);
  }

  private void each(List<Adapter.Attachment> all, String what, Consumer<Adapter.Attachment> told) {
    for (Adapter.Attachment each : List.copyOf(all)) {
      try {
        told.accept(each);
      } catch (RuntimeException e) {
        LOG.error("app {}: something failed when it {}", id(), what, e);
      }
    }
  }

  /**
   * Takes it away and ends it: first its streams, for which it would wait, then its process. That
   * it may end with any exit code then means nothing.
   */
  void end() throws InterruptedException {
    detach();
    var _ = channel.shutdownNow();
    try {
      Ending ending = launcher.stop(process);
      LOG.info("app {} was stopped: {}", id(), ending);
    } finally {
      place.close();
      cleared.folder().removePid(pid);
    }
  }
}
