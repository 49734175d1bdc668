import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { TABLES } from '../../doctor/check-tables.ts';

/** The response of one path of a project; null if it never responds. */
export type ProjectResponse = { readonly status: number; readonly json?: unknown; readonly html?: string; readonly location?: string } | null;

/** The settings of its auth service. */
export const SETTINGS = {
  external: { email: true, phone: false, google: false },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: 'twilio',
  saml_enabled: false,
  passkeys_enabled: true,
};

/** The paths that the doctor requests. */
export const AUTH = '/auth/v1/settings';
export const KEY_SET = '/auth/v1/.well-known/jwks.json';
export const NOTES = tableAddress('workspace_notes');
export const PASSKEYS = '/auth/v1/passkeys/authentication/options';
export const LINKS = '/auth/v1/verify';
export const MAILS = '/functions/v1/send-email';

/** Where the functions of the database are, and what a stranger gets from nearly all of them. */
const FUNCTIONS = '/rest/v1/rpc/';
const CLOSED: ProjectResponse = { status: 401, json: { code: '42501', details: null, hint: null, message: 'permission denied for function' } };

/** The responses of a project that was set up as docs/how-to/use-a-hosted-project.md describes. */
const HEALTHY: Readonly<Record<string, ProjectResponse>> = {
  [AUTH]: { status: 200, json: SETTINGS },
  [KEY_SET]: { status: 200, json: { keys: [{ alg: 'ES256', kty: 'EC', crv: 'P-256', kid: 'a', x: 'x', y: 'y', use: 'sig' }] } },
  [LINKS]: { status: 303, location: 'https://site.example/#error=access_denied&error_code=otp_expired' },
  [PASSKEYS]: { status: 200, json: { challenge_id: 'a', options: { challenge: 'b', rpId: 'site.example' } } },
  [MAILS]: { status: 405 },
  [`${FUNCTIONS}account_is_deleted`]: { status: 200, json: false },
  [`${FUNCTIONS}account_vouch`]: { status: 405, json: { code: '25006', details: null, hint: null, message: 'cannot execute DELETE in a read-only transaction' } },
  ...Object.fromEntries(TABLES.map((table) => [tableAddress(table), { status: 401, json: { code: '42501', details: null, hint: null, message: `permission denied for table ${table}` } }])),
};

/** A server that responds as a hosted project does. */
export class HostedProject {
  readonly asked: IncomingMessage[] = [];
  readonly #server: Server;
  #responses = HEALTHY;

  private constructor(server: Server) {
    this.#server = server;
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      this.asked.push(request);
      const { pathname } = new URL(request.url ?? '', 'http://project');
      const prepared = pathname in this.#responses || !pathname.startsWith(FUNCTIONS) ? this.#responses[pathname] : CLOSED;
      if (prepared === null) return;
      const { status, json, html, location } = prepared ?? { status: 404, json: { error: 'requested path is invalid' } };
      // The gateway checks the token of every request except preflights.
      response.writeHead(status === 401 && request.method === 'OPTIONS' ? 200 : status, { 'content-type': html === undefined ? 'application/json' : 'text/html', ...(location && { location }) });
      response.end(html ?? JSON.stringify(json ?? {}));
    });
  }

  static async start(): Promise<HostedProject> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new HostedProject(server);
  }

  get url(): string {
    return `http://127.0.0.1:${String((this.#server.address() as AddressInfo).port)}`;
  }

  /** Replaces the responses of some paths, and clears the list of requests. */
  respondWith(faults: Readonly<Record<string, ProjectResponse>>): void {
    this.#responses = { ...HEALTHY, ...faults };
    this.asked.length = 0;
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** The address of a table in the Data API. */
export function tableAddress(table: string): string {
  return `/rest/v1/${table}`;
}
