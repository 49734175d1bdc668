import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { SharedDatabase } from './shared-database.ts';

let shared: SharedDatabase;
beforeAll(async () => {
  shared = await SharedDatabase.start();
});
afterAll(() => shared.stop());

test('of the last two identities with the address of an account, one stays when both are removed at once', async () => {
  const { id, email } = await shared.project.register('linked');
  const [one, other] = [await shared.adminSession(), await shared.adminSession()];
  for (const [provider, address] of [['google', email], ['github', email], ['gitlab', 'mallory@example.com']]) {
    await one.run('insert into auth.identities (provider_id, user_id, identity_data, provider) values ($1, $2, $3, $4)', `${String(provider)} ${email}`, id, JSON.stringify({ email: address }), provider);
  }
  // An account that has no password has no identity of its own.
  await one.run('update auth.users set email_confirmed_at = null where id = $1', id);
  await one.run("delete from auth.identities where user_id = $1 and provider = 'email'", id);
  await one.run('update auth.users set email_confirmed_at = now() where id = $1', id);
  const remove = 'delete from auth.identities where user_id = $1 and provider = $2';
  await one.run('begin');
  await one.run(remove, id, 'google');
  const late = expect(other.run(remove, id, 'github')).rejects.toMatchObject({ code: 'AC001' });
  await shared.untilWaiting(other);
  await one.run('commit');
  await late;
  expect(await one.run('select provider from auth.identities where user_id = $1 order by provider', id)).toEqual([{ provider: 'github' }, { provider: 'gitlab' }]);
});
