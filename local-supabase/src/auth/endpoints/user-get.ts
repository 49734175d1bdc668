import { authenticate } from '../authenticate.ts';
import type { Endpoint } from '../call.ts';
import { userJson } from '../users/user-json.ts';

/** `GET /user`: who the access token speaks of, as the database knows them now. */
export const userGet: Endpoint = {
  method: 'GET',
  path: '/user',
  async handle(call) {
    const { user } = await authenticate(call);
    return { body: userJson(user) };
  },
};
