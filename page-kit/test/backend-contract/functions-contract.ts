import * as v from 'valibot';
import { newUser, type BackendWorld, visitForEach } from './world.ts';

/** By name: each tab can have its own classes. */
const errorSchema = v.object({
  name: v.literal('FunctionsHttpError'),
  context: v.custom<Response>((context) => typeof context === 'object' && context !== null && 'json' in context),
});

/** Calls of functions-js. */
export function describeFunctions(openWorld: () => BackendWorld): void {
  const here = visitForEach(openWorld);

  async function outcome(name: string, body: Readonly<Record<string, unknown>>): Promise<{ readonly status: number; readonly code: string }> {
    const client = await here.tab.auth.getSupabase();
    const response = await client.functions.invoke<unknown>(name, { body });
    const { context } = v.parse(errorSchema, response.error);
    const { code } = v.parse(v.object({ code: v.string() }), await context.json());
    return { status: context.status, code };
  }

  it('responds with 404 for a function that is not deployed', async () => {
    expect(await outcome('nothing-of-this-name', {})).toEqual({ status: 404, code: 'NOT_FOUND' });
  });

  it('passes on the refusal of a function', async () => {
    const person = newUser();
    await here.tab.auth.getAuth().register(person);
    expect(await outcome('account-delete', { password: 'another' })).toEqual({ status: 403, code: 'wrong_password' });
    expect(await outcome('account-delete', {})).toEqual({ status: 403, code: 'password_needed' });
  });
}
