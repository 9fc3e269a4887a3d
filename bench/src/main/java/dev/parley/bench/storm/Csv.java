package dev.parley.bench.storm;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** Second by second, for those who draw their own plots. */
record Csv(List<Outcome> outcomes) {
  void write(Path file) throws IOException {
    var text = new StringBuilder("law,second,attempts,back,backTotal\n");
    for (Outcome outcome : outcomes) {
      long total = 0;
      for (int second = 0; second < outcome.seconds(); second++) {
        long attempts = outcome.attemptsIn(second);
        long back = outcome.backIn(second);
        total += back;
        if (attempts > 0 || back > 0) {
          text.append('"').append(outcome.law().name()).append("\",").append(second).append(',');
          text.append(attempts).append(',').append(back).append(',').append(total).append('\n');
        }
      }
    }
    Files.writeString(file, text);
  }
}
