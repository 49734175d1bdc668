import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The number of the lock that is held now in a store's folder; null if the lock is free. */
export function heldLock(store: string): number | null {
  const locks = join(store, 'locks');
  const names = existsSync(locks) ? readdirSync(locks) : [];
  // While a process takes the lock, its temporary file exists.
  if (names.some((name) => name.endsWith('.new'))) return null;
  const number = Math.max(0, ...names.map(Number));
  return number > 0 && readFileSync(join(locks, String(number)), 'utf8').includes('"released":false') ? number : null;
}

/** Takes the lock of a store's folder from its holder, as another host does when the lock has expired. */
export function takeLockOver(store: string): void {
  const held = heldLock(store);
  if (held !== null) writeFileSync(join(store, 'locks', String(held + 1)), '{}');
}

/** Waits until a process holds the lock of a store's folder, and takes it over before that process reads another file. */
export async function takeNextLockOver(store: string): Promise<void> {
  while (heldLock(store) === null) await new Promise(setImmediate);
  takeLockOver(store);
}
