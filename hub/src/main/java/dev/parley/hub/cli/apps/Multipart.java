package dev.parley.hub.cli.apps;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.UUID;

/** A form with files, written to the disk: binaries are large. */
final class Multipart implements AutoCloseable {
  private final String boundary = "parley-" + UUID.randomUUID();
  private final Path file;
  private final OutputStream out;

  Multipart() throws IOException {
    file = Files.createTempFile("parley-upload", ".form");
    out = Files.newOutputStream(file);
  }

  Multipart text(String name, String value) throws IOException {
    head("form-data; name=\"" + name + "\"", "text/plain; charset=utf-8");
    write(value);
    write("\r\n");
    return this;
  }

  Multipart file(String name, Path content) throws IOException {
    head("form-data; name=\"" + name + "\"; filename=\"" + name + "\"", "application/octet-stream");
    Files.copy(content, out);
    write("\r\n");
    return this;
  }

  private void head(String disposition, String type) throws IOException {
    write("--" + boundary + "\r\nContent-Disposition: " + disposition + "\r\n");
    write("Content-Type: " + type + "\r\n\r\n");
  }

  /** Ends it; nothing can be added any more. */
  Path finish() throws IOException {
    write("--" + boundary + "--\r\n");
    out.close();
    return file;
  }

  String contentType() {
    return "multipart/form-data; boundary=" + boundary;
  }

  private void write(String text) throws IOException {
    out.write(text.getBytes(UTF_8));
  }

  @Override
  public void close() throws IOException {
    out.close();
    Files.deleteIfExists(file);
  }
}
