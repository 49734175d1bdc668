import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from '@jest/globals';
import { Backend, temporaryDirectory, writeConfig } from '../backend.ts';
import { addAuthenticator, register } from './authenticator.ts';

/** A hook that rejects every wrong code. What the site's own hook does is tested in `supabase/test/account`. */
const HOOK = `create function public.reject_wrong_codes(event jsonb) returns jsonb language sql as $$
  select case when (event ->> 'valid')::boolean then '{"decision": "continue"}'::jsonb
    else jsonb_build_object('decision', 'reject', 'message', 'No more ' || (event ->> 'factor_type')) end;
$$;`;

test('a hook that rejects a code of a second factor ends all sessions of the user', async () => {
  const { directory, remove } = await temporaryDirectory();
  const migrations = path.join(directory, 'migrations');
  await mkdir(migrations);
  await writeFile(path.join(migrations, '20990101000000_hook.sql'), HOOK);
  const uri = 'pg-functions://postgres/public/reject_wrong_codes';
  const config = await writeConfig(directory, { hook: { mfa_verification_attempt: { enabled: true, uri } } });
  const backend = await Backend.start('--memory', '--config', config, '--migrations', migrations);
  const client = await register(backend, 'guessed@example.com');
  const { app, factorId } = await addAuthenticator(client);
  const { error } = await client.auth.mfa.challengeAndVerify({ factorId, code: app.wrongCode() });
  expect(error).toMatchObject({ status: 403, code: 'mfa_verification_rejected', message: 'No more totp' });
  expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError');
  await backend.stop();
  await remove();
});
