import { PROJECT_MOVED } from '@atrium/page-kit/contract/project-moved';
import { fetchCredentials, type Credentials } from '../credentials/fetch-credentials.ts';

/** Requests without an answer, one after the other, after which the site's own server is asked for the project's address again. */
const UNANSWERED = 3;

/**
 * `fetch` that finds out whether the site's Supabase project has moved when requests to it get no answer, and tells the
 * shell, which offers to reload. The tab does not replace its client: page modules hold the one that they were given, and
 * the document's Content-Security-Policy allows requests to the old address only.
 */
export function noticeMove(network: typeof fetch, { supabaseUrl, supabaseKey }: Credentials): typeof fetch {
  let unanswered = 0;

  async function look(): Promise<void> {
    const now = await fetchCredentials({ cache: 'no-store' });
    if (now.supabaseUrl !== supabaseUrl || now.supabaseKey !== supabaseKey) window.dispatchEvent(new Event(PROJECT_MOVED));
  }

  return async (input, init) => {
    try {
      const answer = await network(input, init);
      unanswered = 0;
      return answer;
    } catch (error) {
      if (navigator.onLine && init?.signal?.aborted !== true) {
        unanswered += 1;
        // Where the site's own server does not answer either, or the shell did not listen yet, later failures ask again.
        if (unanswered % UNANSWERED === 0) look().catch(() => undefined);
      }
      throw error;
    }
  };
}
