import { decodeJwt, jwtVerify } from 'jose';
import { legacyKey, type ApiKeys, type KeySecrets } from '../keys/api-keys.ts';
import { StartError } from './start-error.ts';
import type { StartOptions } from './start-options.ts';

/**
 * The keys of a start, with the secret that the legacy ones are signed with.
 * @param secrets those of the project, where no option gives other ones
 * @throws StartError
 */
export async function resolveKeys(options: StartOptions, secrets: KeySecrets): Promise<{ keys: ApiKeys; jwtSecret: string }> {
  const jwtSecret = options.jwtSecret ?? secrets.jwt_secret;
  const keys: ApiKeys = {
    publishable: secrets.publishable,
    secret: secrets.secret,
    anon: legacyKey('anon', jwtSecret),
    serviceRole: legacyKey('service_role', jwtSecret),
  };
  const { anonKey, serviceRoleKey } = options;
  if (anonKey?.startsWith('sb_publishable_')) keys.publishable = anonKey;
  else if (anonKey !== undefined) keys.anon = await requireLegacyKey('--anon-key', anonKey, 'anon', jwtSecret);
  if (serviceRoleKey?.startsWith('sb_secret_')) keys.secret = serviceRoleKey;
  else if (serviceRoleKey !== undefined) {
    keys.serviceRole = await requireLegacyKey('--service-role-key', serviceRoleKey, 'service_role', jwtSecret);
  }
  return { keys, jwtSecret };
}

async function requireLegacyKey(flag: string, key: string, role: string, jwtSecret: string): Promise<string> {
  const opaque = role === 'anon' ? 'sb_publishable_…' : 'sb_secret_…';
  try {
    await jwtVerify(key, new TextEncoder().encode(jwtSecret), { algorithms: ['HS256'] });
  } catch (cause) {
    throw new StartError(`${flag} is neither ${opaque} nor a token signed with --jwt-secret. Correct one of them.`, { cause });
  }
  if (decodeJwt(key)['role'] !== role) throw new StartError(`${flag} is a token of another role. Give the key whose role is ${role}.`);
  return key;
}
