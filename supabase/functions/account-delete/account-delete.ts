import * as v from 'valibot';
import { handleCalls, type Environment, type Runtime } from '../_shared/handle-calls.ts';
import { requireCaller, tokenOf } from '../_shared/caller.ts';
import { Refusal } from '../_shared/refusal.ts';
import { deletePerson, removeLeftovers } from './delete-person.ts';
import { personOf, requireIntent } from './require-intent.ts';

const bodySchema = v.object({ password: v.optional(v.pipe(v.string(), v.maxLength(1000))) });

/**
 * `{password}`, or `{}` from an account without one: deletes the caller's account with everything that belongs to it. Shared boards pass to the
 * first of their editors, or else of their viewers. A repeated call continues after an interruption, and responds the same once everything is deleted.
 */
export function accountDelete(environment: Environment, runtime: Runtime): (request: Request) => Promise<Response> {
  return handleCalls('account-delete', bodySchema, environment, runtime, async ({ project, request, body: { password } }) => {
    try {
      const caller = await requireCaller(project, request);
      await requireIntent(project, caller, password);
      await deletePerson(project, caller.user.id);
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== 'gone') throw error;
      // The auth service has verified the token, but the account is gone. An earlier call may have left files.
      await removeLeftovers(project, personOf(tokenOf(request)));
    }
    return Response.json({ deleted: true });
  });
}
