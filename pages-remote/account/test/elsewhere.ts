import { ADA, backend } from '@atrium/page-kit/testing';
import { createClient } from '@supabase/supabase-js';

/** The backend as another browser reaches it. */
export function elsewhere() {
  return createClient(backend.url, backend.key, {
    auth: { autoRefreshToken: false, persistSession: false, storageKey: `elsewhere-${crypto.randomUUID()}` },
  }).auth;
}

/** The same for somebody who is logged in there, with the code of a second factor if they have one. */
export async function signedInElsewhere(email = ADA.email) {
  const auth = elsewhere();
  const { access_token, refresh_token } = await backend.auth.openSession(email, backend.auth.factorsOf(email).length > 0 ? 'aal2' : 'aal1');
  done(await auth.setSession({ access_token, refresh_token }));
  return auth;
}

/** What the newest mail to an address carries in its link. */
export function newestLink(to = ADA.email): string {
  const mail = backend.auth.mails.findLast((candidate) => candidate.to === to);
  if (!mail) throw new Error(`${to} got no mail.`);
  return mail.tokenHash;
}

/** What a reset link carries that Ada asked for in another browser. */
export async function resetLink(): Promise<string> {
  if (!backend.auth.knows(ADA.email)) backend.auth.addPerson(ADA);
  done(await elsewhere().resetPasswordForEmail(ADA.email));
  return newestLink();
}

/** What a confirmation link carries for Ada, who has registered in another browser. */
export async function confirmationLink(): Promise<string> {
  backend.auth.confirmsAddresses = true;
  const { email, password } = ADA;
  done(await elsewhere().signUp({ email, password: password, options: { data: { name: 'Ada' } } }));
  return newestLink();
}

/** What the two links carry with which Ada's address becomes another one: that of the mailbox that she has, and of the new one. */
export async function changeLinks(newEmail: string): Promise<readonly [present: string, future: string]> {
  if (!backend.auth.knows(ADA.email)) backend.auth.addPerson(ADA);
  const auth = await signedInElsewhere();
  done(await auth.updateUser({ email: newEmail }));
  return [newestLink(), newestLink(newEmail)];
}

/** A test whose preparation failed proves nothing. */
export function done({ error }: { readonly error: Error | null }): void {
  if (error) throw error;
}
