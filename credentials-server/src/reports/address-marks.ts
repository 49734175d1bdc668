import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { FailedVisitor, HealthBook } from '@atrium/releases/health-book';
import type { FastifyBaseLogger } from 'fastify';

/** Milliseconds before a salt that could not be had is asked for again. */
const askAgainAfter = 5_000;

const dayInMilliseconds = 24 * 60 * 60 * 1000;

/**
 * Marks that tell visitors and networks apart without naming them: hashes of the address with a salt that changes each
 * day. All that has one IPv6 network of a household (/64) is one visitor: its devices change their addresses as they like.
 */
export class AddressMarks {
  readonly #health: Pick<HealthBook, 'salt'>;
  readonly #log: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  readonly #now: () => number;
  #salt: { readonly text: string; readonly day: number } | null = null;
  #asking: Promise<void> | null = null;
  #failedAt = -Infinity;

  constructor(health: Pick<HealthBook, 'salt'>, log: FastifyBaseLogger, now: () => number) {
    this.#health = health;
    this.#log = log;
    this.#now = now;
  }

  /** The marks of an address; null while no salt can be had. */
  async of(address: string): Promise<FailedVisitor | null> {
    const day = Math.floor(this.#now() / dayInMilliseconds);
    if (this.#salt?.day !== day && this.#now() - this.#failedAt >= askAgainAfter) await (this.#asking ??= this.#ask(day));
    if (this.#salt === null) return null;
    const { text } = this.#salt;
    const mark = (part: string) => createHmac('sha256', text).update(part).digest('hex').slice(0, 16);
    const { visitor, network } = partsOf(address);
    return { visitor: mark(`visitor ${visitor}`), network: mark(`network ${network}`) };
  }

  async #ask(day: number): Promise<void> {
    try {
      this.#salt = { text: await this.#health.salt(), day };
    } catch (err) {
      // The one of the day before will do meanwhile.
      this.#failedAt = this.#now();
      this.#log.warn({ err }, 'visitors cannot be counted as the release store is away');
    } finally {
      this.#asking = null;
    }
  }
}

/** What stands for the visitor (an IPv4 address or a /64), and what for the network (a /24 or a /48). */
export function partsOf(address: string): { readonly visitor: string; readonly network: string } {
  const mapped = address.toLowerCase().replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(mapped)) return { visitor: mapped, network: mapped.replace(/\.\d+$/, '') };
  const groups = groupsOf(mapped.replace(/%.*$/, ''));
  return { visitor: groups.slice(0, 4).join(':'), network: groups.slice(0, 3).join(':') };
}

/** The eight groups of an IPv6 address without leading zeros (RFC 4291 §2.2). */
function groupsOf(address: string): string[] {
  const [before = '', after] = address.split('::');
  const split = (part: string) => part.split(':').filter((group) => group !== '');
  const [first, last] = [split(before), split(after ?? '')];
  const zeros = after === undefined ? [] : Array.from({ length: Math.max(0, 8 - first.length - last.length) }, () => '0');
  return [...first, ...zeros, ...last].map((group) => group.replace(/^0+(?=.)/, ''));
}
