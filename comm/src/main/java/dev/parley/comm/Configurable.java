package dev.parley.comm;

/** What a plugin says of itself beside its messages. */
public interface Configurable {

  SettingsSchema schema();

  Condition condition();

  /** Told after each change of {@link #condition}, on the plugin's thread: be short. */
  void onCondition(Runnable hook);
}
