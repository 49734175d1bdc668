import { fix, note, type Finding } from './finding.ts';
import { askProject, NoResponseError, type Project } from './project.ts';

/** A URL that no redirect list contains: the domain is reserved (RFC 2606 §2). */
const NOWHERE = 'https://redirect-check.invalid';

const COMPARE =
  'Run `supabase config push` with site_url and additional_redirect_urls of supabase/config.toml, or compare them in the dashboard under Authentication, URL Configuration.';

/**
 * Checks where mailed links lead. The auth service responds to an invalid link with a redirect: to the requested URL if
 * the project's list contains it, otherwise to the project's site (supabase/auth, `internal/api/verify.go`).
 */
export async function checkRedirects(project: Project): Promise<Finding> {
  try {
    const query = new URLSearchParams({ token: 'doctor', type: 'signup', redirect_to: `${NOWHERE}/` });
    const { status, movedTo } = await askProject(project, `auth/v1/verify?${query.toString()}`);
    if (status < 300 || status > 399 || movedTo === null) return unseen();
    if (movedTo === NOWHERE) {
      return fix(
        'redirects',
        'Mailed links can lead to any URL, and carry a code or a session there.',
        `The redirect list contains a pattern that matches every URL: remove it. ${COMPARE}`,
      );
    }
    const isLocal = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/.test(movedTo);
    return note('redirects', `Mailed links lead to ${movedTo} (site_url).${isLocal ? ' That is the machine of the person who opens the mail.' : ''}`, `If the site has another URL: ${COMPARE}`);
  } catch (error) {
    if (!(error instanceof NoResponseError)) throw error;
    return unseen();
  }
}

function unseen(): Finding {
  return note('redirects', 'The project does not show where mailed links lead.', COMPARE);
}
