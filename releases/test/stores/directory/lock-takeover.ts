import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of the lock of a store's folder that somebody holds now; null if nobody does. */
export function heldLock(store: string): number | null {
  const locks = join(store, 'locks');
  const names = existsSync(locks) ? readdirSync(locks) : [];
  // While a lock is being taken, its file stands beside.
  if (names.some((name) => name.endsWith('.new'))) return null;
  const number = Math.max(0, ...names.map(Number));
  return number > 0 && readFileSync(join(locks, String(number)), 'utf8').includes('"released":false') ? number : null;
}

/** Takes the lock of a store's folder away from who holds it now, as another host does when it has lapsed. */
export function takeLockOver(store: string): void {
  const held = heldLock(store);
  if (held !== null) writeFileSync(join(store, 'locks', String(held + 1)), '{}');
}

/** Waits until somebody holds the lock of a store's folder, and takes it over before they read another file. */
export async function takeNextLockOver(store: string): Promise<void> {
  while (heldLock(store) === null) await new Promise(setImmediate);
  takeLockOver(store);
}
