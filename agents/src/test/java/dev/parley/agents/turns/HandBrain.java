package dev.parley.agents.turns;

import dev.parley.agents.brain.Brain;
import dev.parley.agents.brain.BrainEvent;
import dev.parley.agents.brain.BrainRequest;
import dev.parley.agents.brain.Outcome;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** A brain that a test thinks for. */
final class HandBrain implements Brain {
  private final BlockingQueue<BrainRequest> asked = new LinkedBlockingQueue<>();
  private final BlockingQueue<Outcome> outcomes = new LinkedBlockingQueue<>();
  private final List<BrainRequest> all = new CopyOnWriteArrayList<>();

  @Override
  public Outcome run(BrainRequest request, Consumer<BrainEvent> events)
      throws InterruptedException {
    all.add(request);
    asked.add(request);
    Outcome outcome = outcomes.take();
    events.accept(new BrainEvent.Text(outcome.text()));
    return outcome;
  }

  /** What it is asked next; waits for it. */
  BrainRequest next() throws InterruptedException {
    BrainRequest request = asked.poll(30, TimeUnit.SECONDS);
    if (request == null) {
      throw new AssertionError("nobody asked");
    }
    return request;
  }

  /** What the messages of the next request say. */
  List<String> nextContents() throws InterruptedException {
    return next().messages().stream().map(each -> String.valueOf(each.draft().content())).toList();
  }

  void answer(String text) {
    outcomes.add(new Outcome.Answered(text));
  }

  void end(Outcome outcome) {
    outcomes.add(outcome);
  }

  int askedSoFar() {
    return all.size();
  }
}
