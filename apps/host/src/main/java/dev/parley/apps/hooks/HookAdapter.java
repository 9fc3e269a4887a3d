package dev.parley.apps.hooks;

import dev.parley.agents.hooks.HookPoint;
import dev.parley.apps.calls.Call;
import dev.parley.apps.host.Adapter;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.proto.Empty;
import dev.parley.apps.proto.HookList;
import dev.parley.apps.proto.HookRegistration;
import dev.parley.apps.proto.HookServiceGrpc;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks an app once what it wants to hear of. What it may not hear of is left out. */
public final class HookAdapter implements Adapter {
  private static final Logger LOG = LoggerFactory.getLogger(HookAdapter.class);
  private static final Duration PATIENCE = Duration.ofSeconds(5);
  private static final int SUBSCRIPTIONS_MAX = 100;
  private static final int USUAL_PRIORITY = 10;

  private final HookDispatch dispatch;

  public HookAdapter(HookDispatch dispatch) {
    this.dispatch = dispatch;
  }

  @Override
  public Attachment attach(RunningApp app) throws InterruptedException {
    if (!app.offers(Capability.Kind.HOOKS)) {
      return Attachment.NONE;
    }
    HookList list =
        Call.of(
            app.id(),
            HookServiceGrpc.newBlockingStub(app.channel()),
            PATIENCE,
            stub -> stub.listHooks(Empty.getDefaultInstance()));
    HookedApp hooked = new HookedApp(app);
    List<HookDispatch.Subscription> subscriptions = new ArrayList<>();
    for (HookRegistration each : list.getHooksList()) {
      Optional<HookPoint> point = HookPoint.named(each.getHook());
      String problem = problem(app, each, point, subscriptions.size());
      if (problem.isEmpty()) {
        subscriptions.add(
            new HookDispatch.Subscription(
                hooked,
                point.orElseThrow(),
                each.getType().equals("filter"),
                each.getPriority() == 0 ? USUAL_PRIORITY : each.getPriority()));
      } else {
        LOG.warn(
            "the app '{}' does not hook in at '{}': {}",
            app.id(),
            Call.reason(each.getHook()),
            problem);
      }
    }
    dispatch.register(hooked, subscriptions);
    return () -> dispatch.remove(hooked);
  }

  private static String problem(
      RunningApp app, HookRegistration wanted, Optional<HookPoint> point, int before) {
    if (point.isEmpty()) {
      return "there is no such hook";
    }
    if (!wanted.getType().equals("filter") && !wanted.getType().equals("action")) {
      return "it must be an action or a filter";
    }
    if (!app.manifest().permits("hook:" + wanted.getHook())) {
      return "it lacks the permission hook:" + wanted.getHook();
    }
    return before < SUBSCRIPTIONS_MAX ? "" : "it wants too many";
  }
}
