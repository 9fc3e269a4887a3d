package dev.parley.loops.model;

import dev.parley.core.error.ErrorCode;
import dev.parley.core.error.Refused;
import java.util.Locale;

/** What a member may do in its loop, beside reading and writing. */
public enum Role {
  /** Everything, deleting the loop included. */
  OWNER,
  /** Invite, remove members, make and delete channels. */
  ADMIN,
  MEMBER;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** May it change channels, invitations and members? */
  public boolean manages() {
    return this != MEMBER;
  }

  /**
   * @throws Refused when there is no such role
   */
  public static Role parse(String text) {
    for (Role role : values()) {
      if (role.wireName().equals(text)) {
        return role;
      }
    }
    throw new Refused(
        ErrorCode.BAD_REQUEST, "'role' must be owner, admin or member, not '" + text + "'");
  }
}
