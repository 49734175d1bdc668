import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { partsOf } from './address-marks.ts';

/** Milliseconds for which a ticket holds: as long as a release is new (see youngFor). */
export const ticketLife = 24 * 60 * 60 * 1000;

const minute = 60_000;

/**
 * The ticket that a document gets for its reports: the minute, a random id, and a signature over both and the network
 * that the document went to, `<minutes since 1970 in base 36>.<id>.<HMAC-SHA256>`. It says nothing of the visitor. The key
 * is the day's salt, so that each server over a store accepts the tickets of the others.
 */
export function newTicket(salt: string, address: string, now: number): string {
  const head = `${Math.floor(now / minute).toString(36)}.${randomBytes(9).toString('base64url')}`;
  return `${head}.${signatureOf(head, salt, address)}`;
}

/**
 * The id of a ticket that holds for an address.
 *
 * @param salts those that it may be signed with: one of today, or of yesterday
 * @returns null for one that is forged, has expired, or was given to another network
 */
export function ticketId(ticket: string, salts: readonly string[], address: string, now: number): string | null {
  const [, head = '', minutes = '', id = '', signature = ''] = /^(([0-9a-z]{1,8})\.([\w-]{12}))\.([\w-]{22})$/.exec(ticket) ?? [];
  if (id === '' || now - Number.parseInt(minutes, 36) * minute > ticketLife) return null;
  const given = Buffer.from(signature);
  return salts.some((salt) => timingSafeEqual(given, Buffer.from(signatureOf(head, salt, address)))) ? id : null;
}

function signatureOf(head: string, salt: string, address: string): string {
  return createHmac('sha256', salt).update(`ticket ${head} ${partsOf(address).network}`).digest('base64url').slice(0, 22);
}
