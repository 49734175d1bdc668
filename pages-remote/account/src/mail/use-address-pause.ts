import { useState } from 'react';
import { tryTabStorage } from '../form/tab-storage.ts';
import { useCountdown } from '../form/use-countdown.ts';

/** Seconds between two mails to one email address: the default of the auth service. */
export const MAIL_PAUSE_SECONDS = 60;

/** The pause between two mails to one email address. */
export interface AddressPause {
  /** Seconds until a mail to this email address can be requested again. If it is empty: the pause of the last one. */
  readonly pauseFor: (address: string) => number;
  readonly start: (address: string, seconds: number) => void;
}

/**
 * A pause for one email address, so that a user who mistyped it can correct it immediately. It survives a reload.
 *
 * @param name key under which the pause is stored
 * @param initial a pause that starts with the form
 */
export function useAddressPause(name: string, initial: { readonly address: string; readonly seconds: number } | null = null): AddressPause {
  const [hash, setHash] = useState(() => (initial === null ? tryTabStorage((storage) => storage.getItem(storageKey(name))) : addressHash(initial.address)));
  const [secondsLeft, startCountdown] = useCountdown(name, initial?.seconds);
  return {
    pauseFor: (address) => (hash === null || address.trim() === '' || addressHash(address) === hash ? secondsLeft : 0),
    start(address, seconds) {
      const next = addressHash(address);
      tryTabStorage((storage) => storage.setItem(storageKey(name), next));
      setHash(next);
      startCountdown(seconds);
    },
  };
}

/**
 * A hash of 16 bits (FNV-1a, folded): enough to tell typed email addresses apart, too short to identify one. It ignores case,
 * because the auth service stores them in lower case.
 */
function addressHash(address: string): string {
  let hash = 0x811c9dc5;
  for (const letter of address.trim().toLowerCase()) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return ((hash ^ (hash >>> 16)) & 0xffff).toString(16);
}

const storageKey = (name: string) => `atrium.account.pause.${name}.address`;
