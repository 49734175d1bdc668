import * as v from 'valibot';
import { askProject, NoAnswerError } from './ask-project.ts';
import { note, ok, type Finding } from './finding.ts';
import type { Project } from './project.ts';

const keySetSchema = v.object({ keys: v.array(v.object({ alg: v.optional(v.string()), kty: v.optional(v.string()) })) });

const SLOWER = 'Tokens are then checked by the auth service, which is slower but as safe.';

/** Whether browsers can verify tokens themselves, with a key of the project's key set (RFC 7517 §5). */
export async function checkSigningKeys(project: Project): Promise<Finding> {
  try {
    const { status, body } = await askProject(project, 'auth/v1/.well-known/jwks.json');
    const set = v.safeParse(keySetSchema, body);
    if (status !== 200 || !set.success) return note('signing keys', `The key set cannot be read (${status}).`, SLOWER);
    const algorithms = set.output.keys.map(({ alg }) => alg).filter((alg) => alg === 'ES256' || alg === 'RS256');
    if (algorithms[0] !== undefined) return ok('signing keys', `Tokens signed with ${algorithms[0]} are verified in the browser.`);
    return note('signing keys', 'The project signs with a shared secret (HS256).', `${SLOWER} Migrate to asymmetric JWT signing keys in the dashboard.`);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return note('signing keys', `The key set cannot be read: the project ${error.message}.`, SLOWER);
  }
}
