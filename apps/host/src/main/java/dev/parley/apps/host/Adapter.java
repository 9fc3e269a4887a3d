package dev.parley.apps.host;

/** Uses what apps provide, somewhere in the hub: as a tool, a channel, a brain, a hook. */
public interface Adapter {

  /**
   * Registers what the app provides. On the thread that launches the app, after its first health
   * check and before it is told its settings; may call the app and block.
   *
   * @return what ends it again; {@link Attachment#NONE} when the app provides nothing for this
   *     adapter
   * @throws dev.parley.core.error.Refused when it cannot be registered: the app runs on without,
   *     and the reason is a warning in the log and in what is told of the app
   */
  Attachment attach(RunningApp app) throws InterruptedException;

  /** What is registered for one life of an app. */
  interface Attachment extends AutoCloseable {
    Attachment NONE = () -> {};

    /** The app was told its settings: time to open streams. Must not block for long. */
    default void configured() {}

    /** Settings were changed while it runs, and the app was told them. */
    default void settingsChanged() {}

    /** Why what is registered does not work now; empty when all is well. */
    default String problem() {
      return "";
    }

    /**
     * Takes everything away again and ends streams. Before the process is stopped, or after it was
     * found dead; once.
     */
    @Override
    void close();
  }
}
