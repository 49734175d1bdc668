import { createHmac, randomFillSync, timingSafeEqual } from 'node:crypto';
import { partsOf } from './visitor-marks.ts';

/** The cookie that holds the ticket. Browsers send it only with reports. */
export const TICKET_COOKIE = 'atrium-report-ticket';

/** Milliseconds for which a ticket is valid: as long as a new release is observed (`OBSERVATION_PERIOD` in releases/src/health/quarantine-rules.ts). */
export const TICKET_LIFETIME_MS = 24 * 60 * 60 * 1000;

const MINUTE_MS = 60_000;

const TICKET = /^(([0-9a-z]{1,8})\.([\w-]{12}))\.([\w-]{22})$/;

/**
 * The ticket that a browser gets with a document, for its reports: the minute, a random id, and a signature over both and
 * the network that requested the document, `<minutes since 1970 in base 36>.<id>.<HMAC-SHA256>`. It contains nothing about
 * the visitor. The key is the day's salt, so that all servers of a store accept each other's tickets.
 */
export function newTicket(salt: string, address: string, now: number): string {
  const head = `${Math.floor(now / MINUTE_MS).toString(36)}.${randomId()}`;
  return `${head}.${signatureOf(head, salt, address)}`;
}

const ID_BYTES = 9;

/** Random bytes for the next ids. Asking the system for many costs as much as for few. */
const randomPool = Buffer.alloc(ID_BYTES * 256);
let unusedFrom = randomPool.length;

function randomId(): string {
  if (unusedFrom === randomPool.length) {
    randomFillSync(randomPool);
    unusedFrom = 0;
  }
  unusedFrom += ID_BYTES;
  return randomPool.toString('base64url', unusedFrom - ID_BYTES, unusedFrom);
}

/**
 * The id of a ticket that is valid for an IP address.
 *
 * @param salts the salts of today and yesterday
 * @returns null for a ticket that is missing, forged, expired, or from another network
 */
export function ticketId(ticket: string | undefined, salts: readonly string[], address: string, now: number): string | null {
  const [, head = '', minutes = '', id = '', signature = ''] = TICKET.exec(ticket ?? '') ?? [];
  if (id === '' || now - Number.parseInt(minutes, 36) * MINUTE_MS > TICKET_LIFETIME_MS) return null;
  const received = Buffer.from(signature);
  return salts.some((salt) => timingSafeEqual(received, Buffer.from(signatureOf(head, salt, address)))) ? id : null;
}

function signatureOf(head: string, salt: string, address: string): string {
  return createHmac('sha256', salt).update(`ticket ${head} ${partsOf(address).network}`).digest('base64url').slice(0, 22);
}
