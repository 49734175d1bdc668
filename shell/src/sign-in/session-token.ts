import type { AuthHandle } from '@atrium/page-kit/contract/auth';

/** The session's access token, refreshed if needed; null without a session. Rejects if the Supabase client cannot be loaded. */
export async function sessionToken(auth: AuthHandle): Promise<string | null> {
  const supabase = await auth.getSupabase();
  const { data } = await supabase.auth.getSession();
  return data.session?.access_token ?? null;
}
