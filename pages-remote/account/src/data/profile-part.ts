import * as v from 'valibot';
import { auth } from 'auth/auth';
import { downloadPicture } from '../profile/stored-picture.ts';
import type { PartLoader } from './export-archive.ts';

const profileSchema = v.nullable(v.object({ name: v.string(), avatar_path: v.nullable(v.string()), updated_at: v.string() }));

/** The profile of the signed-in user, as the auth service and the database store it, and their picture. Without secrets: the service returns none. */
export const loadProfile: PartLoader = async (signal, _onProgress, addFile) => {
  const client = await auth.getSupabase();
  const { data, error } = await client.auth.getUser();
  if (error) throw error;
  const { id, email, new_email: newEmail, created_at: createdAt, user_metadata: metadata, factors = [] } = data.user;
  const { data: row } = await client.from('account_profiles').select('name,avatar_path,updated_at').eq('person', id).abortSignal(signal).maybeSingle().throwOnError();
  const profile = v.parse(profileSchema, row);
  const picture = profile?.avatar_path ?? null;
  const pictureFile = picture === null ? undefined : addFile?.({ path: [`picture${/\.\w+$/.exec(picture)?.[0] ?? ''}`], read: (ofFile) => downloadPicture(client, picture, ofFile) });
  return {
    id,
    email,
    newEmail: newEmail ?? null,
    createdAt,
    metadata,
    profile,
    pictureFile: pictureFile ?? null,
    secondFactors: factors.map(({ factor_type: type, friendly_name: name, status, created_at: addedAt }) => ({ type, name, status, addedAt })),
  };
};
