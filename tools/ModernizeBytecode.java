import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassFile.ConstantPoolSharingOption;
import java.lang.classfile.ClassFileVersion;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassTransform;
import java.lang.classfile.CodeTransform;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Lifts the classes of jars to a class file version that HotSpot keeps in CDS archives: {@code
 * ModernizeBytecode JAR...}, in place. Classes older than Java 6 carry no stack maps and are left
 * out of archives, so a command line parser compiled for Java 5 is parsed and verified anew on
 * every start. A jar without such classes is left untouched, down to its time stamp, which archives
 * check.
 */
final class ModernizeBytecode {

  private static final int FIRST_WITH_STACK_MAPS = ClassFile.JAVA_7_VERSION;

  public static void main(String[] jars) throws Exception {
    for (String jar : jars) {
      modernize(Path.of(jar).toAbsolutePath());
    }
  }

  private static void modernize(Path jar) throws IOException {
    // Worked on beside the jar and moved over it, so that nobody ever sees half of it.
    Path draft = jar.resolveSibling(jar.getFileName() + ".draft");
    Files.copy(jar, draft, StandardCopyOption.REPLACE_EXISTING);
    int changed;
    try (var classes = new URLClassLoader(new URL[] {jar.toUri().toURL()});
        var contents =
            FileSystems.newFileSystem(
                URI.create("jar:" + draft.toUri()), Map.<String, Object>of())) {
      changed = rewrite(contents, compilerThatKnows(classes));
    }
    if (changed == 0) {
      Files.delete(draft);
    } else {
      Files.move(draft, jar, StandardCopyOption.REPLACE_EXISTING);
      System.out.println("Lifted " + changed + " classes of " + jar.getFileName());
    }
  }

  private static int rewrite(FileSystem contents, ClassFile compiler) throws IOException {
    List<Path> old;
    try (Stream<Path> files = Files.walk(contents.getPath("/"))) {
      old = files.filter(ModernizeBytecode::isOldClass).toList();
    }
    // Passing every method body through a transform into a new constant pool writes its stack maps.
    ClassTransform lift =
        ClassTransform.transformingMethodBodies(CodeTransform.ACCEPT_ALL)
            .andThen(
                (builder, element) ->
                    builder.with(
                        element instanceof ClassFileVersion
                            ? ClassFileVersion.of(FIRST_WITH_STACK_MAPS, 0)
                            : element));
    for (Path file : old) {
      Files.write(file, compiler.transformClass(compiler.parse(Files.readAllBytes(file)), lift));
    }
    return old.size();
  }

  private static ClassFile compilerThatKnows(ClassLoader classes) {
    return ClassFile.of(
        ConstantPoolSharingOption.NEW_POOL,
        ClassFile.ClassHierarchyResolverOption.of(
            ClassHierarchyResolver.ofResourceParsing(classes)
                .orElse(ClassHierarchyResolver.defaultResolver())));
  }

  private static boolean isOldClass(Path file) {
    if (!file.toString().endsWith(".class")) {
      return false;
    }
    try (var in = Files.newInputStream(file)) {
      byte[] header = in.readNBytes(8);
      int major = (header[6] & 0xff) << 8 | header[7] & 0xff;
      return major < ClassFile.JAVA_6_VERSION;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
