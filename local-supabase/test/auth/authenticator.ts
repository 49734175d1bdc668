import { expect } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { TOTP } from 'otpauth';
import { codeOf, PASSWORD } from '../backend.ts';
import type { Backend } from '../backend.ts';

/** Time steps whose codes the backend accepts for at least half a minute: the one in which the app was set up, and the next. */
export type Step = 0 | 1;

/** An authenticator app. A code works once, so a test that needs several uses codes of different steps. */
export class Authenticator {
  readonly #totp: TOTP;
  readonly #begun = Date.now();

  constructor(secret: string) {
    this.#totp = new TOTP({ secret });
  }

  /** The code of a step, counted from the setup of the app, so that codes do not change during a test. */
  code(step: Step = 0): string {
    return this.#totp.generate({ timestamp: this.#begun + step * 30_000 });
  }

  /** A wrong code. */
  wrongCode(): string {
    const right = ([-1, 0, 1, 2] as const).map((step) => this.#totp.generate({ timestamp: this.#begun + step * 30_000 }));
    return ['000000', '111111', '222222', '333333', '444444'].find((code) => !right.includes(code)) ?? '';
  }
}

/** Registers a user and signs the client in. */
export async function register(backend: Backend, email: string): Promise<SupabaseClient> {
  const client = backend.client();
  const { error } = await client.auth.signUp({ email, password: PASSWORD });
  expect(error).toBeNull();
  return client;
}

/** Sets up an authenticator app, so that the client's session is at aal2. Uses the code of step 0. */
export async function addAuthenticator(client: SupabaseClient, friendlyName = 'App'): Promise<{ app: Authenticator; factorId: string }> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName });
  if (error) throw error;
  const app = new Authenticator(data.totp.secret);
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code: app.code(0) });
  expect(verified.error).toBeNull();
  return { app, factorId: data.id };
}

/** Adds a phone, so that the client's session is at aal2. */
export async function addPhone(backend: Backend, client: SupabaseClient, phone: string): Promise<string> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone, friendlyName: 'Phone' });
  if (error) throw error;
  const challenge = await client.auth.mfa.challenge({ factorId: data.id, channel: 'sms' });
  const code = codeOf(await backend.newestMessage(phone));
  const verified = await client.auth.mfa.verify({ factorId: data.id, challengeId: challenge.data?.id ?? '', code });
  expect(verified.error).toBeNull();
  return data.id;
}
