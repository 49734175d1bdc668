import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { test as base } from '@playwright/test';
import { TABLES } from '../../scripts/doctor/check-tables.ts';
import { freePort } from './free-port.ts';

/** What one path of a project answers; null: nothing, ever. */
export type Answer = { readonly status: number; readonly json?: unknown; readonly html?: string; readonly location?: string } | null;

/** What its auth service says of itself. */
export const SETTINGS = {
  external: { email: true, phone: false, google: false },
  disable_signup: false,
  mailer_autoconfirm: false,
  phone_autoconfirm: false,
  sms_provider: 'twilio',
  saml_enabled: false,
};

/** The paths that the doctor asks. */
export const AUTH = '/auth/v1/settings';
export const KEY_SET = '/auth/v1/.well-known/jwks.json';
export const NOTES = tableAddress('workspace_notes');
export const LINKS = '/auth/v1/verify';
export const MAILS = '/functions/v1/send-email';

/** What a hosted project answers that has been set up as the README says. */
const HEALTHY: Readonly<Record<string, Answer>> = {
  [AUTH]: { status: 200, json: SETTINGS },
  [KEY_SET]: { status: 200, json: { keys: [{ alg: 'ES256', kty: 'EC', crv: 'P-256', kid: 'a', x: 'x', y: 'y', use: 'sig' }] } },
  [LINKS]: { status: 303, location: 'https://site.example/#error=access_denied&error_code=otp_expired' },
  [MAILS]: { status: 405 },
  ...Object.fromEntries(TABLES.map((table) => [tableAddress(table), { status: 401, json: { code: '42501', details: null, hint: null, message: `permission denied for table ${table}` } }])),
};

/** A server that answers as a hosted project does. */
export interface Project {
  readonly url: string;
  readonly asked: IncomingMessage[];
  /** Has the project answer otherwise on some paths. */
  answer(faults: Readonly<Record<string, Answer>>): void;
}

/** Tests against a server that answers as a hosted project does. */
export const test = base.extend<{ project: Project }>({
  project: async ({ browserName: _ }, provide) => {
    const asked: IncomingMessage[] = [];
    let answers = HEALTHY;
    const server = createServer((request, response) => {
      asked.push(request);
      const answer = answers[new URL(request.url ?? '', 'http://project').pathname];
      if (answer === null) return;
      const { status, json, html, location } = answer ?? { status: 404, json: { error: 'requested path is invalid' } };
      // The gateway checks the tokens of all requests but preflights.
      response.writeHead(status === 401 && request.method === 'OPTIONS' ? 200 : status, { 'content-type': html === undefined ? 'application/json' : 'text/html', ...(location && { location }) });
      response.end(html ?? JSON.stringify(json ?? {}));
    });
    const url = await listen(server);
    await provide({ url, asked, answer: (faults) => (answers = { ...HEALTHY, ...faults }) });
    server.closeAllConnections();
    server.close();
  },
});

/** Where a table is asked for. */
export function tableAddress(table: string): string {
  return `/rest/v1/${table}`;
}

async function listen(server: Server): Promise<string> {
  const port = await freePort();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${port}`;
}
