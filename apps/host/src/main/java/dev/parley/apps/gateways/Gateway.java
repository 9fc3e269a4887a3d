package dev.parley.apps.gateways;

import dev.parley.apps.host.RunningApp;
import dev.parley.apps.proto.GatewayServiceGrpc.GatewayServiceBlockingStub;
import dev.parley.apps.proto.UserContext;
import dev.parley.core.message.Sender;

/** One life of an app that brings models. */
record Gateway(RunningApp app, GatewayServiceBlockingStub stub) {
  private static final String TOKEN = "token";

  /** Hubs have no plans; apps are told of one in any case. */
  private static final String PLAN = "local";

  /** Whose request it is; with the token only where the owner lets the app have that. */
  UserContext user() {
    UserContext.Builder user = UserContext.newBuilder().setUserId(Sender.OWNER_NAME).setPlan(PLAN);
    if (app.manifest().permits("user:token")) {
      user.setToken(app.settings().getOrDefault(TOKEN, ""));
    }
    return user.build();
  }
}
