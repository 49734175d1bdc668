import type { Factor, FactorType } from '@atrium/page-kit/contract/auth';
import { factorText } from './factor-messages.ts';

const DEFAULT_NAMES = { totp: 'app', phone: 'phone' } as const;

/** What a factor is called on screen. */
export function factorName({ friendlyName, type }: Pick<Factor, 'friendlyName' | 'type'>): string {
  return friendlyName.trim() || factorText(DEFAULT_NAMES[type]);
}

/** A name for a new factor that none of the person's has yet: the auth service refuses one that is taken. */
export function newFactorName(type: FactorType, factors: readonly Factor[]): string {
  const first = factorText(DEFAULT_NAMES[type]);
  const taken = new Set(factors.map(factorName));
  let name = first;
  for (let number = 2; taken.has(name); number += 1) name = `${first} ${number}`;
  return name;
}

/** A phone as it is told to somebody who has not given a code yet: by its last digits. */
export function phoneHint(phone: string | null): string {
  const digits = phone?.replace(/\D/g, '').slice(-2);
  return digits ? factorText('phoneEnding', { digits }) : factorText('yourPhone');
}
