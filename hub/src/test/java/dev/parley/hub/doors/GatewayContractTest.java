package dev.parley.hub.doors;

import dev.parley.testkit.door.DoorContract;
import dev.parley.testkit.door.TestDoor;
import java.nio.file.Path;

class GatewayContractTest extends DoorContract {
  @Override
  protected TestDoor open(Path folder) throws Exception {
    return new GatewayTestDoor(HubUnderTest.start(folder));
  }
}
