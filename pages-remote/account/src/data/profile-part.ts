import { auth } from 'auth/auth';

/** The profile of the signed-in user, as the auth service and the database store it. Without secrets: the service returns none. */
export async function loadProfile(signal: AbortSignal): Promise<object> {
  const client = await auth.getSupabase();
  const { data, error } = await client.auth.getUser();
  if (error) throw error;
  const { id, email, new_email: newEmail, created_at: createdAt, user_metadata: metadata, factors = [] } = data.user;
  const profile = await client.from('account_profiles').select('name,avatar_path,updated_at').eq('person', id).abortSignal(signal).maybeSingle().throwOnError();
  return {
    id,
    email,
    newEmail: newEmail ?? null,
    createdAt,
    metadata,
    profile: profile.data,
    secondFactors: factors.map(({ factor_type: type, friendly_name: name, status, created_at: addedAt }) => ({ type, name, status, addedAt })),
  };
}
