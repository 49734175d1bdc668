import { previewQuery } from '@atrium/releases/preview-wire';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** What the cookie and the query are called. */
const name = previewQuery;

/** The signed link that somebody confirmed in this browser; null for none. */
export function previewCookie({ headers }: FastifyRequest): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name && value) return value;
  }
  return null;
}

/**
 * Keeps a signed link in the browser until that is closed. No script reads it, and no other site can make use of it: a
 * page that another site leads to comes without it.
 */
export function setPreviewCookie(request: FastifyRequest, reply: FastifyReply, link: string): void {
  reply.header('set-cookie', cookieOf(request, link));
}

/** Takes the link out of the browser. */
export function clearPreviewCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.header('set-cookie', `${cookieOf(request, '')}; Max-Age=0`);
}

function cookieOf({ protocol }: FastifyRequest, value: string): string {
  return `${name}=${value}; Path=/; HttpOnly; SameSite=Strict${protocol === 'https' ? '; Secure' : ''}`;
}
