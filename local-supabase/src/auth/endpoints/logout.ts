import { invalid } from '../auth-error.ts';
import { authenticate } from '../authenticate.ts';
import type { Endpoint } from '../call.ts';

/** `POST /logout?scope=global|local|others`: ends sessions; their refresh tokens go with them. */
export const logout: Endpoint = {
  method: 'POST',
  path: '/logout',
  async handle(call) {
    const scope = call.query.get('scope') ?? 'global';
    if (!['', 'global', 'local', 'others'].includes(scope)) throw invalid(`Unsupported logout scope "${scope}"`);
    const { user, session } = await authenticate(call);
    const { database } = call.auth;
    if (session && scope === 'local') await database.run('delete from auth.sessions where id = $1', [session.id]);
    else if (session && scope === 'others') {
      await database.run('delete from auth.sessions where id <> $1 and user_id = $2', [session.id, user.id]);
    } else await database.run('delete from auth.sessions where user_id = $1', [user.id]);
    return { status: 204 };
  },
};
