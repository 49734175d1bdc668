import { requireAdmin } from '../authenticate.ts';
import type { Endpoint } from '../call.ts';

/**
 * `POST /admin/signing-keys/rotate`: a new key signs tokens from now on. Ours: a hosted project rotates through the
 * Management API, which this backend has not.
 */
export const adminRotateSigningKey: Endpoint = {
  method: 'POST',
  path: '/admin/signing-keys/rotate',
  async handle(call) {
    await requireAdmin(call);
    await call.auth.signingKeys.rotate();
    return { body: { kid: call.auth.signingKeys.current.kid } };
  },
};
