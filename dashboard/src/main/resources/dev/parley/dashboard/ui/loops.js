import { html, nothing } from 'lit';
import { api } from './api.js';
import { plain } from './chat-text.js';
import { chats } from './chats.js';
import { Part } from './element.js';
import { hub } from './hub.js';
import { icon } from './icons.js';
import { href, router } from './route.js';
import { say } from './toasts.js';
import './chat.js';
import './loop.js';

/**
 * Loops and what is said in them: at the left all loops with their channels and all direct conversations, beside them a
 * channel (`acme/general`), a loop (`acme`) or a conversation of two (`@ada`).
 */
class LoopsView extends Part {
  static properties = { members: { state: true }, direct: { state: true }, problem: { state: true } };

  #membersOf = '';
  #opened = '';

  connectedCallback() {
    super.connectedCallback();
    this.hears(chats, ['load'], () => this.#loadMembers(true));
    if (!chats.loops) chats.load();
  }

  get #place() {
    const { subject } = router.current;
    if (subject.startsWith('@')) return { peer: subject.slice(1) };
    const cut = subject.indexOf('/');
    return cut < 0 ? { slug: subject } : { slug: subject.slice(0, cut), channel: subject.slice(cut + 1) };
  }

  willUpdate() {
    this.#loadMembers(false);
    this.#open();
  }

