import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

const RealDate = Date;
let offsetMs = 0;
const listeners = new Set<() => Promise<void> | void>();

function now(): number {
  return RealDate.now() + offsetMs;
}

/** A `Date` with an offset to the machine's. Time continues to pass. */
const testDate = new Proxy(RealDate, {
  construct(date, given: unknown[], newTarget) {
    const made: unknown = Reflect.construct(date, given.length === 0 ? [now()] : given, newTarget);
    if (made instanceof RealDate) return made;
    throw new TypeError('unreachable: the constructor of dates makes dates');
  },
  apply: () => new RealDate(now()).toString(),
  get: (date, name): unknown => (name === 'now' ? now : Reflect.get(date, name)),
});

/** Whether Jest's fake timers are on, which then own the clock. */
function isFaked(): boolean {
  return Object.hasOwn(setTimeout, 'clock');
}

/**
 * The clock of the test: it sets `Date`, and with it when tokens expire, when requests time out, and how long the page is
 * offline. It moves no timers, so that `userEvent` and `waitFor` work as usual. With Jest's fake timers
 * (`jest.useFakeTimers({ advanceTimers: true })`), the same calls move the timers too.
 */
export const clock = {
  /** Now, in milliseconds since 1970. */
  now: (): number => Date.now(),

  /** Sets the time (ISO 8601). Time continues to pass from there. */
  async set(iso: string): Promise<void> {
    const time = RealDate.parse(iso);
    if (Number.isNaN(time)) throw new RangeError(`"${iso}" is not a time. Use ISO 8601, such as 2026-03-01T12:00:00Z.`);
    if (isFaked()) jest.setSystemTime(time);
    else offsetMs = time - RealDate.now();
    await notify();
  },

  /** Lets time pass. Resolves when the sign-in has refreshed an expired token, if there was one. */
  async advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: {
    readonly days?: number;
    readonly hours?: number;
    readonly minutes?: number;
    readonly seconds?: number;
  }): Promise<void> {
    const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    if (isFaked()) await act(() => jest.advanceTimersByTimeAsync(ms));
    else offsetMs += ms;
    await notify();
  },
};

/** Replaces the machine's `Date` with the test's. */
export function startClock(): void {
  offsetMs = 0;
  globalThis.Date = testDate;
}

/** Restores the machine's `Date`. */
export function stopClock(): void {
  offsetMs = 0;
  globalThis.Date = RealDate;
}

/** Calls the listener after a jump in time. Returns the function that removes it. */
export function onClockMove(listener: () => Promise<void> | void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function notify(): Promise<void> {
  for (const listener of [...listeners]) await listener();
}
