import * as v from 'valibot';
import type { FakeAuth } from '../auth/fake-auth.ts';
import type { FunctionHandler } from './fake-functions.ts';

const requestSchema = v.object({ password: v.string() });

/** The function `account-delete` of the site, which `deleteAccount` of the sign-in calls: the person goes, rows and files of tests stay. */
export function deleteAccount(auth: FakeAuth): FunctionHandler {
  return ({ body, caller }) => {
    const { password } = v.parse(requestSchema, body);
    if (!caller) return refusal(401, 'not_signed_in', 'Your session has ended. Log in again, then try again.');
    if (caller.owesCode) return refusal(403, 'second_factor_needed', 'Enter a code of your second factor first, then try again.');
    if (!auth.deletePerson(caller.id, password)) return refusal(403, 'wrong_password', 'The password is not right. Correct it, then try again.');
    return { deleted: true };
  };
}

function refusal(status: number, code: string, message: string): Response {
  return Response.json({ code, message }, { status });
}
