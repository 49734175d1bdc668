import { requireAdmin } from '../authenticate.ts';
import type { Endpoint } from '../call.ts';
import { factorJson } from '../factors/factor-json.ts';
import { factorOfPath } from '../factors/own-factor.ts';
import { removeFactor } from '../factors/remove-factor.ts';
import { userOfPath } from '../users/user-of-path.ts';

/** `GET /admin/users/:id/factors` */
export const adminListFactors: Endpoint = {
  method: 'GET',
  path: '/admin/users/:id/factors',
  async handle(call) {
    await requireAdmin(call);
    return { body: (await userOfPath(call)).factors.map(factorJson) };
  },
};

/** `DELETE /admin/users/:id/factors/:factorId`: for somebody who lost the second factor. */
export const adminDeleteFactor: Endpoint = {
  method: 'DELETE',
  path: '/admin/users/:id/factors/:factorId',
  async handle(call) {
    await requireAdmin(call);
    const factor = factorOfPath(call, await userOfPath(call));
    await call.auth.database.transaction((queries) => removeFactor(queries, factor));
    return { body: factorJson(factor) };
  },
};
