package dev.parley.doors.mcp.tools;

import dev.parley.core.address.AgentId;
import dev.parley.core.blob.Blob;
import dev.parley.core.blob.Blobs;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.core.participants.Participants;
import dev.parley.doors.mcp.catalog.CallContext;
import dev.parley.doors.mcp.catalog.Caller;
import dev.parley.doors.mcp.catalog.ToolFailure;
import dev.parley.doors.mcp.catalog.ToolResult;
import dev.parley.doors.rpc.Json;
import dev.parley.identity.Principal;
import dev.parley.identity.authority.BlobAccess;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Base64;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Small files in and out. Large ones go over HTTP, which a model's context has no part in. */
final class AttachmentTools {
  static final int BYTES_MAX = 1 << 20;

  /** What a message that is sent may have attached. */
  static final String ATTACHMENTS =
      "'attachments':{'type':'array','maxItems':32,'items':{'type':'object'},"
          + "'description':'what store_attachment returned'}";

  private static final int LINKS_MAX = 32;
  private static final String OCTETS = "application/octet-stream";
  private static final Pattern TYPE = Pattern.compile("[a-z0-9][a-z0-9!#$&^_.+/-]{2,127}");

  private final BlobAccess blobs;
  private final Participants participants;

  AttachmentTools(BlobAccess blobs, Participants participants) {
    this.blobs = blobs;
    this.participants = participants;
  }

  void declare(Declarations declarations) {
    declarations.act(
        "store_attachment",
        "Store a file to attach",
        "Store a file of at most 1 MiB, as text or as base64; give what it returns to send_message"
            + " or reply as one of 'attachments'."
            + " Example: {\"name\":\"notes.md\",\"text\":\"# Notes\"}",
        "'name!':{'type':'string','minLength':1,'maxLength':255},"
            + "'text':{'type':'string'},"
            + "'base64':{'type':'string','description':'instead of text'},"
            + "'contentType':{'type':'string','description':'such as image/png'}",
        "'name!':{'type':'string'},'sha256!':{'type':'string'},"
            + "'size!':{'type':'integer'},'contentType!':{'type':'string'}",
        this::store);
    declarations.look(
        "read_attachment",
        "Read an attached file",
        "A file that a message you sent or received has attached, at most 1 MiB."
            + " Example: {\"sha256\":\"2cf24dba…\"} with all 64 digits",
        "'sha256!':{'type':'string'}",
        "'sha256!':{'type':'string'},'size!':{'type':'integer'},"
            + "'contentType!':{'type':'string'},'text':{'type':'string'},"
            + "'base64':{'type':'string'},'notice':{'type':'string'}",
        this::read);
  }

