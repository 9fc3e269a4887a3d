package dev.parley.apps.sdk;

import org.junit.jupiter.api.Nested;

/** The examples in Rust. */
class RustSdkTest {
  @Nested
  class Calculator extends CalculatorSuite {
    Calculator() {
      super(Sdk.RUST);
    }
  }

  @Nested
  class Channel extends ChannelSuite {
    Channel() {
      super(Sdk.RUST);
    }
  }

  @Nested
  class Ui extends UiSuite {
    Ui() {
      super(Sdk.RUST);
    }
  }

  @Nested
  class Hooks extends HooksSuite {
    Hooks() {
      super(Sdk.RUST);
    }
  }
}
