package dev.parley.doors.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.mcp.catalog.Tool;
import org.junit.jupiter.api.Test;

class DeclarationsTest {

  private static Tool declared(String input) {
    Declarations declarations = new Declarations();
    declarations.look(
        "look",
        "Look",
        "It's what it does.",
        input,
        "'seen':{'type':'boolean'}",
        (_, _) -> {
          throw new UnsupportedOperationException();
        });
    return declarations.tools().getFirst();
  }

  @Test
  void anApostropheInATextIsKept() {
    Tool tool = declared("'name':{'type':'string','description':\"the agent's name\"}");

    assertThat(tool.input().at("/properties/name/description").asString())
        .isEqualTo("the agent's name");
  }

  @Test
  void whatMustBeGivenHasAnExclamationMark() {
    Tool tool = declared("'name!':{'type':'string'},'title':{'type':'string'}");

    assertThat(tool.input().path("required")).hasSize(1);
    assertThat(tool.input().at("/required/0").asString()).isEqualTo("name");
    assertThat(tool.input().path("properties").propertyNames()).containsExactly("name", "title");
  }
}
