import type { BackendWorld } from '@atrium/page-kit/testing/backend-contract';
import * as v from 'valibot';
import { startTestBackend } from '../../../tools/backend/test-backends.ts';

const inboxSchema = v.object({ messages: v.array(v.object({ links: v.array(v.string()), text: v.string() })) });

/** The embedded backend, in memory. */
export interface LocalBackend {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** The link and the code in the newest mail to an address. */
  newestMail(to: string): Promise<{ readonly link: URL; readonly code: string }>;
  /** Answers at the page of a provider, which `address` opens. Returns where the browser continues. */
  answerProvider(address: string, answer: Parameters<BackendWorld['answerProvider']>[0]): Promise<URL>;
  /** Logs a user in and out everywhere, as on another device. */
  logOutEverywhere(person: { readonly email: string; readonly password: string }): Promise<void>;
  /** Makes an account for an address, and sends an invitation to it. */
  invite(email: string): Promise<void>;
  /** Signs tokens with a new key from now on. */
  rotateSigningKey(): Promise<void>;
  /** Stops the backend, like one that fails during a visit. */
  stop(): Promise<void>;
}

/** Starts a backend in the host process of this test worker, with further options of `local-supabase start`. */
export async function startLocalBackend(network: typeof fetch, ...options: string[]): Promise<LocalBackend> {
  const ready = await startTestBackend(['--memory', '--no-rate-limits', `--site-url=${window.location.origin}`, ...options]);
  return {
    supabaseUrl: ready.apiUrl,
    supabaseKey: ready.publishableKey,
    async newestMail(to) {
      const response = await network(`${ready.inboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
      const mail = v.parse(inboxSchema, await response.json()).messages[0];
      const [link] = mail?.links ?? [];
      if (link === undefined) throw new Error(`No mail with a link for ${to}`);
      return { link: new URL(link), code: /\b\d{6}\b/.exec(mail?.text ?? '')?.[0] ?? '' };
    },
    async answerProvider(address, answer) {
      const { url } = await network(address);
      const callback = new URL('callback', url);
      const values = answer === 'cancelled' ? { error: 'access_denied' } : answer;
      callback.search = new URLSearchParams({ state: new URL(url).searchParams.get('state') ?? '', ...values }).toString();
      const { headers } = await network(callback, { redirect: 'manual' });
      return new URL(headers.get('location') ?? '');
    },
    async logOutEverywhere({ email, password }) {
      const headers = { apikey: ready.publishableKey, 'content-type': 'application/json' };
      const response = await network(`${ready.apiUrl}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
      const { access_token: token } = v.parse(v.object({ access_token: v.string() }), await response.json());
      const { ok } = await network(`${ready.apiUrl}/auth/v1/logout?scope=global`, { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } });
      if (!ok) throw new Error('The backend did not log out');
    },
    async invite(email) {
      const headers = { apikey: ready.secretKey, 'content-type': 'application/json' };
      const { ok } = await network(`${ready.apiUrl}/auth/v1/invite`, { method: 'POST', headers, body: JSON.stringify({ email }) });
      if (!ok) throw new Error('The backend did not invite');
    },
    async rotateSigningKey() {
      const { ok } = await network(`${ready.apiUrl}/auth/v1/admin/signing-keys/rotate`, { method: 'POST', headers: { apikey: ready.secretKey } });
      if (!ok) throw new Error('The backend did not rotate its signing key');
    },
    stop: ready.stop,
  };
}
