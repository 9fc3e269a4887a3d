package dev.parley.brains.mcp;

import io.modelcontextprotocol.spec.McpSchema.AudioContent;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import io.modelcontextprotocol.spec.McpSchema.Content;
import io.modelcontextprotocol.spec.McpSchema.EmbeddedResource;
import io.modelcontextprotocol.spec.McpSchema.ImageContent;
import io.modelcontextprotocol.spec.McpSchema.ResourceLink;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import io.modelcontextprotocol.spec.McpSchema.TextResourceContents;
import java.util.List;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;

/** What a tool has answered, in words: of what is none it is said that it is there. */
final class ResultText {
  private static final JsonMapper JSON = new JsonMapper();

  private ResultText() {}

  static String of(CallToolResult result) {
    List<Content> parts = result.content() == null ? List.of() : result.content();
    if (parts.isEmpty() && result.structuredContent() != null) {
      return JSON.writeValueAsString(result.structuredContent());
    }
    return parts.stream().map(ResultText::of).collect(Collectors.joining("\n"));
  }

  private static String of(Content part) {
    return switch (part) {
      case TextContent text -> String.valueOf(text.text());
      case ImageContent image -> "[an image, " + image.mimeType() + "]";
      case AudioContent audio -> "[sound, " + audio.mimeType() + "]";
      case ResourceLink link -> "[" + link.name() + ": " + link.uri() + "]";
      case EmbeddedResource embedded ->
          embedded.resource() instanceof TextResourceContents text
              ? text.uri() + "\n" + text.text()
              : "[a file that is no text]";
      default -> "[" + part.type() + "]";
    };
  }
}
