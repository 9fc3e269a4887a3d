package dev.parley.apps.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.parley.apps.proto.HttpRequest;
import dev.parley.apps.proto.HttpResponse;
import dev.parley.apps.proto.UIServiceGrpc;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The pages of an SDK's example. */
abstract class UiSuite extends ExampleSuite {
  UiSuite(Sdk sdk) {
    super(sdk, "ui", "UIService");
  }

  private HttpResponse ask(HttpRequest.Builder request) {
    return app.patient(UIServiceGrpc.newBlockingStub(app.channel())).handleRequest(request.build());
  }

  private HttpResponse get(String path, String query) {
    return ask(HttpRequest.newBuilder().setMethod("GET").setPath(path).setQuery(query));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          /status           | ''           | {"status":"ok"}
          /search           | q=a%20b%2B+c | {"q":"a b+ c"}
          /search           | x=1&q=%C3%A9 | {"q":"é"}
          /search           | ''           | {"q":""}
          /items/plain      | ''           | {"name":"plain"}
          /items/a%20b%2Fc  | ''           | {"name":"a b/c"}
          /items/%C3%A9%25  | ''           | {"name":"é%"}
          """)
  void answersAQuestion(String path, String query, String body) {
    HttpResponse answer = get(path, query);

    assertThat(answer.getStatusCode()).isEqualTo(200);
    assertThat(answer.getHeadersMap()).containsEntry("Content-Type", "application/json");
    assertThat(answer.getBody().toStringUtf8().strip()).isEqualTo(body);
  }

  @Test
  void bodiesAndHeadersGoThereAndBack() {
    byte[] body = new byte[3 << 20];
    new Random(1).nextBytes(body);

    HttpResponse answer =
        ask(
            HttpRequest.newBuilder()
                .setMethod("POST")
                .setPath("/echo")
                .putAllHeaders(Map.of("Content-Type", "image/x-noise", "x-echo", "à, b"))
                .setBody(ByteString.copyFrom(body)));

    assertThat(answer.getStatusCode()).isEqualTo(201);
    assertThat(answer.getHeadersMap())
        .containsEntry("Content-Type", "image/x-noise")
        .containsEntry("X-Echo", "à, b");
    assertThat(answer.getBody().toByteArray()).isEqualTo(body);
  }

  @Test
  void whatIsNotThereIsNotFoundAndWrongMethodsAreRefused() {
    assertThat(get("/nowhere", "").getStatusCode()).isEqualTo(404);
    assertThat(get("/", "").getStatusCode()).isEqualTo(404);
    assertThat(get("/echo", "").getStatusCode()).isEqualTo(405);
    assertThat(ask(HttpRequest.newBuilder().setMethod("DELETE").setPath("/status")).getStatusCode())
        .isEqualTo(405);
    assertThat(ask(HttpRequest.newBuilder().setPath("/status")).getStatusCode())
        .as("no method is GET")
        .isEqualTo(200);
  }
}
