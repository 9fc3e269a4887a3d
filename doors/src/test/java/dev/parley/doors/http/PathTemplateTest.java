package dev.parley.doors.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PathTemplateTest {

  @ParameterizedTest
  @CsvSource({
    "/api/agents/{id}, /api/agents/ada, {id=ada}",
    "/api/agents/{id}, /api/agents/a%2Fb+c%20d, {id=a/b+c d}",
    "/api/agents/{id}/inbox, /api/agents/ada/inbox, {id=ada}",
    "/a/{x}/{y}, /a/1/2, '{x=1, y=2}'",
    "/app/{file*}, /app/, {file=}",
    "/app/{file*}, /app/js/main.js, {file=js/main.js}"
  })
  void fits(String template, String path, String named) {
    assertThat(new PathTemplate(template).match(path)).hasToString(named);
  }

  @ParameterizedTest
  @CsvSource({
    "/api/agents/{id}, /api/agents",
    "/api/agents/{id}, /api/agents/",
    "/api/agents/{id}, /api/agents/ada/",
    "/api/agents/{id}, /api/agents/ada/inbox",
    "/api/agents/{id}, /API/agents/ada",
    "/app/{file*}, /app",
    "/app/{file*}, /other/x"
  })
  void doesNotFit(String template, String path) {
    assertThat(new PathTemplate(template).match(path)).isNull();
  }

  @Test
  void badEncodingIsNoPath() {
    assertThatThrownBy(() -> new PathTemplate("/a/{x}").match("/a/%zz"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
