/** What the page shows of a message. All of it was written by somebody else: it is only ever shown as text. */

const TEXT_LENGTH_MAX = 280;

/** Everybody a path names; paths that are patterns or topics name themselves. */
export function recipientsOf(path = '') {
  if (path.startsWith('agent/')) return path.slice(6).split('/')[0].split(',').filter(Boolean);
  return [];
}

/** Does a path fit a pattern, in which `*` stands for one segment and `**` for any number? */
export function fits(pattern, path) {
  const given = path.split('/').filter(Boolean);
  // At each place: can what was looked at of the pattern stand for so many segments of the path?
  let places = [true, ...given.map(() => false)];
  for (const segment of pattern.split('/').filter(Boolean)) {
    const next = [segment === '**' && places[0]];
    given.forEach((name, i) => {
      next.push(segment === '**' ? places[i + 1] || next[i] : places[i] && (segment === '*' || segment === name));
    });
    places = next;
  }
  return places[given.length];
}

export function addressee(message) {
  const path = String(message.path ?? '');
  return path.startsWith('agent/') ? path.slice(6).replaceAll(',', ', ') : path;
}

export function textOf(message) {
  if (message.content) return String(message.content);
  const payload = message.payload;
  if (payload === undefined || payload === null) return '';
  if (typeof payload === 'object' && Object.keys(payload).length === 0) return '';
  for (const name of ['text', 'content', 'question', 'summary']) {
    if (typeof payload?.[name] === 'string') return payload[name];
  }
  return JSON.stringify(payload);
}

/** A row's worth: payloads may be a megabyte each, and thousands of rows are kept. */
export function summary(message, recipients, delivered) {
  return {
    id: message.id,
    from: String(message.from ?? ''),
    to: addressee(message),
    path: String(message.path ?? ''),
    command: message.command && message.command !== 'message' ? String(message.command) : '',
    type: message.type ?? 'message',
    priority: message.priority ?? 'normal',
    text: textOf(message).slice(0, TEXT_LENGTH_MAX),
    at: message.timestamp,
    isReply: Boolean(message.replyTo),
    recipients: recipients ?? null,
    isDead: delivered === false,
    reason: message.reason,
    delivery: message.delivery ?? null,
  };
}

/** How far what somebody sent has come: a word for the row, and the rung that gives it its colour. */
export function progress({ recipients, pending, delivered, read, expired, dead, cleared }) {
  const counts = { read, delivered, pending, expired, dead, cleared };
  for (const [rung, count] of Object.entries(counts)) {
    if (count === recipients) return { text: rung === 'dead' ? 'nobody' : rung, rung: rung === 'dead' ? 'failed' : rung };
  }
  const [furthest, count] = Object.entries(counts).find(([, some]) => some > 0) ?? ['pending', 0];
  return { text: `${count} of ${recipients} ${furthest}${dead ? `, ${dead} dead` : ''}`, rung: dead ? 'failed' : furthest };
}

/** The rungs in the order in which a copy climbs them. */
export const RUNGS = ['accepted', 'pushed', 'delivered', 'read'];

export function rung(state) {
  return RUNGS.indexOf(state);
}

export function hasEnded(state) {
  return state === 'expired' || state === 'failed';
}

/** How far a message got: as far as the copy that is furthest behind. */
export function overall(marks) {
  let least = RUNGS.length;
  for (const { state } of marks.values()) {
    if (hasEnded(state)) return state;
    least = Math.min(least, rung(state));
  }
  return RUNGS[least] ?? '';
}
