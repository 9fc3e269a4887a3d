package dev.parley.apps.tools;

import dev.parley.agents.tools.Offered;
import dev.parley.apps.calls.Call;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.manifest.Manifest;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.ToolServiceGrpc;
import dev.parley.apps.proto.ToolServiceGrpc.ToolServiceBlockingStub;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks an app once what its tool is, and has agents use it while the app runs. */
public final class ToolAdapter implements Adapter {
  private static final Logger LOG = LoggerFactory.getLogger(ToolAdapter.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /** What providers of models take for a name; what servers bring begins otherwise. */
  private static final Pattern NAME = Pattern.compile("(?!mcp__)[A-Za-z][A-Za-z0-9_-]{0,63}");

  private static final List<Capability.Kind> KINDS =
      List.of(Capability.Kind.TOOL, Capability.Kind.VISION, Capability.Kind.BROWSER);

  private final AppTools tools;
  private final Function<String, Path> folder;

  /**
   * @param folder where an app with this id is, for what it says of the use of its tool
   */
  public ToolAdapter(AppTools tools, Function<String, Path> folder) {
    this.tools = tools;
    this.folder = folder;
  }

  @Override
  public Attachment attach(RunningApp app) throws InterruptedException {
    if (KINDS.stream().noneMatch(app::offers)) {
      return Attachment.NONE;
    }
    String id = app.id();
    ToolServiceBlockingStub stub = ToolServiceGrpc.newBlockingStub(app.channel());
    Empty none = Empty.getDefaultInstance();
    String name = Call.of(id, stub, PATIENCE, it -> it.name(none).getName());
    if (!NAME.matcher(name).matches()) {
      throw new Refused(
          ErrorCode.BAD_REQUEST,
          "'" + Call.reason(name) + "' cannot be the name of a tool of the app '" + id + "'");
    }
    warnOfOtherName(app, name);
    String description = Call.of(id, stub, PATIENCE, it -> it.description(none).getDescription());
    byte[] schema = Call.of(id, stub, PATIENCE, it -> it.schema(none).getSchema().toByteArray());
    boolean needsLeave =
        Call.of(id, stub, PATIENCE, it -> it.requiresApproval(none).getRequiresApproval());
    Offered offered =
        new Offered(
            name, Guidance.of(id, description, folder.apply(id)), ToolSchema.read(id, schema));
    AppTool tool = new AppTool(id, stub, offered, needsLeave, mayRunCommands(app.manifest()));
    tools.add(tool);
    return () -> tools.remove(tool);
  }

  private static void warnOfOtherName(RunningApp app, String name) {
    app.manifest().provides().stream()
        .filter(each -> each.kind() == Capability.Kind.TOOL && !each.name().equals(name))
        .forEach(
            each ->
                LOG.warn(
                    "the app '{}' provides {}, and calls its tool '{}': that is used",
                    app.id(),
                    each,
                    name));
  }

  /** What others have caused touches neither commands nor what they could be run with. */
  private static boolean mayRunCommands(Manifest manifest) {
    return manifest.permits("shell:exec") || manifest.permits("tool:shell");
  }
}
