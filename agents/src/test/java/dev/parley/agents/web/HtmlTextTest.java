package dev.parley.agents.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HtmlTextTest {
  @Test
  void aPageIsItsTitleItsWordsAndWhereItsLinksLead() {
    assertThat(
            HtmlText.of(
                """
                <!doctype html><html><head><title>Tea &amp; more</title>
                <style>p { color: red }</style></head>
                <body><!-- <p>hidden</p> --><h1>Tea</h1><script>if (a < b) { alert("x") }</script>
                <p>We have   <b>green</b> and
                black&nbsp;tea &#8212; see <a class=x href="/list">the list</a>.</p>
                <ul><li>one<li>two</ul> 3 < 4 &unknown; &#x41;</body></html>\
                """))
        .isEqualTo(
            "Tea & more\n\nTea\nWe have green and black tea — see the list [/list].\none\ntwo\n"
                + "3 < 4 &unknown; A");
  }

  @Test
  void whatIsNeverEndedIsNoText() {
    assertThat(HtmlText.of("before<script>var x = 1;")).isEqualTo("before");
    assertThat(HtmlText.of("before<!-- for ever")).isEqualTo("before");
    assertThat(HtmlText.of("a <b")).isEqualTo("a <b");
    assertThat(HtmlText.of("")).isEmpty();
  }

  /** A page that was made to keep its reader busy is read as quickly as others. */
  @ParameterizedTest
  @ValueSource(strings = {"<", "<a", "< ", "&", "<!--", "<script>", "</", "<title>", "<a href="})
  @Timeout(20)
  void noPageKeepsItsReaderBusy(String piece) {
    String page = piece.repeat(2_000_000 / piece.length());
    assertThat(Duration.ofNanos(nanosOf(page))).isLessThan(Duration.ofSeconds(10));
    assertThat(Duration.ofNanos(nanosOf(page + ">"))).isLessThan(Duration.ofSeconds(10));
  }

  private static long nanosOf(String page) {
    long before = System.nanoTime();
    String _ = HtmlText.of(page);
    return System.nanoTime() - before;
  }
}