  /** Those who take part in the channel that is shown, for naming them. */
  async #loadMembers(isAgain) {
    const { slug, channel } = this.#place;
    const place = channel ? `${slug}/${channel}` : '';
    if (place === this.#membersOf && !isAgain) return;
    if (place !== this.#membersOf) this.members = [];
    this.#membersOf = place;
    if (!place) return;
    const { members } = await api.channelMembers(slug, channel).catch(() => ({ members: [] }));
    if (place === this.#membersOf) this.members = members.map(({ agent }) => agent);
  }

  async #open() {
    const { peer } = this.#place;
    if (!peer || peer === this.#opened) return;
    this.#opened = peer;
    this.problem = '';
    try {
      await chats.with(peer);
    } catch (e) {
      if (this.#opened === peer) this.problem = e.message;
    }
  }

  async #create(event) {
    event.preventDefault();
    const form = event.target;
    try {
      const { loop } = await api.createLoop({ name: new FormData(form).get('name').trim() });
      form.reset();
      await chats.load();
      router.go('loops', loop.slug);
      say(`${loop.name} is there; invite others with a code`);
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  async #join(event) {
    event.preventDefault();
    const form = event.target;
    try {
      const { loop } = await api.joinLoop(new FormData(form).get('code').trim());
      form.reset();
      await chats.load();
      router.go('loops', `${loop.slug}/${loop.channels[0]?.name ?? ''}`);
      say(`You are in ${loop.name} now`);
    } catch (e) {
      say(e.message, 'bad');
    }
  }

  #direct(event) {
    event.preventDefault();
    const peer = new FormData(event.target).get('peer').trim();
    if (!peer) return;
    event.target.reset();
    router.go('loops', `@${peer}`);
  }

  #onKey(event) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!by || !event.target.matches('a')) return;
    const all = [...this.querySelectorAll('.rooms a')];
    const next = all[all.indexOf(event.target) + by];
    if (!next) return;
    event.preventDefault();
    next.focus();
  }

  render() {
    const { subject } = router.current;
    return html`
      <div class="split chat-split ${subject ? 'has-subject' : ''}">
        <section class="pane list-pane" aria-label="Loops and conversations">
          ${this.#rooms()}
          <details class="room-forms" ?open=${chats.loops?.size === 0}>
            <summary>New loop, join, or write to somebody</summary>
            <form class="member-form" aria-label="Make a loop" @submit=${this.#create}>
              <input name="name" aria-label="Name of a new loop" placeholder="name of a new loop" required maxlength="200" autocomplete="off" />
              <button>Create</button>
            </form>
            <form class="member-form" aria-label="Join a loop" @submit=${this.#join}>
              <input name="code" aria-label="Invitation code" placeholder="code, such as LOOP-7K3M-ZQ0A" required maxlength="64" autocomplete="off" spellcheck="false" />
              <button>Join</button>
            </form>
            <form class="member-form" aria-label="Write to somebody" @submit=${this.#direct}>
              <input name="peer" list="chat-peers" aria-label="Agent to write to" placeholder="an agent to write to" required maxlength="128" autocomplete="off" />
              <datalist id="chat-peers">${[...hub.agents.keys()].filter((id) => id !== hub.self).slice(0, 500).map((id) => html`<option value=${id}></option>`)}</datalist>
              <button>Write</button>
            </form>
          </details>
        </section>
        <section class="pane subject-pane" aria-label="What is chosen">${this.#chosen()}</section>
      </div>
    `;
  }

  #rooms() {
    if (chats.problem) return html`<p class="empty" role="alert">${chats.problem}</p>`;
    if (!chats.loops) return html`<p class="empty">Reading…</p>`;
    const direct = chats.direct;
    if (!chats.loops.size && !direct.length) {
      return html`<div class="empty"><h2>No loops yet</h2><p>A loop is a group that talks in channels, people and agents alike. Make one, or join one with a code.</p></div>`;
    }
    return html`
      <nav class="rooms" aria-label="Loops" @keydown=${this.#onKey}>
        ${[...chats.loops.values()].map((loop) => this.#loop(loop))}
        ${direct.length
          ? html`<h2 class="rooms-head">Direct</h2><ul>${direct.map((one) => this.#room(`@${one.peer}`, html`<i class="presence ${hub.agents.get(one.peer)?.presence?.online ? 'online' : ''}" aria-hidden="true"></i><bdi>${plain(one.peer)}</bdi>`, one.unread))}</ul>`
          : nothing}
      </nav>
    `;
  }

  #loop(loop) {
    const unread = chats.unreadIn(loop.slug);
    return html`
      <h2 class="rooms-head"><a href=${href('loops', loop.slug)} aria-current=${router.current.subject === loop.slug ? 'true' : 'false'}><bdi>${plain(loop.name)}</bdi>${loop.role ? nothing : html` <span class="faint">not a member</span>`}${unread ? html`<span class="visually-hidden">, ${unread} unread</span>` : nothing}</a></h2>
      <ul aria-label="Channels of ${loop.slug}">
        ${loop.channels.map((channel) => this.#room(`${loop.slug}/${channel.name}`, html`<span class="hash" aria-hidden="true">${channel.private ? icon('lock') : '#'}</span><bdi>${channel.name}</bdi>${channel.private ? html`<span class="visually-hidden"> (private)</span>` : nothing}`, chats.conversations.get(channel.conversationId)?.unread ?? 0))}
      </ul>
    `;
  }

  #room(subject, label, unread) {
    return html`
      <li>
        <a class="room ${unread ? 'unread' : ''}" href=${href('loops', subject)} aria-current=${router.current.subject === subject ? 'true' : 'false'}>
          <span class="room-name">${label}</span>
          ${unread ? html`<span class="badge">${unread > 99 ? '99+' : unread}<span class="visually-hidden"> unread</span></span>` : nothing}
        </a>
      </li>
    `;
  }

  #chosen() {
    const { slug, channel, peer } = this.#place;
    if (peer) return this.#two(peer);
    if (!slug) return html`<p class="empty">Choose a channel to see what is said there.</p>`;
    const loop = chats.loops?.get(slug);
    if (!loop) return chats.loops ? html`<div class="empty"><h2>${plain(slug)}</h2><p>There is no such loop, or you are not in it.</p><p><a href=${href('loops')}>All loops</a></p></div>` : nothing;
    if (!channel) return html`<parley-loop .slug=${slug}></parley-loop>`;
    const found = loop.channels.find(({ name }) => name === channel);
    if (!found) return html`<div class="empty"><h2>#${plain(channel)}</h2><p>There is no such channel, or it is not for you.</p><p><a href=${href('loops', slug)}>${plain(loop.name)}</a></p></div>`;
    const mine = chats.conversations.get(found.conversationId);
    // The owner of the hub may look on without being a member.
    const shown = mine ?? { id: found.conversationId, kind: 'channel', path: found.path, head: 0, read: 0, unread: 0 };
    return html`
      <header class="chat-top">
        <a class="back narrow-only" href=${href('loops')} aria-label="All loops">‹</a>
        <h2>${found.private ? icon('lock') : '#'} ${found.name}</h2>
        <span class="faint chat-about"><bdi>${found.description ? plain(found.description) : ''}</bdi></span>
        <a class="button" href=${href('loops', slug)}>${this.members?.length ?? 0} members</a>
      </header>
      <parley-chat .conversation=${shown} .members=${this.members ?? []} .isReadOnly=${!mine} label="Message #${found.name}"></parley-chat>
    `;
  }

  #two(peer) {
    const found = chats.direct.find((one) => one.peer === peer);
    if (this.problem) return html`<div class="empty"><h2><bdi>${plain(peer)}</bdi></h2><p role="alert">${this.problem}</p><p><a href=${href('loops')}>All loops</a></p></div>`;
    if (!found) return html`<p class="empty">Reading…</p>`;
    const presence = hub.agents.get(peer)?.presence;
    return html`
      <header class="chat-top">
        <a class="back narrow-only" href=${href('loops')} aria-label="All loops">‹</a>
        <h2><bdi>${plain(peer)}</bdi></h2>
        <span class="faint chat-about">${presence ? (presence.online ? 'online' : 'offline') : ''}</span>
      </header>
      <parley-chat .conversation=${found} .members=${[hub.self, peer]} .isReadOnly=${false} label="Message ${plain(peer)}"></parley-chat>
    `;
  }
}

customElements.define('parley-loops', LoopsView);
