import { useState } from 'react';
import { addressMark, keepAddressMark, readAddressMark } from './address-mark.ts';
import { useCountdown } from './use-countdown.ts';

/** The pause between two mails to one address. */
export interface AddressPause {
  /** Seconds until a mail to this address can be asked for again; of no address yet, until one to the last can. */
  readonly pauseFor: (address: string) => number;
  readonly start: (address: string, seconds: number) => void;
}

/**
 * A pause that is about one address, so that somebody who mistyped theirs need not wait, also after a reload.
 *
 * @param name of the form and what it does, by which the pause is kept
 * @param begun a pause that begins with the form
 */
export function useAddressPause(name: string, begun: { readonly address: string; readonly seconds: number } | null = null): AddressPause {
  const [mark, setMark] = useState(() => (begun === null ? readAddressMark(name) : addressMark(begun.address)));
  const [secondsLeft, startCountdown] = useCountdown(name, begun?.seconds);
  return {
    pauseFor: (address) => (mark === null || address.trim() === '' || addressMark(address) === mark ? secondsLeft : 0),
    start(address, seconds) {
      const next = addressMark(address);
      keepAddressMark(name, next);
      setMark(next);
      startCountdown(seconds);
    },
  };
}
