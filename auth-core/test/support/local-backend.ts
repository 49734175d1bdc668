import { fork, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import * as v from 'valibot';

const readySchema = v.object({
  type: v.literal('ready'),
  apiUrl: v.string(),
  inboxUrl: v.string(),
  publishableKey: v.string(),
  secretKey: v.string(),
});

const inboxSchema = v.object({ messages: v.array(v.object({ links: v.array(v.string()) })) });

/** The embedded backend in a separate process, in memory. */
export interface LocalBackend {
  readonly supabaseUrl: string;
  readonly supabaseKey: string;
  /** The link in the newest mail to an address. */
  newestLink(to: string): Promise<URL>;
  /** Logs a user in and out everywhere, as on another device. */
  logOutEverywhere(person: { readonly email: string; readonly password: string }): Promise<void>;
  /** Signs tokens with a new key from now on. */
  rotateSigningKey(): Promise<void>;
  /** Stops the process, like a backend that fails during a visit. */
  stop(): Promise<void>;
}

/** Starts `local-supabase` on free ports, with further options of its command. Rejects if it exits before it is ready. */
export async function startLocalBackend(network: typeof fetch, ...options: string[]): Promise<LocalBackend> {
  const root = path.resolve(__dirname, '../../..');
  const child = fork(
    path.join(root, 'local-supabase/bin/local-supabase.mjs'),
    ['start', '--memory', '--port=0', '--inbox-port=0', '--no-rate-limits', '--password-cost=4', `--site-url=${window.location.origin}`, ...options],
    // Postgres runs too short for its optimisation by V8 to pay off.
    { cwd: root, execArgv: ['--liftoff-only'], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] },
  );
  const ready = await new Promise<v.InferOutput<typeof readySchema>>((resolve, reject) => {
    child.once('message', (message) => {
      resolve(v.parse(readySchema, message));
    });
    child.once('exit', (code) => {
      reject(new Error(`local-supabase exited with ${String(code)} before it was ready`));
    });
  });
  return {
    supabaseUrl: ready.apiUrl,
    supabaseKey: ready.publishableKey,
    async newestLink(to) {
      const answer = await network(`${ready.inboxUrl}/api/messages?to=${encodeURIComponent(to)}`);
      const link = v.parse(inboxSchema, await answer.json()).messages[0]?.links[0];
      if (link === undefined) throw new Error(`No mail with a link for ${to}`);
      return new URL(link);
    },
    async logOutEverywhere({ email, password }) {
      const headers = { apikey: ready.publishableKey, 'content-type': 'application/json' };
      const answer = await network(`${ready.apiUrl}/auth/v1/token?grant_type=password`, { method: 'POST', headers, body: JSON.stringify({ email, password }) });
      const { access_token: token } = v.parse(v.object({ access_token: v.string() }), await answer.json());
      const { ok } = await network(`${ready.apiUrl}/auth/v1/logout?scope=global`, { method: 'POST', headers: { ...headers, authorization: `Bearer ${token}` } });
      if (!ok) throw new Error('The backend did not log out');
    },
    async rotateSigningKey() {
      const { ok } = await network(`${ready.apiUrl}/auth/v1/admin/signing-keys/rotate`, { method: 'POST', headers: { apikey: ready.secretKey } });
      if (!ok) throw new Error('The backend did not rotate its signing key');
    },
    stop: () => stopped(child),
  };
}

function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => {
      resolve();
    });
    child.kill('SIGTERM');
  });
}
