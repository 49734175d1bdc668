import { previewQuery } from '@atrium/releases/names';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie } from '../cookies.ts';

/** What the cookie and the query are called. */
const name = previewQuery;

/** The signed link that somebody confirmed in this browser; null for none. */
export function previewCookie(request: FastifyRequest): string | null {
  return readCookie(request, name);
}

/**
 * Keeps a signed link in the browser until that is closed. No script reads it, and no other site can make use of it: a
 * page that another site leads to comes without it.
 */
export function setPreviewCookie(request: FastifyRequest, reply: FastifyReply, link: string): void {
  setCookie(request, reply, name, link, { sameSite: 'Strict' });
}

/** Takes the link out of the browser. */
export function clearPreviewCookie(request: FastifyRequest, reply: FastifyReply): void {
  setCookie(request, reply, name, '', { sameSite: 'Strict', maxAge: 0 });
}
