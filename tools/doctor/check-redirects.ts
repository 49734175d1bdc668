import { askProject, NoAnswerError } from './ask-project.ts';
import { mend, note, type Finding } from './finding.ts';
import type { Project } from './project.ts';

/** An address that no list may have: the domain is reserved (RFC 2606 §2). */
const NOWHERE = 'https://redirect-check.invalid';

const COMPARE =
  'Run `supabase config push` with site_url and additional_redirect_urls of supabase/config.toml, or compare them in the dashboard under Authentication, URL Configuration.';

/**
 * Where mailed links lead. A link that was never mailed is refused by a redirect: to the address that it asks for where
 * the project's list has it, otherwise to the project's site (supabase/auth, `internal/api/verify.go`).
 */
export async function checkRedirects(project: Project): Promise<Finding> {
  try {
    const query = new URLSearchParams({ token: 'doctor', type: 'signup', redirect_to: `${NOWHERE}/` });
    const { status, movedTo } = await askProject(project, `auth/v1/verify?${query.toString()}`);
    if (status < 300 || status > 399 || movedTo === null) return unseen();
    if (movedTo === NOWHERE) {
      return mend(
        'redirects',
        'Mailed links may lead to any address, and a code or a session with them.',
        `The redirect list has a pattern that fits everything: remove it. ${COMPARE}`,
      );
    }
    const own = /^http:\/\/(?:localhost|127\.0\.0\.1)(?::|$)/.test(movedTo) ? ' That is the machine of whoever opens the mail.' : '';
    return note('redirects', `Mailed links lead to ${movedTo} (site_url).${own}`, `If the site is elsewhere: ${COMPARE}`);
  } catch (error) {
    if (!(error instanceof NoAnswerError)) throw error;
    return unseen();
  }
}

function unseen(): Finding {
  return note('redirects', 'Where mailed links lead cannot be seen.', COMPARE);
}
