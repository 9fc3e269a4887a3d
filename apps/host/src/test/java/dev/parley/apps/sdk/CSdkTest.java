package dev.parley.apps.sdk;

import org.junit.jupiter.api.Nested;

/** The examples in C, built with sanitizers. */
class CSdkTest {
  @Nested
  class Calculator extends CalculatorSuite {
    Calculator() {
      super(Sdk.C);
    }
  }

  @Nested
  class Channel extends ChannelSuite {
    Channel() {
      super(Sdk.C);
    }
  }

  @Nested
  class Ui extends UiSuite {
    Ui() {
      super(Sdk.C);
    }
  }

  @Nested
  class Hooks extends HooksSuite {
    Hooks() {
      super(Sdk.C);
    }
  }
}
