import { createHmac } from 'node:crypto';
import { isIPv4 } from 'node:net';
import type { FailedVisitor, HealthBook } from '@atrium/releases/health';
import type { FastifyBaseLogger } from 'fastify';

/**
 * Marks that distinguish visitors and networks without naming them: hashes of the IP address with the day's salt. An IPv6
 * network of a household (/64) counts as one visitor, because its devices change their IP addresses freely.
 */
export function addressMarks(address: string, salt: string): FailedVisitor {
  const mark = (part: string) => createHmac('sha256', salt).update(part).digest('hex').slice(0, 16);
  const { visitor, network } = partsOf(address);
  return { visitor: mark(`visitor ${visitor}`), network: mark(`network ${network}`) };
}

/** The parts of an IP address that identify the visitor (an IPv4 address or a /64) and the network (a /24 or a /48). */
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

/** Milliseconds until the store is asked again after it did not respond. */
const RETRY_AFTER_MS = 5_000;

/** Milliseconds until the store is asked again if its clock had not reached the new day yet. */
const RECHECK_AFTER_MS = 10 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The secret of the day, which all servers of a store share, and the one of the day before. */
export class DailySalt {
  readonly #health: Pick<HealthBook, 'salt'>;
  readonly #log: FastifyBaseLogger;
  /** Milliseconds since 1970. */
  readonly #now: () => number;
  /** The newest first. */
  #salts: readonly string[] = [];
  #askAt = -Infinity;
  #firstRequest: Promise<void> | null = null;

  constructor(health: Pick<HealthBook, 'salt'>, log: FastifyBaseLogger, now: () => number) {
    this.#health = health;
    this.#log = log;
    this.#now = now;
  }

  /**
   * The salts that this server knows, the newest first. It waits only for the store's first response or failure, because
   * documents wait for it. Until a new day's salt has arrived, the previous one stays the newest.
   */
  async read(): Promise<readonly string[]> {
    const now = this.#now();
    if (now >= this.#askAt) {
      this.#askAt = now + RETRY_AFTER_MS;
      const request = this.#ask();
      this.#firstRequest ??= request;
    }
    await this.#firstRequest;
    return this.#salts;
  }

  async #ask(): Promise<void> {
    try {
      const salt = await this.#health.salt();
      const now = this.#now();
      const isNew = salt !== this.#salts[0];
      if (isNew) this.#salts = [salt, ...this.#salts.slice(0, 1)];
      this.#askAt = isNew ? (Math.floor(now / DAY_MS) + 1) * DAY_MS : now + RECHECK_AFTER_MS;
    } catch (err) {
      this.#log.warn({ err }, 'visitors cannot be counted: the release store is unavailable');
    }
  }
}
