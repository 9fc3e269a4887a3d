package dev.parley.dashboard.browser;

import static com.microsoft.playwright.assertions.PlaywrightAssertions.assertThat;
import static dev.parley.dashboard.browser.fake.FakeAppHost.manifest;
import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Frame;
import com.microsoft.playwright.Locator;
import dev.parley.apps.host.AppStatus;
import dev.parley.apps.proto.HttpRequest;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A page of an app tries to be the owner: docs/adr/0094. */
class HostilePageTest extends DashboardTest {
  private static final String ID = "com.example.evil";

  /** Each attempt writes what it came to; what it should not come to has the word BREACH in it. */
  private static final String PAGE =
      """
      <!doctype html><title>evil</title><ul id="log"></ul>
      <script>
        const hub = 'HUB';
        const log = document.querySelector('#log');
        const say = (what, came) => {
          const line = document.createElement('li');
          line.textContent = `${what}: ${came}`;
          log.append(line);
        };
        const attempt = async (what, action) => {
          try { say(what, `BREACH ${await action()}`); } catch (e) { say(what, `kept out (${e.name})`); }
        };
        const read = async (url, options) => {
          const answer = await fetch(url, options);
          if (!answer.ok) throw new Error(answer.status);
          return (await answer.text()).slice(0, 60);
        };
        (async () => {
          await attempt('cookies', () => { if (document.cookie) return document.cookie; throw new Error('none'); });
          await attempt('local storage', () => localStorage.length);
          await attempt('session storage', () => sessionStorage.getItem('parley-key') || 'open');
          await attempt('database', () => new Promise((yes, no) => { const o = indexedDB.open('x'); o.onsuccess = () => yes('open'); o.onerror = no; }));
          await attempt('parent document', () => parent.document.title);
          await attempt('parent key', () => parent.sessionStorage.getItem('parley-key'));
          await attempt('top location', () => { top.location.href; return top.location.href; });
          await attempt('dashboard api', () => read(`${hub}/api/agents`));
          await attempt('dashboard api with cookies', () => read(`${hub}/api/agents`, { credentials: 'include' }));
          await attempt('dashboard api blind', () => read(`${hub}/api/agents`, { mode: 'no-cors', credentials: 'include' }));
          await attempt('own host, other path', () => read('/api/me'));
          await attempt('other app', () => read('/api/v1/apps/com.example.victim/ui/'));
          await attempt('other app api', () => read('/api/v1/apps/com.example.victim/api/x', { method: 'POST' }));
          await attempt('beacon', () => { if (navigator.sendBeacon(`${hub}/api/apps/ID/stop`, '')) throw new Error('blind'); throw new Error('refused'); });
          await attempt('worker', () => navigator.serviceWorker.register('/api/v1/apps/ID/ui/worker.js'));
          await attempt('popup', () => { const w = open(hub); if (!w) throw new Error('none'); return 'popup'; });
          await attempt('socket', () => new Promise((yes, no) => { const s = new WebSocket(hub.replace('http', 'ws') + '/ws'); s.onopen = () => yes('open'); s.onerror = () => no(new Error('refused')); }));
          await attempt('frame of the dashboard', () => new Promise((yes, no) => { const f = document.createElement('iframe'); f.src = hub; f.onload = () => { try { yes(f.contentDocument.title); } catch (e) { no(e); } }; document.body.append(f); setTimeout(() => no(new Error('blocked')), 500); }));
          await attempt('top navigation', () => { if (top !== self) top.location = `${hub}/#/stolen`; throw new Error('asked'); });
          say('done', 'all tried');
        })();
      </script>
      """;

  @BeforeEach
  void twoApps() {
    hub.apps().put(manifest(ID, "1.0.0", "ui"), AppStatus.State.RUNNING, "");
    hub.apps().put(manifest("com.example.victim", "1.0.0", "ui"), AppStatus.State.RUNNING, "");
    hub.apps().page("com.example.victim", "index.html", "the victim's");
    hub.apps().page(ID, "worker.js", "");
    hub.apps().page(ID, "index.html", PAGE.replace("HUB", hub.address()).replace("ID", ID));
  }

  @Override
  protected boolean mayComplain() {
    return true; // the browser says what it keeps the page from
  }

  @Test
  void nothingThatItTriesGetsItAnywhere() {
    open("#/apps/" + ID + "?tab=pages");

    Locator log = page.frameLocator(".app-frame").locator("#log li");
    assertThat(log.last()).hasText("done: all tried");
    List<String> came = log.allTextContents();
    assertThat(came).hasSize(20);
    assertThat(came).noneMatch(each -> each.contains("BREACH"));
    assertThat(page.url()).startsWith(hub.address() + "/#/apps/" + ID);
    assertThat(hub.apps().find(ID).orElseThrow().state()).isEqualTo(AppStatus.State.RUNNING);
    assertThat(hub.apps().asked()).extracting(HttpRequest::getPath).isEmpty();
    // The owner is still signed in, and with the same cookie.
    assertThat(context.cookies(hub.address()).getFirst().value).isEqualTo("signed-in");
  }

  @Test
  void itCannotCarryWhatItKnowsAwayByGoingSomewhereElse() {
    hub.apps()
        .page(
            ID,
            "index.html",
            "<title>x</title><h1>here</h1><script>setTimeout(() => { location ="
                + " 'http://127.0.0.1:1/?stolen' }, 50)</script>");
    open("#/apps/" + ID + "?tab=pages");
    page.waitForRequest("**/ui/", () -> page.reload());

    page.waitForCondition(
        () -> page.frames().stream().map(Frame::url).anyMatch(url -> url.contains("chrome-error")));
    assertThat(page.frames()).noneMatch(frame -> frame.url().contains("127.0.0.1:1/"));
    assertThat(page.url()).startsWith(hub.address());
  }

  @Test
  void aPageThatSomebodyOpensOutsideOfTheDashboardIsInTheSandboxToo() {
    open("#/apps/" + ID + "?tab=pages");
    String url = page.locator(".app-frame").getAttribute("src");

    page.navigate(url);

    assertThat(page.locator("#log li").last()).hasText("done: all tried");
    assertThat(page.locator("#log li").allTextContents())
        .filteredOn(each -> !each.startsWith("top ") && !each.startsWith("parent "))
        .noneMatch(each -> each.contains("BREACH"));
    assertThat(page.evaluate("self.origin")).isEqualTo("null");
  }
}
