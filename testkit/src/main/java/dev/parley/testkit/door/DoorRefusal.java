package dev.parley.testkit.door;

/** The door said no. */
public final class DoorRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String code;

  /**
   * @param code one of the protocol's codes; empty where the door gives only a reason
   */
  public DoorRefusal(String code, String message) {
    super(code + ": " + message);
    this.code = code;
  }

  public String code() {
    return code;
  }
}
