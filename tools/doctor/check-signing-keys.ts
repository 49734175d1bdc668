import * as v from 'valibot';
import { note, ok, type Finding } from './finding.ts';
import { askProject, NoResponseError, type Project } from './project.ts';

const keySetSchema = v.object({ keys: v.array(v.object({ alg: v.optional(v.string()), kty: v.optional(v.string()) })) });

const SLOWER = 'The auth service verifies the tokens instead, which is slower but as safe.';

/** Checks that browsers can verify tokens themselves, with a key of the project's key set (RFC 7517 §5). */
export async function checkSigningKeys(project: Project): Promise<Finding> {
  try {
    const { status, body } = await askProject(project, 'auth/v1/.well-known/jwks.json');
    const set = v.safeParse(keySetSchema, body);
    if (status !== 200 || !set.success) return note('signing keys', `The key set cannot be read (${status}).`, SLOWER);
    const [algorithm] = set.output.keys.map(({ alg }) => alg).filter((alg) => alg === 'ES256' || alg === 'RS256');
    if (algorithm !== undefined) return ok('signing keys', `The browser verifies tokens signed with ${algorithm}.`);
    return note('signing keys', 'The project signs with a shared secret (HS256).', `${SLOWER} Migrate to asymmetric JWT signing keys in the dashboard.`);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return note('signing keys', `The key set cannot be read: the project ${error.message}.`, SLOWER);
  }
}
