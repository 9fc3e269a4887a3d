package dev.parley.bench.scenario;

import dev.parley.bench.engine.Target;
import dev.parley.bench.fake.FakeHub;
import dev.parley.bench.load.HubLoad;
import dev.parley.bench.load.Round;
import dev.parley.bench.report.Spread;
import java.util.ArrayList;
import java.util.List;

/** How fast the load generator is when nothing behind it thinks or stores. */
final class Ceiling {
  private final Run run;

  Ceiling(Run run) {
    this.run = run;
  }

  void measure() throws Exception {
    List<Round> rounds = new ArrayList<>();
    try (Target fake = Target.fake(FakeHub.class, run.directory().resolve("ceiling"));
        HubLoad load =
            HubLoad.open("fake hub", fake.port(), fake.token(), run.settings().workload())) {
      long messages = run.settings().workload().evenly(run.settings().messages());
      for (int i = 0; i <= run.settings().rounds(); i++) {
        Round round = Round.measure(load, fake.process(), messages);
        run.say("ceiling %s %.0f k/s", i == 0 ? "warm-up" : "round " + i, round.perSecond() / 1e3);
        if (i > 0) {
          rounds.add(round);
        }
      }
    }
    run.report()
        .detail(
            "the load generator alone, against a hub that keeps nothing: %s; its processor time a message %.1f µs"
                .formatted(
                    Spread.of(rounds.stream().map(Round::perSecond).toList()).thousands(),
                    Spread.of(rounds.stream().map(Round::clientMicrosEach).toList()).median()));
  }
}
