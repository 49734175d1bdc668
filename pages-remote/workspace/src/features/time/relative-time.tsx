import { useSyncExternalStore } from 'react';
import { dateLocale } from '@atrium/page-kit/messages';
import { timeText } from './time-messages.ts';

interface RelativeTimeProps {
  /** ISO 8601. */
  readonly at: string;
}

/** How long ago something happened, or the date if that was more than a week ago. Screen readers and the tooltip have the full date. */
export function RelativeTime({ at }: RelativeTimeProps) {
  const now = useSyncExternalStore(subscribe, () => minute);
  const full = format('full').format(new Date(at));
  return (
    <time dateTime={at} title={full}>
      <span aria-hidden="true">{shortText(new Date(at), now)}</span>
      <span className="atrium-visually-hidden">{full}</span>
    </time>
  );
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

function shortText(at: Date, now: number): string {
  // The clocks of the browser and the database differ.
  const passed = Math.max(0, now - at.getTime());
  if (passed < MINUTE_MS) return timeText('now');
  if (passed < HOUR_MS) return timeText('minutes', { count: Math.floor(passed / MINUTE_MS) });
  if (passed < DAY_MS) return timeText('hours', { count: Math.floor(passed / HOUR_MS) });
  if (passed < 7 * DAY_MS) return timeText('days', { count: Math.floor(passed / DAY_MS) });
  return format(at.getFullYear() === new Date(now).getFullYear() ? 'day' : 'date').format(at);
}

const DATE = { day: 'numeric', month: 'short', year: 'numeric' } as const;

const STYLES = {
  full: { ...DATE, hour: 'numeric', minute: '2-digit' },
  date: DATE,
  day: { day: 'numeric', month: 'short' },
} as const satisfies Record<string, Intl.DateTimeFormatOptions>;

const formats = new Map<string, Intl.DateTimeFormat>();

/** All times share the formats, because creating one takes longer than rendering a row. */
function format(style: keyof typeof STYLES): Intl.DateTimeFormat {
  const known = formats.get(style) ?? new Intl.DateTimeFormat(dateLocale(), STYLES[style]);
  formats.set(style, known);
  return known;
}

/** The time that all of them count from, in milliseconds since 1970. One timer renews it. */
let minute = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    minute = Date.now();
    timer = setInterval(() => {
      minute = Date.now();
      for (const each of listeners) each();
    }, MINUTE_MS / 2);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}
