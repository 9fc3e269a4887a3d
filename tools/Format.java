import com.google.googlejavaformat.java.Main;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;

/**
 * Runs google-java-format over every Java file below a folder: {@code Format (check|fix) ROOT}. The
 * build starts it as a single-file program with the formatter's jar on the class path.
 */
final class Format {

  public static void main(String[] arguments) throws Exception {
    boolean fix = arguments[0].equals("fix");
    Path root = Path.of(arguments[1]).toAbsolutePath().normalize();

    List<String> files = javaFiles(root);
    if (files.isEmpty()) {
      return;
    }
    List<String> command =
        new ArrayList<>(fix ? List.of("--replace") : List.of("--dry-run", "--set-exit-if-changed"));
    command.addAll(files);

    var listed = new StringWriter();
    var errors = new PrintWriter(System.err, true, StandardCharsets.UTF_8);
    var nothing = new ByteArrayInputStream(new byte[0]);
    int status =
        new Main(new PrintWriter(listed), errors, nothing).format(command.toArray(String[]::new));
    errors.flush();

    List<String> unformatted = listed.toString().lines().toList();
    for (String file : unformatted) {
      System.err.println("not formatted: " + root.relativize(Path.of(file)));
    }
    if (!unformatted.isEmpty()) {
      System.err.println("Run bin/format, then build again.");
    } else if (status == 0) {
      System.out.println((fix ? "Formatted " : "Format is right in ") + files.size() + " files.");
    }
    System.exit(status);
  }

  private static List<String> javaFiles(Path root) throws IOException {
    List<String> files = new ArrayList<>();
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            String name = folder.getFileName().toString();
            boolean ours =
                folder.equals(root)
                    || !(name.equals("target")
                        || name.equals("node_modules")
                        || name.startsWith("."));
            return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (file.toString().endsWith(".java")) {
              files.add(file.toString());
            }
            return FileVisitResult.CONTINUE;
          }
        });
    files.sort(null);
    return files;
  }
}
