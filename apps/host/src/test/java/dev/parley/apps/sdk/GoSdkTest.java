package dev.parley.apps.sdk;

import org.junit.jupiter.api.Nested;

/** The examples in Go. */
class GoSdkTest {
  @Nested
  class Calculator extends CalculatorSuite {
    Calculator() {
      super(Sdk.GO);
    }
  }

  @Nested
  class Channel extends ChannelSuite {
    Channel() {
      super(Sdk.GO);
    }
  }

  @Nested
  class Ui extends UiSuite {
    Ui() {
      super(Sdk.GO);
    }
  }

  @Nested
  class Hooks extends HooksSuite {
    Hooks() {
      super(Sdk.GO);
    }
  }
}
