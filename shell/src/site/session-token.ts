import type { AuthHandle } from '@atrium/page-kit/contract/auth';

/**
 * The access token of the session, which is renewed first where it has to be; null for nobody. Rejects where the Supabase
 * client cannot be had.
 */
export async function sessionToken(auth: AuthHandle): Promise<string | null> {
  const supabase = await auth.getSupabase();
  const { data } = await supabase.auth.getSession();
  return data.session?.access_token ?? null;
}
