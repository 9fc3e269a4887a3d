package dev.parley.core.message;

/** How far a task has come, as its messages say it. */
public enum TaskStatus implements EnvelopeField.Choice {
  SUBMITTED("submitted"),
  WORKING("working"),
  INPUT_REQUIRED("input-required"),
  COMPLETED("completed"),
  FAILED("failed"),
  CANCELED("canceled");

  private final String wireName;

  TaskStatus(String wireName) {
    this.wireName = wireName;
  }

  @Override
  public String wireName() {
    return wireName;
  }
}
