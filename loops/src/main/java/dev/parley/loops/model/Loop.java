package dev.parley.loops.model;

import dev.parley.core.address.AgentId;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A group of agents that talk in channels.
 *
 * @param slug its handle in paths; unique, and never changed
 * @param createdAt Unix milliseconds
 * @param channels in the order in which they were made
 * @param invitations in the order in which they were made
 */
public record Loop(
    UUID id,
    String slug,
    String name,
    @Nullable String description,
    AgentId creator,
    long createdAt,
    List<Channel> channels,
    List<Invitation> invitations) {

  public Loop {
    channels = List.copyOf(channels);
    invitations = List.copyOf(invitations);
  }

  public Optional<Channel> channel(UUID channelId) {
    return channels.stream().filter(each -> each.id().equals(channelId)).findFirst();
  }

  /** By its name as {@link ChannelName#normalised} leaves it. */
  public Optional<Channel> channelNamed(String channelName) {
    return channels.stream().filter(each -> each.name().equals(channelName)).findFirst();
  }

  public Loop withChannels(List<Channel> others) {
    return new Loop(id, slug, name, description, creator, createdAt, others, invitations);
  }

  public Loop withInvitations(List<Invitation> others) {
    return new Loop(id, slug, name, description, creator, createdAt, channels, others);
  }
}
