package dev.parley.apps.gateways;

import dev.parley.apps.host.Adapter;
import dev.parley.apps.host.RunningApp;
import dev.parley.apps.manifest.Capability;
import dev.parley.apps.proto.GatewayServiceGrpc;

/** Makes an app that brings models a brain while it runs. */
public final class GatewayAdapter implements Adapter {
  private final Gateways gateways;

  public GatewayAdapter(Gateways gateways) {
    this.gateways = gateways;
  }

  @Override
  public Attachment attach(RunningApp app) {
    if (!app.offers(Capability.Kind.GATEWAY)) {
      return Attachment.NONE;
    }
    Gateway gateway = new Gateway(app, GatewayServiceGrpc.newBlockingStub(app.channel()));
    gateways.add(gateway);
    return () -> gateways.remove(gateway);
  }
}
