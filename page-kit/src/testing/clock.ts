import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

const RealDate = Date;
let offsetMs = 0;
const listeners = new Set<() => Promise<void> | void>();

function now(): number {
  return RealDate.now() + offsetMs;
}

/** A `Date` that is ahead of, or behind, the machine's by what the test says. It runs on meanwhile. */
const testDate = new Proxy(RealDate, {
  construct(date, given: unknown[], newTarget) {
    const made: unknown = Reflect.construct(date, given.length === 0 ? [now()] : given, newTarget);
    if (made instanceof RealDate) return made;
    throw new TypeError('unreachable: the constructor of dates makes dates');
  },
  apply: () => new RealDate(now()).toString(),
  get: (date, name): unknown => (name === 'now' ? now : Reflect.get(date, name)),
});

/** Whether Jest's fake timers are on: then the clock is theirs. */
function isFaked(): boolean {
  return Object.hasOwn(setTimeout, 'clock');
}

/**
 * The clock of the test: what `Date` says, and with it when tokens expire and how long a connection is away. It moves no
 * timer, so that `userEvent` and `waitFor` work as ever. Where a test turns Jest's fake timers on
 * (`jest.useFakeTimers({ advanceTimers: true })`), the same calls move those, timers included.
 */
export const clock = {
  /** Now, in milliseconds since 1970. */
  now: (): number => Date.now(),

  /** Sets the time (ISO 8601). It runs on from there. */
  async set(iso: string): Promise<void> {
    const time = RealDate.parse(iso);
    if (Number.isNaN(time)) throw new RangeError(`"${iso}" is no time: give one such as 2026-03-01T12:00:00Z.`);
    if (isFaked()) jest.setSystemTime(time);
    else offsetMs = time - RealDate.now();
    await tell();
  },

  /** Lets time pass. Resolves when the sign-in has looked at its session, as it does every half minute. */
  async advance({ days = 0, hours = 0, minutes = 0, seconds = 0 }: {
    readonly days?: number;
    readonly hours?: number;
    readonly minutes?: number;
    readonly seconds?: number;
  }): Promise<void> {
    const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
    if (isFaked()) await act(() => jest.advanceTimersByTimeAsync(ms));
    else offsetMs += ms;
    await tell();
  },
};

/** Puts the test's `Date` in the place of the machine's. */
export function startClock(): void {
  offsetMs = 0;
  globalThis.Date = testDate;
}

/** Gives the machine's `Date` back. */
export function stopClock(): void {
  offsetMs = 0;
  globalThis.Date = RealDate;
}

/** Calls the listener after time has jumped. Gives back the function that ends it. */
export function onClockMove(listener: () => Promise<void> | void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

async function tell(): Promise<void> {
  for (const listener of [...listeners]) await listener();
}
