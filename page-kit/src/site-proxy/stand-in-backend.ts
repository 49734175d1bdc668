import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';

/**
 * A backend in the place of the site's own, at the proxy's own address: so the site's policy admits it as it is, because
 * `'self'` does.
 */
export interface StandInBackend {
  /** Its public key. */
  readonly key: string;
  /** Answers a request that is for it. @returns false for any other, which is left alone */
  answer(request: IncomingMessage, response: ServerResponse): Promise<boolean>;
  /** Takes a WebSocket that is for it. @returns false for any other, which is left alone */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): boolean;
}
