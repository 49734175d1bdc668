import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { reportsPath } from '@atrium/releases/names';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie } from '../cookies.ts';
import { partsOf } from './address-marks.ts';

/** Milliseconds for which a ticket holds: as long as a release is new (see youngFor). */
export const ticketLife = 24 * 60 * 60 * 1000;

/** The cookie that holds the ticket. Browsers send it with reports alone. */
const cookieName = 'atrium-report-ticket';

const minute = 60_000;

/**
 * The ticket that a browser gets with a document, for its reports: the minute, a random id, and a signature over both and the network
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
export function ticketId(ticket: string | null, salts: readonly string[], address: string, now: number): string | null {
  const [, head = '', minutes = '', id = '', signature = ''] = /^(([0-9a-z]{1,8})\.([\w-]{12}))\.([\w-]{22})$/.exec(ticket ?? '') ?? [];
  if (id === '' || now - Number.parseInt(minutes, 36) * minute > ticketLife) return null;
  const given = Buffer.from(signature);
  return salts.some((salt) => timingSafeEqual(given, Buffer.from(signatureOf(head, salt, address)))) ? id : null;
}

function signatureOf(head: string, salt: string, address: string): string {
  return createHmac('sha256', salt).update(`ticket ${head} ${partsOf(address).network}`).digest('base64url').slice(0, 22);
}

/** The ticket that a browser brings; null where it has none. */
export function ticketCookie(request: FastifyRequest): string | null {
  return readCookie(request, cookieName);
}

/** Gives a ticket to a browser, in the place of the one that it may have. */
export function setTicketCookie(request: FastifyRequest, reply: FastifyReply, ticket: string): void {
  setCookie(request, reply, cookieName, ticket, { path: reportsPath, sameSite: 'Strict', maxAge: ticketLife / 1000 });
}
