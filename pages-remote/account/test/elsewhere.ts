import { ADA, backend } from '@atrium/page-kit/testing';
import { createClient } from '@supabase/supabase-js';

/** The auth client of another browser. */
export function elsewhere() {
  return createClient(backend.url, backend.key, {
    auth: { autoRefreshToken: false, persistSession: false, storageKey: `elsewhere-${crypto.randomUUID()}` },
  }).auth;
}

/** The auth client of another browser in which a user is logged in, with a code if they have a second factor. */
export async function signedInElsewhere(email = ADA.email) {
  const auth = elsewhere();
  const { access_token, refresh_token } = await backend.auth.openSession(email, backend.auth.factorsOf(email).length > 0 ? 'aal2' : 'aal1');
  done(await auth.setSession({ access_token, refresh_token }));
  return auth;
}

/** The token hash in the link of the newest mail to an address. */
export function newestLink(to = ADA.email): string {
  const mail = backend.auth.mails.findLast((candidate) => candidate.to === to);
  if (!mail) throw new Error(`${to} has received no mail.`);
  return mail.tokenHash;
}

/** The token hash of a reset link that Ada requested in another browser. */
export async function resetLink(): Promise<string> {
  if (!backend.auth.hasAccount(ADA.email)) backend.auth.addPerson(ADA);
  done(await elsewhere().resetPasswordForEmail(ADA.email));
  return newestLink();
}

/** The token hash of a confirmation link for Ada, who registered in another browser. */
export async function confirmationLink(): Promise<string> {
  backend.auth.confirmsAddresses = true;
  const { email, password } = ADA;
  done(await elsewhere().signUp({ email, password: password, options: { data: { name: 'Ada' } } }));
  return newestLink();
}

/** The token hashes of the two links that change Ada's address: the one sent to her present mailbox, and the one sent to the new one. */
export async function changeLinks(newEmail: string): Promise<readonly [present: string, future: string]> {
  if (!backend.auth.hasAccount(ADA.email)) backend.auth.addPerson(ADA);
  const auth = await signedInElsewhere();
  done(await auth.updateUser({ email: newEmail }));
  return [newestLink(), newestLink(newEmail)];
}

/** Fails the test when a step of its preparation failed. */
export function done({ error }: { readonly error: Error | null }): void {
  if (error) throw error;
}
