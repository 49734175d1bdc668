import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { addAuthenticator } from './auth/authenticator.ts';
import { Backend, PASSWORD, temporaryDirectory } from './backend.ts';

let directory: string;
let remove: () => Promise<void>;
beforeEach(async () => {
  ({ directory, remove } = await temporaryDirectory());
});
afterEach(() => remove());

/** Reverts a database to the version before second factors. */
const BEFORE_SECOND_FACTOR = `
drop table local_supabase.used_totp_steps;
drop table auth.mfa_challenges;
drop table auth.mfa_factors;
alter table auth.sessions alter column aal type text using aal::text;
alter table auth.sessions add constraint sessions_aal_check check (aal in ('aal1', 'aal2', 'aal3'));
drop type auth.aal_level;
drop type auth.factor_status;
drop type auth.factor_type;
delete from local_supabase_baseline.schema_migrations where version = '0004';
`;

test('data from before second factors existed still works, including sessions', async () => {
  const data = path.join(directory, 'data');
  const migration = `create function public.go_back() returns void language plpgsql security definer as $$ begin ${BEFORE_SECOND_FACTOR} end $$;`;
  await writeFile(path.join(directory, '20260101000000_go_back.sql'), migration);
  const first = await Backend.start('--data-dir', data, '--migrations', directory);
  const { data: before } = await first.client().auth.signUp({ email: 'early@example.com', password: PASSWORD });
  await first.admin().rpc('go_back').throwOnError();
  await first.stop();

  const backend = await Backend.start('--data-dir', data);
  const client = backend.client();
  expect((await client.auth.refreshSession({ refresh_token: before.session?.refresh_token ?? '' })).error).toBeNull();
  await addAuthenticator(client);
  expect((await client.auth.getClaims()).data?.claims).toMatchObject({ sub: before.user?.id, aal: 'aal2' });
  await backend.stop();
});
