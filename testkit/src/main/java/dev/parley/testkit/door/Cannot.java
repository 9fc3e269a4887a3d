package dev.parley.testkit.door;

/** Thrown by a driver that is asked for something its door has no way to do. */
public final class Cannot extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Ability ability;

  public Cannot(Ability ability) {
    super("no door for this: it would have to be one that " + ability.text());
    this.ability = ability;
  }

  public Ability ability() {
    return ability;
  }
}
