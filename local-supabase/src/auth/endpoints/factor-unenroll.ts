import { AuthError } from '../auth-error.ts';
import type { Endpoint } from '../call.ts';
import { authenticateSession, factorOfPath } from '../factors/own-factor.ts';
import { removeFactor } from '../factors/remove-factor.ts';

/** `DELETE /factors/:factorId`: removes a factor; one that counts, only for somebody who has proven a second factor. */
export const factorUnenroll: Endpoint = {
  method: 'DELETE',
  path: '/factors/:factorId',
  async handle(call) {
    const { user, session } = await authenticateSession(call);
    const factor = factorOfPath(call, user);
    if (factor.status === 'verified' && session.aal !== 'aal2') {
      throw new AuthError('AAL2 required to unenroll verified factor', { status: 422, code: 'insufficient_aal' });
    }
    await call.auth.database.transaction((queries) => removeFactor(queries, factor));
    return { body: { id: factor.id } };
  },
};
