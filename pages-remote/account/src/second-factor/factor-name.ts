import type { Factor, FactorType } from '@atrium/page-kit/contract/auth';
import { factorText } from './messages.ts';

const DEFAULT_NAMES = { totp: 'app', phone: 'phone' } as const;

/** The name of a factor on screen. */
export function factorName({ friendlyName, type }: Pick<Factor, 'friendlyName' | 'type'>): string {
  return friendlyName.trim() || factorText(DEFAULT_NAMES[type]);
}

/** A name for a new factor that none of the user's factors has, because the auth service refuses duplicates. */
export function newFactorName(type: FactorType, factors: readonly Factor[]): string {
  const first = factorText(DEFAULT_NAMES[type]);
  const taken = new Set(factors.map(factorName));
  let name = first;
  for (let number = 2; taken.has(name); number += 1) name = `${first} ${number}`;
  return name;
}

/** A phone for users who have not entered a code yet: only its last digits. */
export function phoneHint(phone: string | null): string {
  const digits = phone?.replace(/\D/g, '').slice(-2);
  return digits ? factorText('phoneEnding', { digits }) : factorText('yourPhone');
}
