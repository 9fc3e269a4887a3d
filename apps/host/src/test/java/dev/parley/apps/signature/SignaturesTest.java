package dev.parley.apps.signature;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.parley.core.error.Refused;
import dev.parley.testkit.Vectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Check 10 of the acceptance list: who has signed what, bit by bit. */
class SignaturesTest {
  private static final Map<String, String> EXAMPLE =
      Vectors.of("apps/signatures.json").findFirst().orElseThrow();
  private static final Signer SIGNER =
      new Signer(HexFormat.of().parseHex(Vectors.value(EXAMPLE, "seed")));
  private static final byte[] MANIFEST = Vectors.value(EXAMPLE, "manifest").getBytes(UTF_8);

  @TempDir private Path folder;
  private Path binary;
  private Signatures signed;

  @BeforeEach
  void sign() throws IOException {
    binary = program(HexFormat.of().parseHex(Vectors.value(EXAMPLE, "binary")));
    signed = Signatures.make(SIGNER, MANIFEST, binary);
  }

  private Path program(byte[] bytes) throws IOException {
    return Files.write(folder.resolve("binary"), bytes);
  }

  private void refused(Signatures signatures, StoreKey key, byte[] manifest, String words) {
    assertThatThrownBy(() -> signatures.verify(key, manifest, binary))
        .isInstanceOf(Refused.class)
        .hasMessageContaining(words);
  }

  @Test
  void theWorkedExampleComesOutAsItStands() throws IOException {
    assertThat(MANIFEST).hasSize(100);
    assertThat(SIGNER.key().publicKey()).isEqualTo(EXAMPLE.get("publicKey"));
    assertThat(signed)
        .isEqualTo(
            new Signatures(
                SIGNER.key().id(),
                Vectors.value(EXAMPLE, "manifest_signature"),
                Vectors.value(EXAMPLE, "binary_sha256"),
                Vectors.value(EXAMPLE, "binary_signature")));
    signed.verify(SIGNER.key(), MANIFEST, binary);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    assertThat(Signatures.parse(signed.toJson())).isEqualTo(signed);
  }

  @Test
  void anyFlippedBitOfTheManifestIsRefused() {
    for (int bit = 0; bit < MANIFEST.length * 8; bit++) {
      byte[] changed = MANIFEST.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      refused(signed, SIGNER.key(), changed, "manifest.json is wrong");
    }
  }

  @Test
  void anyFlippedBitOfTheBinaryIsRefused() throws IOException {
    byte[] program = Files.readAllBytes(binary);
    for (int bit = 0; bit < program.length * 8; bit++) {
      byte[] changed = program.clone();
      changed[bit / 8] ^= (byte) (1 << bit % 8);
      binary = program(changed);
      refused(signed, SIGNER.key(), MANIFEST, "not the one that was signed");
    }
    binary = program(Arrays.copyOf(program, program.length + 1));
    refused(signed, SIGNER.key(), MANIFEST, "not the one that was signed");
  }

  /** Its hash alone says nothing: anybody can compute one. */
  @Test
  void theRightHashWithoutTheSignatureIsRefused() throws IOException {
    byte[] other = {0x7f, 'E', 'L', 'F', 9};
    binary = program(other);
    Signatures byAnother = Signatures.make(Signer.generate(), MANIFEST, binary);
    refused(
        new Signatures(
            signed.keyId(),
            signed.manifestSignature(),
            byAnother.binarySha256(),
            byAnother.binarySignature()),
        SIGNER.key(),
        MANIFEST,
        "signature of the binary is wrong");
  }

  @Test
  void anotherKeyIsRefusedByItsName() {
    refused(signed, Signer.generate().key(), MANIFEST, "key ID mismatch");
  }

  @Test
  void anotherKeyUnderTheSameNameIsRefused() {
    StoreKey liar = new StoreKey(SIGNER.key().id(), Signer.generate().key().publicKey());
    refused(signed, liar, MANIFEST, "manifest.json is wrong");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "x", "AAAA", "not base64!"})
  void signaturesThatAreNoneAreRefused(String signature) {
    refused(
        new Signatures("k", signature, signed.binarySha256(), signed.binarySignature()),
        new StoreKey("k", SIGNER.key().publicKey()),
        MANIFEST,
        "manifest.json is wrong");
  }

  /** In base64 with its padding, as one text only. */
  @Test
  void aSignatureIsWrittenInOneWay() {
    String unpadded = signed.manifestSignature().replace("=", "");
    refused(
        new Signatures(signed.keyId(), unpadded, signed.binarySha256(), signed.binarySignature()),
        SIGNER.key(),
        MANIFEST,
        "manifest.json is wrong");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "[]",
        "{}",
        "{\"key_id\":\"k\",\"algorithm\":\"rsa\"}",
        "{\"key_id\":\"k\",\"algorithm\":\"ed25519\",\"manifest_signature\":\"\",\"binary_sha256\":\"x\",\"binary_signature\":\"x\"}",
        "{\"key_id\":\"k\",\"algorithm\":\"ed25519\",\"manifest_signature\":\"x\",\"binary_sha256\":7}",
      })
  void aFileThatIsNoneIsRefused(String json) {
    assertThatThrownBy(() -> Signatures.parse(json.getBytes(UTF_8)))
        .isInstanceOf(Refused.class)
        .hasMessageContaining("signatures.json");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "AAAA", "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg"})
  void aKeyThatIsNoneIsRefused(String publicKey) {
    assertThatThrownBy(() -> new StoreKey("k", publicKey)).isInstanceOf(Refused.class);
  }

  @Test
  void theSecretIsNotPrinted() {
    assertThat(SIGNER.toString()).doesNotContain("0001020304").contains(SIGNER.key().id());
  }
}
