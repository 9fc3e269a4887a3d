import { hub } from './hub.js';
import { textOf } from './message.js';
import { href } from './route.js';
import { settings } from './settings.js';

const TEXT_LENGTH_MAX = 140;

/** Tells the desktop about a message for the person at this page, if that is wanted and nobody is looking. */
export function announce({ message, recipients }) {
  if (settings.get('notifications') !== 'on' || !document.hidden) return;
  if (message.from === hub.self || !recipients?.includes(hub.self)) return;
  if (!('Notification' in window) || Notification.permission !== 'granted') return;
  const shown = new Notification(`Message from ${message.from}`, { body: textOf(message).slice(0, TEXT_LENGTH_MAX), tag: message.id });
  shown.onclick = () => {
    focus();
    location.hash = href('inbox', hub.self, { m: message.id });
    shown.close();
  };
}

/** Answers whether notifications may be shown, asking if nobody has yet. */
export async function mayNotify() {
  if (!('Notification' in window)) return false;
  if (Notification.permission === 'default') await Notification.requestPermission();
  return Notification.permission === 'granted';
}
