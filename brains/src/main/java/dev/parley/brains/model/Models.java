package dev.parley.brains.model;

import dev.langchain4j.model.anthropic.AnthropicStreamingChatModel;
import dev.langchain4j.model.chat.StreamingChatModel;
import dev.langchain4j.model.ollama.OllamaStreamingChatModel;
import dev.langchain4j.model.openai.OpenAiStreamingChatModel;

/** Makes LangChain4j's models of endpoints. */
final class Models {
  private Models() {}

  static StreamingChatModel of(Endpoint endpoint, BlockingHttp http) {
    // The libraries refuse an empty key, also where the endpoint wants none.
    String key = endpoint.key().isEmpty() ? "none" : endpoint.key().value();
    boolean thinks = endpoint.thinkingTokens() > 0;
    return switch (endpoint.provider()) {
      case ANTHROPIC -> {
        var builder =
            AnthropicStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(endpoint.url())
                .apiKey(key)
                .modelName(endpoint.model())
                .maxTokens(endpoint.maxTokens() + endpoint.thinkingTokens())
                .returnThinking(true)
                .sendThinking(true);
        if (thinks) {
          builder.thinkingType("enabled").thinkingBudgetTokens(endpoint.thinkingTokens());
        }
        yield builder.build();
      }
      case OPENAI -> {
        var builder =
            OpenAiStreamingChatModel.builder()
                .httpClientBuilder(http)
                .baseUrl(endpoint.url())
                .apiKey(key)
                .modelName(endpoint.model())
                .returnThinking(true);
        // OpenAI itself has left the old name; those who speak like it know the old one.
        yield endpoint.url().equals(Endpoint.Provider.OPENAI.url())
            ? builder.maxCompletionTokens(endpoint.maxTokens() + endpoint.thinkingTokens()).build()
            : builder.maxTokens(endpoint.maxTokens() + endpoint.thinkingTokens()).build();
      }
      case OLLAMA ->
          OllamaStreamingChatModel.builder()
              .httpClientBuilder(http)
              .baseUrl(endpoint.url())
              .modelName(endpoint.model())
              .numPredict(endpoint.maxTokens() + endpoint.thinkingTokens())
              .think(thinks ? true : null)
              .returnThinking(true)
              .build();
    };
  }
}
