package dev.parley.apps.host;

import dev.parley.apps.manifest.Manifest;
import dev.parley.core.error.Refused;
import java.util.List;

/** Has a say in whether an app is launched, each time, before anything of it is started. */
@FunctionalInterface
public interface LaunchGate {
  LaunchGate OPEN = (_, _) -> List.of();

  /**
   * On the thread that launches; may block, within limits of its own.
   *
   * @return what people should know although it may be launched
   * @throws Refused saying why it may not
   */
  List<String> check(AppFolder folder, Manifest manifest) throws InterruptedException;
}
