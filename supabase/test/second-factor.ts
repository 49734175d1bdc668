import { TOTP } from 'otpauth';
import type { Client } from './project.ts';

/** Sets an authenticator app up, after which the client's session is at aal2. */
export async function addAuthenticator(client: Client): Promise<void> {
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' });
  if (error) throw error;
  const code = new TOTP({ secret: data.totp.secret }).generate();
  const verified = await client.auth.mfa.challengeAndVerify({ factorId: data.id, code });
  if (verified.error) throw verified.error;
}
