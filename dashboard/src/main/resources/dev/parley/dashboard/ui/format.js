const number = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });
const short = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
const day = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

export const count = (value) => (value === undefined ? '–' : value < 10_000 ? number.format(value) : short.format(value));

export const whole = (value) => number.format(value);

export function time(millis) {
  if (!Number.isFinite(millis)) return '';
  const then = new Date(millis);
  const today = new Date();
  return then.toDateString() === today.toDateString() ? clock.format(then) : `${day.format(then)} ${clock.format(then)}`;
}

export const moment = (millis) => (Number.isFinite(millis) ? full.format(new Date(millis)) : '');

export function ago(millis, now = Date.now()) {
  if (!Number.isFinite(millis)) return 'not seen yet';
  const seconds = Math.max(0, Math.round((now - millis) / 1000));
  if (seconds < 60) return 'just now';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`;
  return `${Math.floor(seconds / 86_400)} d ago`;
}

export function bytes(value) {
  if (value === undefined) return '–';
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${number.format(value)} ${units[unit]}`;
}

export const plural = (n, one, many = `${one}s`) => `${count(n)} ${n === 1 ? one : many}`;
