import { randomUUID } from 'node:crypto';
import { parseEnv } from 'node:util';
import type { ApiKeys } from '../keys/api-keys.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';

/** What functions learn about their project. */
export interface ProjectInfo {
  apiUrl: string;
  keys: ApiKeys;
  signingKeys: SigningKeys;
}

/** The environment of a function's process. */
export interface FunctionEnvironment {
  variables: Readonly<Record<string, string>>;
  /** Reserved names in the secrets file. */
  ignored: readonly string[];
  /** Changes with the secrets or the project's keys: a process with another stamp is outdated. */
  stamp: string;
}

/**
 * The variables that functions have on a hosted project (supabase.com/docs/guides/functions/secrets), and those of the secrets file.
 * There is no SUPABASE_DB_URL: only this backend can connect to the database.
 */
export function environmentOf(name: string, secrets: string, { apiUrl, keys, signingKeys }: ProjectInfo): FunctionEnvironment {
  const own = Object.entries(parseEnv(secrets)).flatMap(([key, value]): [string, string][] => (value === undefined ? [] : [[key, value]]));
  const isReserved = ([key]: [string, string]): boolean => key.startsWith('SUPABASE_');
  const executionId = randomUUID();
  const jwks = JSON.stringify({ keys: signingKeys.all.map(({ publicJwk }) => publicJwk) });
  return {
    variables: {
      ...Object.fromEntries(own.filter((entry) => !isReserved(entry))),
      SUPABASE_URL: apiUrl,
      SUPABASE_ANON_KEY: keys.anon,
      SUPABASE_SERVICE_ROLE_KEY: keys.serviceRole,
      SUPABASE_PUBLISHABLE_KEYS: JSON.stringify({ default: keys.publishable }),
      SUPABASE_SECRET_KEYS: JSON.stringify({ default: keys.secret }),
      SUPABASE_JWKS: jwks,
      SB_REGION: 'local',
      SB_EXECUTION_ID: executionId,
      DENO_DEPLOYMENT_ID: `local_${name}_${executionId}`,
    },
    ignored: own.filter(isReserved).map(([key]) => key),
    stamp: jwks + secrets,
  };
}
