package dev.parley.identity.authority;

import dev.parley.core.address.AgentId;
import dev.parley.core.blob.Blob;
import dev.parley.core.blob.BlobHolders;
import dev.parley.core.blob.Blobs;
import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import dev.parley.identity.Principal;
import dev.parley.identity.Principal.AgentPrincipal;
import dev.parley.identity.Principal.Owner;
import dev.parley.identity.access.Action;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/**
 * Blobs as doors know them: whoever stores one holds it, and only who may see a message that
 * attaches it gets it. To others it does not exist, so knowing its name is worth nothing. Blocks.
 */
public final class BlobAccess {
  /** The largest that anybody may store here. */
  public static final long BYTES_MAX = 256L << 20;

  private final Blobs blobs;
  private final BlobHolders holders;
  private final Authority authority;
  private final long bytesPerAgentMax;

  /**
   * @param bytesPerAgentMax how much one agent may have stored; the owner is not limited
   */
  public BlobAccess(Blobs blobs, BlobHolders holders, Authority authority, long bytesPerAgentMax) {
    this.bytesPerAgentMax = bytesPerAgentMax;
    this.blobs = blobs;
    this.holders = holders;
    this.authority = authority;
  }

  /**
   * @throws Refused when this one has stored as much as it may
   */
  public Blobs.Upload upload(Principal by) {
    if (by instanceof AgentPrincipal(AgentId agent)) {
      holders.requireRoom(agent, bytesPerAgentMax);
    }
    return new Bounded(blobs.upload());
  }

  /** An upload that ends where a blob is large enough. */
  private static final class Bounded implements Blobs.Upload {
    private final Blobs.Upload inside;
    private long bytes;

    Bounded(Blobs.Upload inside) {
      this.inside = inside;
    }

    @Override
    public void write(byte[] chunk, int from, int length) {
      bytes += length;
      if (bytes > BYTES_MAX) {
        throw new Refused(ErrorCode.TOO_LARGE, "a blob has at most " + BYTES_MAX + " bytes");
      }
      inside.write(chunk, from, length);
    }

    @Override
    public Blob finish(String contentType) {
      return inside.finish(contentType);
    }

    @Override
    public void close() {
      inside.close();
    }
  }

  /** Makes an upload durable and notes who has stored it, before anybody is told. */
  public Blob finish(Blobs.Upload upload, String contentType, Principal by) {
    Blob blob = upload.finish(contentType);
    boolean _ = done(holders.onStored(blob.sha256(), blob.size(), by.scope(), bytesPerAgentMax));
    return blob;
  }

  /**
   * @throws Refused when there is none that this one may have
   */
  public Blob find(String sha256, Principal by) {
    Blob blob = mayHave(sha256, by) ? blobs.find(sha256).orElse(null) : null;
    if (blob == null) {
      throw new Refused(ErrorCode.NOT_FOUND, "there is no blob of this name");
    }
    return blob;
  }

  private boolean mayHave(String sha256, Principal by) {
    return switch (by) {
      case Owner _ -> true;
      case AgentPrincipal(AgentId agent) ->
          done(holders.mayHave(agent, sha256, whose -> mayReadBoxes(by, whose)));
    };
  }

  private boolean mayReadBoxes(Principal by, AgentId whose) {
    return authority.rules().isAbout(Action.READ) && authority.rules().read(by, whose).allowed();
  }

  private static <T> T done(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw Refused.of(e);
    }
  }
}
