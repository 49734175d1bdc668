import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { SupabaseClient } from '@supabase/supabase-js';
import { Backend, temporaryDirectory } from '../backend.ts';
import { addAuthenticator, register } from './authenticator.ts';

const MIGRATION = `
create table public.vault (id bigint generated always as identity primary key, owner uuid not null default auth.uid(), secret text not null);
alter table public.vault enable row level security;
grant select, insert on public.vault to authenticated;
create policy "own rows" on public.vault to authenticated using (owner = auth.uid()) with check (owner = auth.uid());
create policy "second factor" on public.vault as restrictive to authenticated
  using ((select auth.jwt() ->> 'aal') = 'aal2') with check ((select auth.jwt() ->> 'aal') = 'aal2');
`;

let backend: Backend;
let remove: () => Promise<void>;
beforeAll(async () => {
  const temporary = await temporaryDirectory();
  remove = temporary.remove;
  await writeFile(path.join(temporary.directory, '20260101000000_vault.sql'), MIGRATION);
  backend = await Backend.start('--memory', '--migrations', temporary.directory);
});
afterAll(async () => {
  await backend.stop();
  await remove();
});

/** A raw request to the table, which any holder of the token can send without a page or a guard. */
async function ask(client: SupabaseClient, init: { method?: string; body?: unknown } = {}): Promise<{ status: number; body: unknown }> {
  const { data } = await client.auth.getSession();
  const response = await backend.fetch('/rest/v1/vault?select=secret', {
    ...init,
    headers: { authorization: `Bearer ${data.session?.access_token ?? ''}`, 'content-type': 'application/json', prefer: 'return=representation' },
  });
  return { status: response.status, body: await response.json() };
}

test('a policy that requires aal2 refuses a raw request at aal1 and allows it at aal2', async () => {
  const client = await register(backend, 'vault@example.com');
  const row = { method: 'POST', body: { secret: 'gold' } };
  expect(await ask(client, row)).toMatchObject({ status: 403, body: { code: '42501' } });
  const { factorId } = await addAuthenticator(client);
  expect(await ask(client, row)).toMatchObject({ status: 201, body: [{ secret: 'gold' }] });
  expect(await ask(client)).toEqual({ status: 200, body: [{ secret: 'gold' }] });

  // After the factor was removed, the next token has no access.
  await client.auth.mfa.unenroll({ factorId });
  await client.auth.refreshSession();
  expect(await ask(client)).toEqual({ status: 200, body: [] });
  expect((await ask(client, row)).status).toBe(403);
});

test('the service key lists a user’s factors and removes a lost one', async () => {
  const client = await register(backend, 'lost@example.com');
  const { factorId } = await addAuthenticator(client);
  const userId = (await client.auth.getUser()).data.user?.id ?? '';
  const admin = backend.admin();
  expect((await admin.auth.admin.getUserById(userId)).data.user?.factors).toMatchObject([{ id: factorId, status: 'verified' }]);
  const { data: listed } = await admin.auth.admin.mfa.listFactors({ userId });
  expect(listed?.factors).toMatchObject([{ id: factorId, factor_type: 'totp' }]);
  expect(JSON.stringify(listed)).not.toContain('"secret"');
  expect((await client.auth.admin.mfa.deleteFactor({ userId, id: factorId })).error).toMatchObject({ code: 'not_admin', status: 403 });
  expect((await admin.auth.admin.mfa.deleteFactor({ userId, id: factorId })).error).toBeNull();
  expect((await admin.auth.admin.mfa.listFactors({ userId })).data?.factors).toEqual([]);
  await client.auth.refreshSession();
  expect((await client.auth.getClaims()).data?.claims.aal).toBe('aal1');
});
