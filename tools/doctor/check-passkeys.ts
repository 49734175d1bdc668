import * as v from 'valibot';
import { fix, note, ok, type Finding } from './finding.ts';
import { askProject, NoResponseError, type Project } from './project.ts';

const SETTINGS = '[auth.passkey] and [auth.webauthn] in supabase/config.toml, then `supabase config push`; or Authentication, Passkeys in the dashboard';

const optionsSchema = v.object({ options: v.object({ rpId: v.string() }) });

/** Checks which domain passkeys are bound to (W3C Web Authentication, section 5.4.2): browsers refuse them on every other. */
export async function checkPasskeys(project: Project, isAllowed: boolean): Promise<Finding> {
  if (!isAllowed) return note('passkeys', 'Passkeys are off, so the site does not offer them.', `To offer them: ${SETTINGS}.`);
  try {
    const { status, body } = await askProject(project, 'auth/v1/passkeys/authentication/options', { method: 'POST' });
    const parsed = v.safeParse(optionsSchema, body);
    if (status !== 200 || !parsed.success) return fix('passkeys', `Passkeys are on, but the project gives no challenge for them (${status}).`, `Check ${SETTINGS}.`);
    const { rpId } = parsed.output.options;
    if (rpId === 'localhost' && new URL(project.url).hostname !== rpId) return fix('passkeys', 'Passkeys are bound to localhost, so browsers refuse them on the site.', `Set rp_id to the site’s domain, and rp_origins to its URL: ${SETTINGS}.`);
    return ok('passkeys', `Visitors can log in with passkeys on ${rpId}.`);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return note('passkeys', 'The project does not show which domain passkeys are bound to.', `Compare ${SETTINGS}.`);
  }
}
