import type { FastifyReply, FastifyRequest } from 'fastify';

/** How long a cookie stays, and which requests bring it. */
export interface CookieLife {
  /** The requests that bring it: those at this path and below; left out, all. */
  readonly path?: string;
  /** Seconds; left out, until the browser is closed. */
  readonly maxAge?: number;
  /** Whether a page comes with it that another site leads to (RFC 6265bis §5.6.7). */
  readonly sameSite: 'Lax' | 'Strict';
}

/** What a cookie of this site has in it; null where the browser brings none of this name. */
export function readCookie({ headers }: FastifyRequest, name: string): string | null {
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [key, value] = pair.trim().split('=');
    if (key === name && value) return value;
  }
  return null;
}

/** Gives the browser a cookie that no script can read. */
export function setCookie(request: FastifyRequest, reply: FastifyReply, name: string, value: string, { path = '/', maxAge, sameSite }: CookieLife): void {
  const age = maxAge === undefined ? '' : ` Max-Age=${maxAge};`;
  const secure = request.protocol === 'https' ? '; Secure' : '';
  reply.header('set-cookie', `${name}=${value}; Path=${path};${age} HttpOnly; SameSite=${sameSite}${secure}`);
}
