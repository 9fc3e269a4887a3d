package dev.parley.hub.cli.output;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.parley.client.json.JsonObject;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The process's streams. What a command was asked for goes to out, everything else to err. */
public final class Console {
  private final PrintWriter out;
  private final PrintWriter err;
  private final InputStream in;
  private final boolean terminal;
  private final boolean colours;

  /** What can keep typed text from being shown; null where input is no terminal's. */
  private final java.io.@Nullable Console keyboard;

  public Console(Writer out, Writer err, InputStream in, boolean terminal, boolean colours) {
    this(out, err, in, terminal, colours, null);
  }

  private Console(
      Writer out,
      Writer err,
      InputStream in,
      boolean terminal,
      boolean colours,
      java.io.@Nullable Console keyboard) {
    this.out = new PrintWriter(out, false);
    this.err = new PrintWriter(err, true);
    this.in = in;
    this.terminal = terminal;
    this.colours = colours;
    this.keyboard = keyboard;
  }

  /** UTF-8 whatever the locale says: JSON is, and so are the messages. */
  @SuppressWarnings("SystemConsoleNull") // It is null for the implementation in java.base.
  public static Console ofProcess(Map<String, String> environment) {
    java.io.Console process = System.console();
    boolean terminal = process != null && process.isTerminal();
    boolean plain = environment.containsKey("NO_COLOR") || "dumb".equals(environment.get("TERM"));
    return new Console(
        new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), UTF_8),
        new OutputStreamWriter(new FileOutputStream(FileDescriptor.err), UTF_8),
        System.in,
        terminal,
        terminal && !plain,
        process);
  }

  public PrintWriter out() {
    return out;
  }

  public PrintWriter err() {
    return err;
  }

  /** For commands that read as it comes. */
  public InputStream in() {
    return in;
  }

  public boolean isTerminal() {
    return terminal;
  }

  /** Our own words; foreign ones have gone through {@link Escaped}. */
  public void line(String text) {
    out.println(text);
  }

  public void json(JsonObject document) {
    out.println(Escaped.json(document.raw()));
  }

  public void note(String text) {
    out.flush();
    err.println(text);
  }

  public void flush() {
    out.flush();
    err.flush();
  }

  /** Nobody reads any more: {@code parley listen … | head}. */
  public boolean isBroken() {
    return out.checkError();
  }

  public String bold(String text) {
    return colours ? "\u001b[1m" + text + "\u001b[0m" : text;
  }

  public String dim(String text) {
    return colours ? "\u001b[2m" + text + "\u001b[0m" : text;
  }

  public String green(String text) {
    return colours ? "\u001b[32m" + text + "\u001b[0m" : text;
  }

  public String yellow(String text) {
    return colours ? "\u001b[33m" + text + "\u001b[0m" : text;
  }

  public String red(String text) {
    return colours ? "\u001b[31m" + text + "\u001b[0m" : text;
  }

  /** Everything that is piped in. */
  public String input() throws IOException {
    return new String(in.readAllBytes(), UTF_8);
  }

  /** Asks for what must not be seen, and reads a line; null when nobody can answer. */
  public @Nullable String askSecret(String question) throws IOException {
    if (!terminal) {
      return null;
    }
    out.flush();
    err.print(question);
    err.flush();
    if (keyboard != null) {
      char[] typed = keyboard.readPassword();
      return typed == null ? null : new String(typed);
    }
    // By the byte: the next line is for the next question.
    var line = new ByteArrayOutputStream();
    for (int each = in.read(); each >= 0 && each != '\n'; each = in.read()) {
      line.write(each);
    }
    return line.toString(UTF_8).stripTrailing();
  }

  /** Asks and reads a line; null when nobody can answer. */
  public @Nullable String ask(String question) throws IOException {
    if (!terminal) {
      return null;
    }
    out.flush();
    err.print(question);
    err.flush();
    return new BufferedReader(new InputStreamReader(in, UTF_8)).readLine();
  }
}
