package dev.parley.stores.nats;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** An authority that signs certificates of servers, made anew for a test with the JDK's tool. */
final class TestAuthority {
  private static final String PASSWORD = "changeit";

  private final Path folder;

  TestAuthority(Path folder) throws Exception {
    this.folder = Files.createDirectories(folder);
    keytool("-genkeypair -alias ca -keyalg EC -dname CN=Test -ext bc:c -validity 2", "ca.p12");
    keytool("-exportcert -rfc -alias ca -file " + folder.resolve("ca.pem"), "ca.p12");
  }

  /** What those who trust it have to know. */
  Path certificate() {
    return folder.resolve("ca.pem");
  }

  /**
   * The part of a server's configuration that makes it speak TLS.
   *
   * @param name such as {@code ip:127.0.0.1}
   */
  String configuration(String name) throws Exception {
    Path request = folder.resolve("request.pem");
    Path certificate = folder.resolve("server.pem");
    Path key = folder.resolve("server.key");
    keytool("-genkeypair -alias server -keyalg EC -dname CN=Server -validity 2", "server.p12");
    keytool("-certreq -alias server -file " + request, "server.p12");
    keytool(
        "-gencert -rfc -alias ca -validity 2 -ext san=%s -infile %s -outfile %s"
            .formatted(name, request, certificate),
        "ca.p12");
    Files.writeString(key, privateKey());
    return "tls { cert_file: \"%s\", key_file: \"%s\" }".formatted(certificate, key);
  }

  private String privateKey() throws Exception {
    KeyStore store = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(folder.resolve("server.p12"))) {
      store.load(in, PASSWORD.toCharArray());
    }
    byte[] key = store.getKey("server", PASSWORD.toCharArray()).getEncoded();
    String lines = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII)).encodeToString(key);
    return "-----BEGIN PRIVATE KEY-----\n" + lines + "\n-----END PRIVATE KEY-----\n";
  }

  private void keytool(String options, String store) throws Exception {
    Path keytool = Path.of(System.getProperty("java.home"), "bin", "keytool");
    List<String> command = new ArrayList<>(List.of(keytool.toString()));
    command.addAll(List.of(options.split(" ")));
    command.addAll(List.of("-keystore", folder.resolve(store).toString(), "-storepass", PASSWORD));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), US_ASCII);
    if (process.waitFor() != 0) {
      throw new IllegalStateException(options + ": " + said);
    }
  }
}
