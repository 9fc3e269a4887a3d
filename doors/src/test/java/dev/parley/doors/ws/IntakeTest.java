package dev.parley.doors.ws;

import static org.assertj.core.api.Assertions.assertThat;

import dev.parley.doors.http.DoorConfig;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.embedded.EmbeddedChannel;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When a connection is read, and when it is not. */
class IntakeTest {
  private final ChannelInboundHandlerAdapter place = new ChannelInboundHandlerAdapter();
  private final EmbeddedChannel channel = new EmbeddedChannel(place);
  private final ChannelHandlerContext context = channel.pipeline().context(place);
  private final Intake intake =
      new Intake(
          DoorConfig.Limits.DEFAULT,
          new FrameReader(
              (_, _) -> {
                throw new IllegalStateException("it is in no pipeline");
              }),
          context);

  @Test
  void oneThatIsSlowedDownTakesNothingUntilItsTimeIsOver() {
    channel.freezeTime();
    intake.slowDown(Duration.ofMillis(500));
    intake.adjust();

    assertThat(intake.isFull()).isTrue();
    assertThat(channel.config().isAutoRead()).isFalse();

    channel.advanceTimeBy(499, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    assertThat(channel.config().isAutoRead()).isFalse();

    channel.advanceTimeBy(1, TimeUnit.MILLISECONDS);
    channel.runScheduledPendingTasks();
    assertThat(intake.isFull()).isFalse();
    assertThat(channel.config().isAutoRead()).isTrue();
  }

  @Test
  void whatIsAnsweredMeanwhileDoesNotEndThePause() {
    channel.freezeTime();
    intake.onRequest(10);
    intake.slowDown(Duration.ofMillis(500));
    intake.adjust();
    intake.onAnswered(10);
    intake.adjust();

    assertThat(channel.config().isAutoRead()).isFalse();
  }
}