  private ToolResult store(CallContext context, ObjectNode arguments) {
    byte[] bytes = bytes(arguments);
    if (bytes.length > BYTES_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "a file has at most " + BYTES_MAX + " bytes here; larger ones go to POST /api/blobs");
    }
    AgentId self = Acting.as(context.caller(), arguments, participants);
    Principal by = new Principal.AgentPrincipal(self);
    try (Blobs.Upload upload = blobs.upload(by)) {
      upload.write(bytes, 0, bytes.length);
      Blob blob = blobs.finish(upload, type(arguments), by);
      return ToolResult.structured(
          about(blob, Json.object().put("name", arguments.path("name").asString())));
    }
  }

  private static byte[] bytes(ObjectNode arguments) {
    JsonNode text = arguments.path("text");
    JsonNode base64 = arguments.path("base64");
    if (text.isString() == base64.isString()) {
      throw new ToolFailure("give either 'text' or 'base64'");
    }
    if (text.isString()) {
      return text.asString().getBytes(StandardCharsets.UTF_8);
    }
    try {
      return Base64.getDecoder().decode(base64.asString());
    } catch (IllegalArgumentException e) {
      throw new ToolFailure("'base64' is not base64: " + e.getMessage());
    }
  }

  private static String type(ObjectNode arguments) {
    String given = arguments.path("contentType").asString("");
    if (given.isEmpty()) {
      return arguments.path("text").isString() ? "text/plain" : OCTETS;
    }
    if (!TYPE.matcher(given).matches() || given.indexOf('/') < 1) {
      throw new ToolFailure("'contentType' is no media type in lower case, such as image/png");
    }
    return given;
  }

  private static ObjectNode about(Blob blob, ObjectNode shown) {
    return shown
        .put("sha256", blob.sha256())
        .put("size", blob.size())
        .put("contentType", blob.contentType());
  }

  private ToolResult read(CallContext context, ObjectNode arguments) {
    String sha256 = arguments.path("sha256").asString();
    AgentId self = Acting.as(context.caller(), arguments, participants);
    Blob blob = blobs.find(sha256, reader(context.caller(), self));
    byte[] bytes = content(blob);
    ObjectNode shown = about(blob, Json.object());
    String text = text(bytes);
    if (text != null) {
      shown.put("text", text).put("notice", MessageView.NOTICE);
    } else {
      shown.put("base64", Base64.getEncoder().encodeToString(bytes));
    }
    if (!blob.contentType().startsWith("image/")) {
      return ToolResult.structured(shown);
    }
    ArrayNode content =
        Json.array()
            .add(
                Json.object()
                    .put("type", "image")
                    .put("data", Base64.getEncoder().encodeToString(bytes))
                    .put("mimeType", blob.contentType()));
    return new ToolResult(content, shown, false);
  }

  /** As a resource, for clients that follow links; null when there is none for this one. */
  @Nullable ObjectNode resource(Caller caller, String uri) {
    String sha256 = uri.substring(Uris.ATTACHMENT.length());
    Blob blob;
    try {
      blob = blobs.find(sha256, reader(caller, caller.self()));
    } catch (Refused e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return null;
      }
      throw e;
    }
    byte[] bytes = content(blob);
    String text = text(bytes);
    ObjectNode content = Json.object().put("uri", uri).put("mimeType", blob.contentType());
    return text != null
        ? content.put("text", text)
        : content.put("blob", Base64.getEncoder().encodeToString(bytes));
  }

  boolean isReadable(Caller caller, String uri) {
    try {
      Blob _ = blobs.find(uri.substring(Uris.ATTACHMENT.length()), reader(caller, caller.self()));
      return true;
    } catch (Refused e) {
      return false;
    }
  }

  /** The owner sees everything, but only while it acts as no agent. */
  private static Principal reader(Caller caller, AgentId self) {
    boolean asItself = !caller.fixed() && self.equals(caller.self());
    return caller.principal().isOwner() && asItself
        ? caller.principal()
        : new Principal.AgentPrincipal(self);
  }

  private static byte[] content(Blob blob) {
    if (blob.size() > BYTES_MAX) {
      throw new Refused(
          ErrorCode.TOO_LARGE,
          "it has "
              + blob.size()
              + " bytes, and at most "
              + BYTES_MAX
              + " are shown here; fetch it over HTTP: GET /api/blobs/"
              + blob.sha256());
    }
    try {
      return Files.readAllBytes(blob.file());
    } catch (IOException e) {
      throw new Refused(ErrorCode.STORE_UNAVAILABLE, "the file cannot be read: " + e.getMessage());
    }
  }

  private static @Nullable String text(byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return text.indexOf('\0') < 0 ? text : null;
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /**
   * Messages, with a link for each of which only a part is shown, and for every file that they have
   * attached.
   */
  static ToolResult withLinks(ObjectNode result) {
    ArrayNode content = Json.array().add(ToolResult.textBlock(Json.text(result)));
    for (JsonNode message : result.path("messages")) {
      if (message.has("truncated") && content.size() <= LINKS_MAX) {
        content.add(Preview.link(message));
      }
      for (JsonNode attachment : message.path("attachments")) {
        JsonNode sha256 = attachment.path("sha256");
        if (sha256.isString() && content.size() <= LINKS_MAX) {
          content.add(link(attachment, sha256.asString()));
        }
      }
    }
    return new ToolResult(content, result, false);
  }

  private static ObjectNode link(JsonNode attachment, String sha256) {
    ObjectNode link =
        Json.object()
            .put("type", "resource_link")
            .put("uri", Uris.ATTACHMENT + sha256)
            .put("name", attachment.path("name").asString(sha256));
    if (attachment.path("contentType").isString()) {
      link.put("mimeType", attachment.path("contentType").asString());
    }
    if (attachment.path("size").isIntegralNumber()) {
      link.put("size", attachment.path("size").asLong());
    }
    return link;
  }
}
