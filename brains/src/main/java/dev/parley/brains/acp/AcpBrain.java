package dev.parley.brains.acp;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import dev.parley.brains.harness.HarnessSetting;
import dev.parley.core.error.Refused;
import java.util.function.Consumer;

/** A harness that thinks for agents, each of which has a process of its own. */
public final class AcpBrain implements Brain {
  private final HarnessSetting setting;
  private final AcpCrew crew;

  public AcpBrain(HarnessSetting setting, AcpCrew crew) {
    this.setting = setting;
    this.crew = crew;
  }

  @Override
  public String model() {
    String model = setting.model();
    return model == null ? "" : model;
  }

  @Override
  public Outcome run(BrainRequest request, Consumer<BrainEvent> events)
      throws InterruptedException {
    try {
      AcpHarness harness = crew.join(request.session().agent(), setting);
      try {
        return harness.turn(request, events);
      } finally {
        crew.leave(request.session().agent(), harness);
      }
    } catch (Refused e) {
      return new Outcome.Failed(String.valueOf(e.getMessage()));
    }
  }
}
