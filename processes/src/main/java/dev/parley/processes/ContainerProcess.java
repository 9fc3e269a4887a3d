package dev.parley.processes;

import dev.parley.processes.container.RunningContainer;
import java.io.OutputStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** A container, in which all ends that its first process has started when that ends. */
final class ContainerProcess implements Workload {
  private final RunningContainer container;

  ContainerProcess(RunningContainer container) {
    this.container = container;
  }

  @Override
  public long pid() {
    return container.pid();
  }

  @Override
  public long startedAt() {
    return 0; // it is known by its labels
  }

  @Override
  public OutputStream input() {
    throw new IllegalStateException("containers are not talked with");
  }

  @Override
  public List<Thread> read(ProcessLog log, @Nullable OutputReader talks) {
    return List.of(
        Thread.ofVirtual()
            .name("parley-output-" + pid())
            .start(() -> log.drain(container.output())));
  }

  @Override
  public boolean await(Duration longest) throws InterruptedException {
    try {
      int _ = container.exited().get(longest.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int await() throws InterruptedException {
    try {
      return container.exited().get();
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public int exitCode() {
    return container.exited().getNow(-1);
  }

  @Override
  public boolean end(Duration grace) throws InterruptedException {
    return container.end(grace);
  }

  @Override
  public void tidyUp() {
    container.forget();
  }
}
