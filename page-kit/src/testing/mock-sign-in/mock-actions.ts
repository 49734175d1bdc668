import * as v from 'valibot';
import type { Assurance, AuthActionName, AuthActions, Factor, MailedLinkType, SupabaseClient } from '../../contract/auth.ts';
import { deleteAccount } from './delete-account.ts';
import { asLevel } from './levels.ts';

/** Runs a call as an action: `loading`, `error` and the typed error follow it. */
export type Perform = <Result>(action: AuthActionName, call: (client: SupabaseClient) => Promise<Result>) => Promise<Result>;

const factorSchema = v.object({
  id: v.string(),
  factor_type: v.picklist(['totp', 'phone']),
  status: v.string(),
  friendly_name: v.fallback(v.string(), ''),
  phone: v.fallback(v.nullable(v.string()), null),
  created_at: v.string(),
});

/** The actions of the page contract, over supabase-js before the fake backend. */
export function createMockActions(perform: Perform, other: Pick<AuthActions, 'retryStart'> & { readonly assuranceLevel: () => Promise<Assurance> }): AuthActions {
  return {
    register: ({ email, password, name, next }) =>
      perform('register', async ({ auth }) => {
        const { session } = dataOf(await auth.signUp({ email, password, options: { data: { name }, emailRedirectTo: confirmAddress('email', next) } }));
        return session === null ? 'confirmation-sent' : 'signed-in';
      }),
    login: ({ email, password }) =>
      perform('login', async ({ auth }) => {
        const { data, error } = await auth.signInWithPassword({ email, password });
        if (error !== null) throw error;
        return data.user;
      }),
    logout: (options) => perform('logout', async ({ auth }) => passOn(await auth.signOut({ scope: options?.everywhere ? 'global' : 'local' }))),
    resetPassword: (email) =>
      perform('resetPassword', async ({ auth }) => passOn(await auth.resetPasswordForEmail(email, { redirectTo: confirmAddress('recovery') }))),
    redeemLink: (link) =>
      perform('redeemLink', async ({ auth }) => {
        if ('code' in link) passOn(await auth.exchangeCodeForSession(link.code));
        else if ('tokenHash' in link) passOn(await auth.verifyOtp({ token_hash: link.tokenHash, type: link.type }));
        else passOn(await auth.setSession({ access_token: link.accessToken, refresh_token: link.refreshToken }));
      }),
    resendConfirmation: (email, next) =>
      perform('resendConfirmation', async ({ auth }) =>
        passOn(await auth.resend({ type: 'signup', email, options: { emailRedirectTo: confirmAddress('email', next) } })),
      ),
    updatePassword: (password, currentPassword) =>
      perform('updatePassword', async ({ auth }) =>
        passOn(await auth.updateUser({ password, ...(currentPassword !== undefined && { current_password: currentPassword }) })),
      ),
    updateEmail: (email) =>
      perform('updateEmail', async ({ auth }) => passOn(await auth.updateUser({ email }, { emailRedirectTo: confirmAddress('email_change') }))),
    updateProfile: ({ name }) => perform('updateProfile', async ({ auth }) => passOn(await auth.updateUser({ data: { name } }))),
    deleteAccount: (password) => perform('deleteAccount', (client) => deleteAccount(client, password)),
    retryStart: other.retryStart,
    mfa: {
      assuranceLevel: other.assuranceLevel,
      factors: () => perform('readFactors', listFactors),
      enroll: (input) =>
        perform('enroll', async (client) => {
          const { mfa } = client.auth;
          // Left over from earlier tries: they count against the limit and hold their names.
          for (const { id, status } of await listFactors(client)) if (status === 'unverified') passOn(await mfa.unenroll({ factorId: id }));
          if (input.type === 'phone') {
            const { id, phone } = dataOf(await mfa.enroll({ factorType: 'phone', friendlyName: input.friendlyName, phone: input.phone }));
            return { type: 'phone', factorId: id, phone };
          }
          const { id, totp } = dataOf(await mfa.enroll({ factorType: 'totp', friendlyName: input.friendlyName, issuer: 'Atrium' }));
          return { type: 'totp', factorId: id, qrCode: escapedPicture(totp.qr_code), secret: totp.secret };
        }),
      challenge: (factorId) =>
        perform('challenge', async ({ auth }) => {
          const { id, expires_at: expiresAt } = dataOf(await auth.mfa.challenge({ factorId, channel: 'sms' }));
          return { factorId, challengeId: id, expiresAt };
        }),
      verify: ({ factorId, challengeId, code }) =>
        perform('verify', async ({ auth }) => passOn(await auth.mfa.verify({ factorId, challengeId, code: code.replace(/\s/g, '') }))),
      unenroll: (factorId) =>
        perform('unenroll', async ({ auth }) => {
          passOn(await auth.mfa.unenroll({ factorId }));
          // Token and user still speak of the factor. It is gone all the same when they cannot follow at once.
          await auth.refreshSession();
        }),
    },
  };
}

/** What the service says about the level of a token; null without a session. */
export async function askAssurance({ auth }: SupabaseClient): Promise<{ readonly token: string; readonly assurance: Assurance } | null> {
  const {
    data: { session },
    error,
  } = await auth.getSession();
  if (error !== null) throw error;
  if (session === null) return null;
  const { currentLevel, nextLevel } = dataOf(await auth.mfa.getAuthenticatorAssuranceLevel(session.access_token));
  return { token: session.access_token, assurance: { currentLevel: asLevel(currentLevel), nextLevel: asLevel(nextLevel) } };
}

async function listFactors({ auth }: SupabaseClient): Promise<readonly Factor[]> {
  return dataOf(await auth.mfa.listFactors()).all.flatMap((found) => {
    const parsed = v.safeParse(factorSchema, found);
    if (!parsed.success) return [];
    const { id, factor_type: type, status, friendly_name: friendlyName, phone, created_at: createdAt } = parsed.output;
    return [{ id, type, status: status === 'verified' ? 'verified' : 'unverified', friendlyName, phone: phone ? `+${phone.replace(/^\+/, '')}` : null, createdAt }];
  });
}

function confirmAddress(type: MailedLinkType, next?: string | null): string {
  return `${location.origin}/auth/confirm?${new URLSearchParams({ type, ...(next && { next }) }).toString()}`;
}

/** supabase-js puts the picture into the data address as it is: the first `#` or `%` in it would end it there. */
function escapedPicture(qrCode: string): string {
  const start = 'data:image/svg+xml;utf-8,';
  return start + encodeURIComponent(qrCode.startsWith(start) ? qrCode.slice(start.length) : qrCode);
}

function passOn({ error }: { readonly error: Error | null }): void {
  if (error !== null) throw error;
}

function dataOf<Data>({ data, error }: { readonly data: Data; readonly error: Error | null }): NonNullable<Data> {
  if (error !== null) throw error;
  if (data === null || data === undefined) throw new Error('supabase-js gave neither data nor an error');
  return data;
}
